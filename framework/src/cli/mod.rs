//! The command line of a server: [`Server::run`](crate::Server::run).
//!
//! ```text
//! demo                            serve MCP on standard input and output
//! demo serve --port 8080          serve MCP over HTTP
//! demo tools | resources | prompts
//! demo call add a=1 b=2
//! demo read todo://all            read a resource
//! demo prompt plan goal=tea       print the messages of a prompt
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

mod call;
mod command_line;
mod commands;
pub mod env_file;
mod environment;
mod inspect;
mod install;
mod listing;
mod logging;
pub mod output;
mod parameter;
mod progress;
pub mod progress_line;
mod read;
mod run;
mod serve_arguments;
pub mod setting;
mod signals;
pub mod system_folder;
mod terminal_prompt;

pub use self::{
    call::{call_one_of, run as call},
    command_line::{CallArguments, ListArguments},
    commands::{Commands, Invocation},
    install::{ConfigFile, Host, UserFolders},
    listing::{print_tools, tools as list_tools},
    output::Failure,
    run::run,
    serve_arguments::{ServeArguments, serve as serve_http, stdio as serve_stdio},
    setting::{FileSettings, HostVariable},
};
