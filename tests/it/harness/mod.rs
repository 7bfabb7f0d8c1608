//! Shared parts of the tests: a real server on a free port, a client for each era, raw connections, a child process.

mod answer;
mod chroma_server;
mod embedding_server;
mod events;
mod gate;
mod hand_tool;
mod home;
mod issuer;
mod logs;
mod modern;
mod other_tools;
mod patience;
mod plain;
mod postgres;
mod raw;
mod server;
mod serving;
mod session;
mod signer;
mod stdio;
mod terminal;

pub(crate) use answer::{Answer, Body, complete, error, result, tool_names};
pub(crate) use chroma_server::{ChromaServer, shared_port as chroma_port};
pub(crate) use embedding_server::{EmbeddingServer, Mood, vector};
pub(crate) use events::{Event, Events};
pub(crate) use gate::{DropFlag, Gate};
pub(crate) use hand_tool::{defined_tool, tool};
pub(crate) use home::{Ended, Home, borrowed, remove_outside, run, run_with_input};
pub(crate) use issuer::{AUDIENCE, HUGE, Issuer, IssuerMood};
pub(crate) use logs::Logs;
pub(crate) use modern::Modern;
pub(crate) use other_tools::other_tools_work;
pub(crate) use patience::{LONG, soon, until, until_async};
pub(crate) use plain::{get, post, send};
pub(crate) use postgres::{
    Seat, TestDatabase, connect, server as postgres_server, settings_of, unique_name,
};
pub(crate) use raw::Raw;
pub(crate) use server::{TestServer, http_client, new_server};
pub(crate) use serving::Serving;
pub(crate) use session::Session;
pub(crate) use signer::Signer;
pub(crate) use stdio::{Child, example_path};
pub(crate) use terminal::{open_terminal, run_in_terminal};
