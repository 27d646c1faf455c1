"""Story tests: tables of steps and expectations."""
