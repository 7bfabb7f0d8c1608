//! The tools, resources and prompts that the official conformance suite needs.
//!
//! `tests/run conformance` runs the suite against this server. All items are written with the
//! macros, except one tool whose schema the suite prescribes.

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
