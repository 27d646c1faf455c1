"""What is seen, heard and touched: stage, pieces, widgets, physics, sound."""
