//! The twin: a plain rmcp server, as similar to the server of the differential tests as rmcp allows.
//!
//! `twin` serves HTTP on a free port of this machine and prints its address: `/mcp` has sessions for older clients, `/alone` has
//! none. `twin stdio` serves standard input and output. It ends with its input.

#![expect(deprecated, reason = "older clients have log levels and subscriptions")]

mod offer;
mod question;
mod resources;
mod tasks;
mod tools;
mod twin;

use std::{io::Read as _, sync::Arc};

use axum::{Router, serve::ListenerExt as _};
use rmcp::{
    ServiceExt as _,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use tokio::net::TcpListener;

use crate::twin::Twin;

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    match std::env::args().nth(1).as_deref() {
        Some("stdio") => serve_stdio().await,
        _ => serve_http().await,
    }
}

async fn serve_stdio() -> Result<(), Failure> {
    let running = Twin::new()
        .serve(rmcp::transport::io::stdio_pipes())
        .await?;
    running.waiting().await?;
    Ok(())
}

async fn serve_http() -> Result<(), Failure> {
    let twin = Arc::new(Twin::new());
    let service = |sessions: bool| {
        let twin = Arc::clone(&twin);
        StreamableHttpService::new(
            move || Ok(Arc::clone(&twin)),
            LocalSessionManager::default().into(),
            StreamableHttpServerConfig::default()
                .with_json_response(true)
                .with_legacy_session_mode(sessions),
        )
    };
    let router = Router::new()
        .nest_service("/mcp", service(true))
        .nest_service("/alone", service(false));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    // Otherwise a stream's second packet waits for the client's acknowledgement of the first.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    // The test holds this input open. The twin ends with the test, even if the test is killed.
    std::thread::spawn(|| {
        let mut input = Vec::new();
        let _ = std::io::stdin().read_to_end(&mut input);
        std::process::exit(0);
    });
    axum::serve(listener, router).await?;
    Ok(())
}
