//! The JSON of values that a real server sends.

mod samples;
mod type_cache;
mod types;
