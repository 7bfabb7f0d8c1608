//! Stores as a whole.
