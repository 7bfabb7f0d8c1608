//! The limit over HTTP: axum with a typed JSON parse and a typed JSON answer, and no MCP at all.

use axum::{
    Json, Router,
    http::StatusCode,
    response::{IntoResponse as _, Response},
    routing::post,
    serve::ListenerExt as _,
};
use tokio::net::TcpListener;
use toolwright_bench_peers::{port, wire::Call};

async fn answer(Json(call): Json<Call>) -> Response {
    match call.answer() {
        Some(answer) => Json(answer).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let port = port().expect("usage: axum_limit serve --port PORT");
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().route("/mcp", post(answer))).await
}
