//! Tests of the log on a real disk, with a controlled clock and injected failures.

mod concurrency;
mod failures;
mod harness;
mod machine;
mod repair;
mod rotation;
mod start;
