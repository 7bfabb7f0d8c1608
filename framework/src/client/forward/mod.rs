//! Passing the calls of clients on to another server.
//!
//! A program that stands between a client and a server reads what the server has ([`ServerLists`]),
//! offers it under definitions of its own, and sends each call on as a [`ForwardedRequest`]. A
//! [`ForwardedItem`] is a tool, prompt or resource that does so.
//! [`Server::mount_remote`](crate::Server::mount_remote) is made of these parts, and so is the crate
//! `toolwright-gateway`, which keeps connections to many servers.
//!
//! | file | content |
//! |---|---|
//! | `definitions` | what a server offers, each definition read on its own |
//! | `exchange` | one request, with the questions and the progress on its way |
//! | `result` | the results of a server, as a call returns them |
//! | `rounds` | the rounds of questions of one request |
//! | `task` | a call that a server runs as a task |
//! | `progress` | how far a server says that a call is |
//! | `item` | a tool, prompt or resource of another server |

mod definitions;
mod exchange;
mod item;
mod progress;
mod result;
mod rounds;
mod task;

pub use definitions::{
    ServerLists, name_of, prompt_definition, resource_definition, tool_definition,
};
pub use exchange::ForwardedRequest;
pub use item::{ForwardedItem, Route};
pub use result::{completions, prompt_output, resource_output, tool_error, tool_output};
