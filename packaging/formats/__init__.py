"""The formats of packages, a module each: `build(program, output)` writes the files and returns their paths."""
