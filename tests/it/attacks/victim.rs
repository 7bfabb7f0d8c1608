//! [`Victim`]: a server in a process of its own, whose memory can be measured.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};
use toolwright::{Server, ToolOutput, prelude::*, transport::HttpOptions};

use crate::harness::{soon, tool};

const VARIABLE: &str = "TOOLWRIGHT_IT_VICTIM";
const MEGABYTE: usize = 1024 * 1024;

/// How many calls of `large` are running.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Counts a call until it ends or is cancelled.
struct Running;

impl Running {
    fn start() -> Self {
        RUNNING.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How many calls are running.
#[resource("running://calls")]
async fn running() -> String {
    RUNNING.load(Ordering::Relaxed).to_string()
}

/// A note that can be subscribed to.
#[resource("notes://{name}")]
async fn note(name: String) -> String {
    name
}

#[test]
fn child_that_serves_http() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let mut options = HttpOptions::default();
    (options.port, options.legacy_sse) = (0, true);
    let served = tokio::runtime::Runtime::new().unwrap().block_on(async {
        server()
            .build()?
            .serve_http(
                options,
                |address| writeln!(std::io::stdout(), "listening on {address}").unwrap(),
                std::future::pending(),
            )
            .await
    });
    std::process::exit(i32::from(served.is_err()));
}

/// A server with a tool that answers after a while with a megabyte.
fn server() -> Server {
    let large = tool("large", |_, arguments| async move {
        let _running = Running::start();
        let milliseconds = arguments["milliseconds"].as_u64().unwrap_or_default();
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        Ok(ToolOutput::text("x".repeat(MEGABYTE)))
    });
    Server::new("victim")
        .tools([large])
        .resources(resources![note, running])
}

/// A server in a process of its own, which ends with the test.
pub(super) struct Victim {
    process: Child,
    address: String,
    pub(super) http: reqwest::Client,
}

impl Victim {
    pub(super) fn start() -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "attacks::victim::child_that_serves_http",
                "--nocapture",
            ])
            .env(VARIABLE, "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines.find_map(|line| {
            let line = line.unwrap();
            line.strip_prefix("listening on ").map(ToOwned::to_owned)
        });
        // The test runner of the child writes there too, and ends where it cannot.
        std::thread::spawn(move || lines.for_each(drop));
        // It fails where another test of this process did it before.
        let _ = rustls_graviola::default_provider().install_default();
        Self {
            process,
            address: address.unwrap(),
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
        }
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns how many megabytes of memory the server holds.
    pub(super) fn memory(&self) -> usize {
        let path = format!("/proc/{}/status", self.process.id());
        let status = fs::read_to_string(path).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.unwrap().trim().strip_suffix(" kB").unwrap();
        kilobytes.parse::<usize>().unwrap() / 1024
    }

    /// Posts a message to `/mcp`.
    pub(super) fn post(&self, session: &str, message: &Value) -> reqwest::RequestBuilder {
        let request = self
            .http
            .post(self.url("/mcp"))
            .header(ACCEPT, "application/json, text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .body(message.to_string());
        match session {
            "" => request,
            id => request.header("Mcp-Session-Id", id),
        }
    }

    /// Sends a message and returns the body of the response.
    pub(super) async fn ask(&self, session: &str, message: &Value) -> String {
        let response = soon(self.post(session, message).send()).await.unwrap();
        soon(response.text()).await.unwrap()
    }

    /// Opens a session for a client of this name, and returns its id.
    pub(super) async fn open_session(&self, client: &str) -> String {
        let message = request(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": client, "version": "1"},
            }),
        );
        let response = soon(self.post("", &message).send()).await.unwrap();
        let id = response.headers()["mcp-session-id"].to_str().unwrap();
        let id = id.to_owned();
        soon(response.text()).await.unwrap();
        id
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The message of a request.
pub(super) fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}
