//! The command line of a server: [`Server::run`](crate::Server::run).
//!
//! ```text
//! demo                            serve MCP on standard input and output
//! demo serve --port 8080          serve MCP over HTTP
//! demo tools | resources | prompts
//! demo call add a=1 b=2
//! demo inspect                    print everything the server offers as JSON
//! demo install claude-desktop     add the server to a desktop host
//! demo uninstall claude-desktop   remove it again
//! demo completions bash
//! ```
//!
//! Every server that is built with this crate has these commands; an application adds others with
//! [`Commands`]. A command reaches the server through [`Server::client`](crate::Server::client),
//! and so calls tools on the same path as a remote client.
//!
//! The exit code is 0 on success, 1 if the call or the server failed, and 2 for a wrong command
//! line.
//!
//! `cli` parses arguments and prints results. The settings of the `toolwright` server, which are
//! more than flags, are read in `config`.

mod arguments;
mod call;
mod command_line;
mod commands;
pub mod env_file;
mod environment;
mod execution_result;
mod failure;
mod file_settings;
mod inspect;
mod install;
mod json_log;
mod listing;
mod logging;
mod optional_lists;
pub mod output;
mod own_settings;
mod parameter;
mod progress;
pub mod progress_line;
mod run;
mod serve_arguments;
pub mod setting;
mod signals;
mod suggestion;
pub mod system_folder;
mod terminal_prompt;
mod text_log;
mod transport;

pub use self::{
    arguments::{CallArguments, ListArguments},
    call::{call_one_of, run as call},
    commands::{Commands, Invocation},
    failure::Failure,
    file_settings::{FileSettings, HostVariable},
    listing::{print_tools, tools as list_tools},
    run::run,
};
