//! The log on a real disk, with a clock and failures of our own.

mod concurrency;
mod failures;
mod machine;
mod rotation;
mod start;
mod torn_lines;
mod workbench;
