//! The `toolwright` server. `toolwright --help` lists its commands.

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    toolwright::app::server().run().await
}
