//! The sources themselves: which layer imports which, how long files and functions are, what is not wanted in them.

mod circles;
mod graph;
mod guide;
mod imports;
mod layers;
mod one_path;
mod scan;
mod shape;
mod tree;
