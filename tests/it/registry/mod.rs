//! Tools that are defined at run time, at the edges: files, the command line, clients that are connected.

mod commands;
mod credentials;
mod killed;
mod kinds;
mod live;
mod openapi;
mod openapi_bodies;
mod postgres;
mod python;
mod rotation;
mod start;

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use toolwright::Client;

use crate::harness::Home;

/// A home with a registry.
#[derive(Debug)]
pub(crate) struct Registry {
    home: Home,
}

impl Registry {
    /// With these tools.
    pub(crate) fn with(tools: Value) -> Self {
        let registry = Self { home: Home::new() };
        fs::create_dir_all(registry.path("tools")).unwrap();
        registry.write(&json!({"tools": tools}).to_string());
        registry
    }

    /// A file of it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.join("registry").join(name)
    }

    pub(crate) fn write(&self, text: &str) {
        fs::write(self.path("tools.json"), text).unwrap();
    }

    pub(crate) fn read(&self) -> String {
        fs::read_to_string(self.path("tools.json")).unwrap()
    }

    fn folder(&self) -> String {
        self.path("").to_string_lossy().into_owned()
    }

    /// A client of a server that serves it.
    async fn client(&self) -> Client {
        self.server().client().await.unwrap()
    }

    pub(crate) fn server(&self) -> toolwright::Server {
        self.server_with(&[])
    }

    /// A client of a server that serves it, with these settings.
    pub(crate) async fn client_with(&self, settings: &[(&str, &str)]) -> Client {
        self.server_with(settings).client().await.unwrap()
    }

    pub(crate) fn server_with(&self, settings: &[(&str, &str)]) -> toolwright::Server {
        let folder = self.folder();
        let own = [
            ("TOOLWRIGHT_REGISTRY_DIR", folder.as_str()),
            ("PATH", "/usr/bin:/bin"),
        ];
        self.home.server(&[&own, settings].concat())
    }

    /// The binary, with this registry.
    pub(crate) fn toolwright(&self, words: &[&str]) -> std::process::Command {
        let mut command = self.home.toolwright(words);
        command
            .env("TOOLWRIGHT_REGISTRY_DIR", self.folder())
            .env("USER", "ada");
        command
    }
}

/// A tool whose result is an expression without parameters.
pub(crate) fn constant(name: &str, value: &str) -> Value {
    json!({
        "name": name, "type": "expression", "description": "A constant.",
        "config": {"expression": value},
    })
}

/// The names of the tools that a client sees, without the built-in ones.
async fn own_tools(client: &Client) -> Vec<String> {
    let built_in = [
        "calculator",
        "code_execution",
        "doc_parser",
        "get_sim_search",
        "get_text_embedding",
        "query_bga_database",
        "request_human_input",
        "serialize_for_cell",
        "web_search",
    ];
    let tools = client.tools().await.unwrap();
    let names = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned());
    names
        .filter(|name| !built_in.contains(&name.as_str()))
        .collect()
}

/// The text and the structured content of a call that must succeed.
pub(crate) async fn call(client: &Client, name: &str, arguments: Value) -> (String, Value) {
    let output = client.call(name, arguments).await.unwrap();
    assert!(!output.is_error, "{}", output.joined_text());
    (
        output.joined_text(),
        output.structured_value().unwrap_or_default(),
    )
}

/// The error of a call that must fail.
pub(crate) async fn error(client: &Client, name: &str, arguments: Value) -> String {
    let output = client.call(name, arguments).await.unwrap();
    assert!(output.is_error, "{}", output.joined_text());
    output.joined_text()
}
