//! The built-in tools, seen by clients of the `toolwright` server.

mod attack_list;
mod attacks;
mod calculator;
mod code_execution;
mod doc_parser;
mod footprint;
mod generator;
pub(crate) mod https;
pub(crate) mod local_server;
mod made_files;
pub(crate) mod processes;
mod properties;
mod registered_http;
mod request_human_input;
mod web_search;

use toolwright::Client;
use toolwright_server::app;

use crate::harness::Home;

/// Returns a client of a server with these settings.
async fn client(variables: &[(&str, &str)]) -> Client {
    // The log is opened before the folder is removed.
    Home::new().server(variables).client().await.unwrap()
}

/// Returns the error with which the server refuses these settings.
fn refusal(variables: &[(&str, &str)]) -> String {
    let program = env!("CARGO_BIN_EXE_toolwright");
    let server = app::server_with(program.as_ref(), variables.iter().copied());
    server.unwrap_err().to_string()
}
