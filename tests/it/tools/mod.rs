//! The built-in tools, as clients of the `toolwright` server see them.

mod attack_list;
mod attacks;
mod calculator;
mod code_execution;
mod footprint;
mod made_files;
mod processes;
