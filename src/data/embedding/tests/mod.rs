//! Embedders as a whole.
