//! The JSON of values that a real server sends.

mod samples;
mod types;
