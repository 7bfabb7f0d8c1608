//! The REST API at `/api/v1`, over HTTP.

mod audit;
mod console;
mod document;
pub(crate) mod events;
mod executions;
mod fresh_server;
mod history;
mod kinds;
mod legitimate_schemas;
mod login_link;
mod operating;
mod people;
mod reading;
mod results;
pub(crate) mod rights;
mod running;
mod servers;
mod session;
mod writing;

use reqwest::{Method, RequestBuilder, Response, header::HeaderMap};
use serde_json::{Value, json};

use crate::{
    harness::{TestServer, soon},
    registry::{Registry, constant},
};

/// Settings of a database that does not answer, so that none is started.
pub(crate) const NO_DATABASE: [(&str, &str); 5] = [
    ("POSTGRESQL_DB_HOST", "127.0.0.1"),
    ("POSTGRESQL_DB_PORT", "1"),
    ("POSTGRESQL_DB_NAME", "none"),
    ("POSTGRESQL_DB_USER", "nobody"),
    ("POSTGRESQL_DB_PASS", "nothing"),
];

/// A server with a registry and its API.
#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) registry: Registry,
    pub(crate) server: TestServer,
}

/// The answer of the API.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// `null` if there is no body.
    pub(crate) body: Value,
}

impl Api {
    /// A server with these tools.
    pub(crate) async fn with(tools: Value) -> Self {
        Self::with_settings(tools, &[]).await
    }

    /// A server with these tools and settings.
    pub(crate) async fn with_settings(tools: Value, settings: &[(&str, &str)]) -> Self {
        Self::of(Registry::with(tools), settings).await
    }

    /// A server of this registry, with these settings.
    pub(crate) async fn of(registry: Registry, settings: &[(&str, &str)]) -> Self {
        let server = TestServer::start(registry.server_with(settings)).await;
        Self { registry, server }
    }

    /// A request, to be sent with other headers than usual.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = self.server.url(&format!("/api/v1/{path}"));
        self.server.http().request(method, url)
    }

    pub(crate) async fn get(&self, path: &str) -> Answered {
        answered(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answered {
        answered(self.request(Method::POST, path).json(&body)).await
    }

    /// Changes a tool at a revision.
    pub(crate) async fn change(
        &self,
        method: Method,
        path: &str,
        revision: u64,
        body: Value,
    ) -> Answered {
        let request = self.request(method, path).json(&body);
        answered(request.header("if-match", format!("\"{revision}\""))).await
    }

    /// The names of the tools of the registry that a list has.
    pub(crate) async fn names(&self, query: &str) -> Vec<String> {
        let list = self.get(&format!("tools?origin=registry{query}")).await;
        assert_eq!(list.status, 200, "{}", list.body);
        names(&list.body)
    }
}

/// The names of the items of a list.
pub(crate) fn names(list: &Value) -> Vec<String> {
    let items = list["items"].as_array().unwrap();
    let names = items.iter().map(|tool| tool["name"].as_str().unwrap());
    names.map(ToOwned::to_owned).collect()
}

/// Sends a request and reads its answer.
pub(crate) async fn answered(request: RequestBuilder) -> Answered {
    Answered::read(soon(request.send()).await.unwrap()).await
}

impl Answered {
    async fn read(response: Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let body = soon(response.bytes()).await.unwrap();
        let body = match body.is_empty() {
            true => Value::Null,
            // A request that the server refuses before the API is answered with text.
            false => serde_json::from_slice(&body)
                .unwrap_or_else(|_| String::from_utf8_lossy(&body).into()),
        };
        Self {
            status,
            headers,
            body,
        }
    }

    /// The value of an answer that must have this status.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }

    /// The status and the detail of a refusal, which must be a problem document.
    #[track_caller]
    pub(crate) fn refusal(self) -> (u16, String) {
        assert_eq!(self.headers["content-type"], "application/problem+json");
        assert_eq!(self.body["status"], self.status);
        let detail = self.body["detail"].as_str().unwrap();
        (self.status, detail.to_owned())
    }
}

/// A tool that adds 1 to a number.
fn increment(name: &str) -> Value {
    json!({
        "name": name, "type": "expression", "description": "Adds one.",
        "config": {"expression": "number + 1"},
        "parameters": [{"name": "number", "type": "integer"}],
    })
}

#[tokio::test]
async fn an_unknown_path_and_method_are_told_as_problems() {
    let api = Api::with(json!([])).await;
    let unknown = api.get("nothing/here").await.refusal();
    let expected = "there is no path `/api/v1/nothing/here`".to_owned();
    assert_eq!(unknown, (404, expected));
    let answer = answered(api.request(Method::DELETE, "tools")).await;
    assert_eq!(answer.headers["allow"], "GET, POST");
    let expected = (405, "this path supports GET, POST".to_owned());
    assert_eq!(answer.refusal(), expected);
}

#[tokio::test]
async fn every_answer_has_the_headers_that_protect_a_browser() {
    let api = Api::with(json!([constant("one", "1")])).await;
    for path in ["tools", "tools/one", "tools/none", "nowhere", "session"] {
        let headers = api.get(path).await.headers;
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
        let policy = "default-src 'none'; frame-ancestors 'none'";
        assert_eq!(headers["content-security-policy"], policy, "{path}");
        assert!(headers.get("access-control-allow-origin").is_none());
    }
}

#[tokio::test]
async fn the_session_of_a_server_that_asks_nobody_is_the_local_admin() {
    let api = Api::with(json!([])).await;
    let session = api.get("session").await.expect(200);
    assert_eq!(session["user"], json!({"name": "local", "role": "admin"}));
    assert_eq!(session["auth"], "none");
    assert_eq!(session["server_name"], "toolwright");
    assert_eq!(session["mcp_url"], api.server.url("/mcp"));
}
