//! A server inside of an axum application, and pages of one's own beside `/mcp`.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::{Value, json};
use toolwright::{
    Tool, ToolOutput,
    call::Origin,
    prelude::*,
    transport::{
        HttpOptions, HttpService,
        axum::{
            Extension, Router,
            body::{Body, to_bytes},
            http::{Request, Response},
            routing::get,
        },
    },
};
use tower_service::Service as _;

use crate::{
    fixtures::add,
    harness::{Answer, DropFlag, Gate, TestServer, get as get_page, new_server, soon, tool},
};

#[derive(Clone)]
struct Tenant(&'static str);

/// A tool that tells what it sees of its request.
fn who() -> Arc<dyn Tool> {
    tool("who", |ctx, _| async move {
        let request = ctx.request().unwrap();
        let tenant = request.extension::<Tenant>().map(|tenant| tenant.0);
        let agent = request.header("user-agent");
        let text = format!("{tenant:?} {agent:?} {:?}", request.address());
        Ok(ToolOutput::text(text))
    })
}

async fn service(server: Server) -> HttpService {
    let built = server.build().unwrap();
    built.into_service(HttpOptions::default()).await.unwrap()
}

fn call(path: &str, name: &str) -> Request<Body> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "it", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": name, "arguments": {"a": 1, "b": 2}, "_meta": meta});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    Request::post(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("user-agent", "it/1")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", name)
        .body(Body::from(body.to_string()))
        .unwrap()
}

async fn text(response: Response<Body>) -> String {
    let bytes = soon(to_bytes(response.into_body(), 1_000_000)).await;
    String::from_utf8(bytes.unwrap().to_vec()).unwrap()
}

/// The text that a call returned.
async fn said(response: Response<Body>) -> String {
    let message: Value = serde_json::from_str(&text(response).await).unwrap();
    let said = message["result"]["content"][0]["text"].as_str();
    said.unwrap_or_else(|| panic!("{message}")).to_owned()
}

#[tokio::test]
async fn a_nested_service_sees_what_layers_add() {
    let service = service(new_server().tools([who()])).await;
    let origin = Origin::Address([192, 0, 2, 7].into());
    let mut app: Router = Router::new()
        .route("/", get(|| async { "the application" }))
        .nest_service("/mcp", service)
        .layer(Extension(Tenant("acme")))
        .layer(Extension(origin));
    let seen = said(app.call(call("/mcp", "who")).await.unwrap()).await;
    assert_eq!(seen, r#"Some("acme") Some("it/1") Some(192.0.2.7)"#);
    let page = Request::get("/").body(Body::empty()).unwrap();
    assert_eq!(text(app.call(page).await.unwrap()).await, "the application");
}

#[tokio::test]
async fn a_nested_service_answers_get_as_mcp_does() {
    let mut app: Router = Router::new().nest_service("/mcp", service(new_server()).await);
    for (accept, status, expected) in [
        (
            "text/event-stream",
            405,
            "GET needs a session: send requests with POST\n",
        ),
        (
            "text/html",
            406,
            "GET responds with `text/event-stream`: the `Accept` header must allow it\n",
        ),
    ] {
        let request = Request::get("/mcp").header("host", "localhost");
        let request = request.header("accept", accept).body(Body::empty());
        let response = app.call(request.unwrap()).await.unwrap();
        assert_eq!(response.status().as_u16(), status);
        assert_eq!(text(response).await, expected);
    }
}

#[tokio::test]
async fn a_fallback_service_has_all_paths_of_a_server() {
    let page = get(|| async { "about" });
    let server = new_server().tools(tools![add]).route("/about", page);
    let mut app: Router = Router::new().fallback_service(service(server).await);
    let sum = said(app.call(call("/mcp", "add")).await.unwrap()).await;
    assert_eq!(sum, "3");
    for (path, expected) in [
        ("/healthz", "ok\n"),
        ("/readyz", "ready\n"),
        ("/about", "about"),
    ] {
        let request = Request::get(path).header("host", "localhost");
        let response = app
            .call(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        assert_eq!(text(response).await, expected);
    }
}

#[tokio::test]
async fn a_shutdown_waits_for_running_calls_and_runs_the_stop_hooks() {
    let (gate, stopped) = (Gate::shut(), Arc::<AtomicBool>::default());
    let slow = tool("slow", {
        let gate = gate.clone();
        move |_, _| {
            let gate = gate.clone();
            async move {
                gate.pass().await;
                Ok(ToolOutput::text("done"))
            }
        }
    });
    let mark = Arc::clone(&stopped);
    let server = new_server().tools([slow]).on_stop(move |_| async move {
        mark.store(true, Ordering::SeqCst);
        Ok::<_, std::io::Error>(())
    });
    let mut service = service(server).await;
    let running = tokio::spawn(service.call(call("/", "slow")));
    gate.arrival().await;
    let ending = tokio::spawn({
        let service = service.clone();
        async move { service.shutdown().await }
    });
    let readiness = || Request::get("/readyz").body(Body::empty()).unwrap();
    while soon(service.call(readiness())).await.unwrap().status() != 503 {
        tokio::task::yield_now().await;
    }
    let refused = soon(service.call(call("/", "slow"))).await.unwrap();
    assert_eq!(refused.status(), 503);
    assert!(!stopped.load(Ordering::SeqCst) && !ending.is_finished());
    gate.open();
    assert_eq!(said(soon(running).await.unwrap().unwrap()).await, "done");
    soon(ending).await.unwrap().unwrap();
    assert!(stopped.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_page_of_ones_own_is_beside_mcp() {
    let page = get(|| async { "about" });
    let server = TestServer::start(new_server().route("/about", page)).await;
    assert_eq!(
        get_page(&server, "/about").await,
        Answer::text(200, "about")
    );
    let request = server.http().get(server.url("/about"));
    let foreign = soon(request.header("host", "evil.example.com").send()).await;
    assert_eq!(foreign.unwrap().status().as_u16(), 403);
}

#[test]
fn a_page_cannot_be_at_a_path_of_the_server() {
    let refusal = |paths: &[&str]| {
        let server = paths.iter().fold(new_server(), |server, path| {
            server.route(*path, get(|| async { "mine" }))
        });
        server.build().unwrap_err().to_string()
    };
    let reserved = "there cannot be a page at `/healthz`: the server uses this path itself";
    assert_eq!(refusal(&["/a", "/healthz"]), reserved);
    let relative = "there cannot be a page at `about`: a path starts with `/`";
    assert_eq!(refusal(&["about"]), relative);
    let twice = "there cannot be a page at `/a`: there is another page at this path";
    assert_eq!(refusal(&["/a", "/a"]), twice);
}

#[tokio::test]
async fn a_client_that_leaves_an_application_cancels_its_call() {
    let (gate, dropped) = (Gate::shut(), DropFlag::default());
    let slow = tool("slow", {
        let (gate, dropped) = (gate.clone(), dropped.clone());
        move |_, _| {
            let (gate, guard) = (gate.clone(), dropped.guard());
            async move {
                let _guard = guard;
                gate.pass().await;
                Ok(ToolOutput::text("done"))
            }
        }
    });
    let mut service = service(new_server().tools([slow])).await;
    let running = tokio::spawn(service.call(call("/", "slow")));
    gate.arrival().await;
    running.abort();
    assert!(soon(running).await.is_err());
    assert_eq!(dropped.count(), 1);
}
