//! `tools import`: definitions from elsewhere, one file a source.

mod command;
mod custom_tool_tables;
mod openapi;

pub(super) use self::command::{ImportCommand, run};
