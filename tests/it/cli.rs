//! The command line: real programs, each in a temporary home folder.

mod call;
mod dev;
mod install;
mod listing;
mod logs;
mod new;
mod plan;
mod remote;
mod serve;
mod settings;
mod stdio;
mod usage;
