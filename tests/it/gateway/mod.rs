//! Other MCP servers behind ours: servers of our own as child processes, which the tests change, stop
//! and kill. Public servers are driven by the clients of others in `tests/clients`.

mod as_they_came;
mod commands;
mod eras;
pub(crate) mod faults;
mod floods;
mod hostile;
mod huge;
mod lifetime;
mod logins;
mod many;
mod mounting;
mod naming;
mod overrides;
mod pins;
mod proxy;
mod questions;
mod records;
mod tasks;
mod tools;

use std::fs;

use serde_json::{Value, json};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};
use toolwright::Client;

use crate::{
    harness::{Home, TestServer, example_path, until_async},
    registry::Registry,
};

/// A server with a gateway: its registry's folder has a `mcp.json`.
pub(crate) struct Front {
    pub(crate) registry: Registry,
}

impl Front {
    /// With these servers, and tools of its own.
    pub(crate) fn with(servers: &Value, tools: Value) -> Self {
        let front = Self {
            registry: Registry::with(tools),
        };
        front.configure(servers);
        front
    }

    pub(crate) fn configure(&self, servers: &Value) {
        let file = json!({"mcpServers": servers}).to_string();
        fs::write(self.registry.path("mcp.json"), file).unwrap();
    }

    /// A client of the server, once it offers the tool `name`.
    pub(crate) async fn client_with(&self, name: &str) -> Client {
        let client = self.registry.server().client().await.unwrap();
        until_async(async || has(&client, name).await).await;
        client
    }
}

/// Whether a client sees the tool `name`.
pub(crate) async fn has(client: &Client, name: &str) -> bool {
    description(client, name).await.is_some()
}

/// The description of the tool `name`.
pub(crate) async fn description(client: &Client, name: &str) -> Option<String> {
    let tools = client.tools().await.unwrap();
    let tool = tools.into_iter().find(|tool| tool["name"] == name)?;
    Some(tool["description"].as_str().unwrap().to_owned())
}

/// The address of a server of this process as one of another: a gateway does not call its own process.
pub(crate) async fn elsewhere(server: &TestServer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let address = server.address();
    tokio::spawn(async move {
        loop {
            let (mut near, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                let mut far = TcpStream::connect(address).await.unwrap();
                copy_bidirectional(&mut near, &mut far).await.ok();
            });
        }
    });
    url
}

/// The example of this name, as a server on its standard streams.
pub(crate) fn example(name: &str) -> Value {
    json!({"command": example_path(name)})
}

/// The `toolwright` binary with a registry of its own, whose tools can be changed.
pub(crate) fn changeable(home: &Home, registry: &Registry) -> Value {
    json!({
        "command": env!("CARGO_BIN_EXE_toolwright"),
        "args": ["stdio"],
        "env": {
            "HOME": home.join(""),
            "TOOLWRIGHT_REGISTRY_DIR": registry.path(""),
            "TOOLWRIGHT_DATA_DIR": home.join("data"),
        },
    })
}
