//! The command line, as a person meets it: the real programs, in a home of their own.

mod call;
mod install;
mod listing;
mod logs;
mod plan;
mod serve;
mod stdio;
mod usage;
