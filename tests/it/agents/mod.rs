//! Agents: defined over the API and by commands, served as virtual servers, exported, attacked.

mod attacks;
mod changes;
mod commands;
mod exports;
mod history;
mod served;

use serde_json::{Value, json};

use crate::{
    api::Api,
    harness::Modern,
    registry::{Registry, constant},
};

/// An agent with these tools.
fn agent(name: &str, tools: &[&str]) -> Value {
    json!({
        "name": name, "model_provider": "anthropic", "model_name": "claude-sonnet-4-5",
        "system_prompt": format!("You are {name}."), "tools": tools,
    })
}

/// A server with the tools `one`, `two` and `off`, and these agents.
async fn server_with(agents: Value) -> Api {
    let mut off = constant("off", "0");
    off["is_active"] = json!(false);
    let registry = Registry::with(json!([constant("one", "1"), constant("two", "2"), off]));
    write(&registry, agents);
    Api::of(registry, &[]).await
}

/// Writes `agents.json`.
fn write(registry: &Registry, agents: Value) {
    let text = json!({"agents": agents}).to_string();
    std::fs::write(registry.path("agents.json"), text).unwrap();
}

/// A client of an agent.
fn client(api: &Api, name: &str) -> Modern {
    Modern::at(&api.server, &format!("/mcp/agents/{name}"))
}

/// The names of the tools that a client sees.
async fn tools(client: &Modern) -> Vec<String> {
    let list = client.result("tools/list", json!({})).await;
    let names = crate::harness::tool_names(&list);
    names.into_iter().map(ToOwned::to_owned).collect()
}
