"""The screens of the application, and the windowless tools that reuse them."""
