//! Every server is its own command line: [`Server::run`](crate::Server::run).
//!
//! ```text
//! demo                            MCP on standard input and output
//! demo serve --port 8080          MCP over HTTP
//! demo tools | resources | prompts
//! demo call add a=1 b=2
//! demo inspect                    the whole contract as JSON
//! demo install claude-desktop     tell a desktop host about it
//! demo completions bash
//! ```
//!
//! What a command needs of the server it gets through [`Server::client`](crate::Server::client), so through the one path that every call
//! takes. It ends with 0 when all is well, 1 when the call or the server failed, 2 when it was called wrongly.

mod arguments;
mod call;
mod command_line;
mod commands;
mod environment;
mod execution_result;
mod failure;
mod inspect;
mod install;
mod listing;
mod logging;
pub(crate) mod output;
mod parameter;
mod progress;
pub(crate) mod progress_line;
mod run;
mod serve_arguments;
pub(crate) mod setting;
mod signals;
mod suggestion;
pub(crate) mod system_folder;
mod terminal_prompt;
mod transport;

#[cfg(feature = "tools")]
pub(crate) use self::{commands::Commands, failure::Failure, run::run};
