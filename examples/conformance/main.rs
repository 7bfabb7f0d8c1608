//! Every tool, resource and prompt that the official conformance suite asks a server for.
//!
//! `tests/run conformance` runs the suite against it. All of it is written with the macros, but for one tool whose
//! schema the suite wants to the letter.

mod calls;
mod contents;
mod literal_schema;
mod prompts;
mod questions;
mod resources;
mod rounds;
mod tasks;

use std::sync::Arc;

use toolwright::{Server, Tool};

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    Server::discover("conformance")
        .tools([Arc::new(literal_schema::tool()) as Arc<dyn Tool>])
        .run()
        .await
}
