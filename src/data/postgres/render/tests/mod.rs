//! The forms of values, as a real server gives them.

mod samples;
mod type_cache;
mod types;
