//! The log on a real disk, with a clock and failures of our own.

mod concurrency;
mod failures;
mod harness;
mod machine;
mod repair;
mod rotation;
mod start;
