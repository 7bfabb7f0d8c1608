//! Choosing tools by what they do: lean lists, `find_tools`, `call_tool`, the API and the command line.

mod attacks;
mod fallback;
mod finding;
mod lists;
mod review;

use serde_json::{Value, json};
use toolwright::Client;

/// Settings of a server with lean lists.
const LEAN: (&str, &str) = ("TOOLWRIGHT_LISTS", "lean");

/// A tool with a description and examples, whose result is its name.
fn described(name: &str, description: &str, examples: &[&str]) -> Value {
    json!({
        "name": name, "type": "expression", "description": description, "examples": examples,
        "config": {"expression": format!("'{name}'")},
    })
}

/// The answer of `find_tools`.
async fn find(client: &Client, arguments: Value) -> Value {
    let answer = client.call("find_tools", arguments).await.unwrap();
    assert!(!answer.is_error, "{}", answer.joined_text());
    answer.structured_value().unwrap()
}

/// Waits until all tools can be compared by meaning, which takes long where many tests embed.
async fn until_by_meaning(client: &Client) {
    for _ in 0..3000 {
        if find(client, json!({"task": "Cancel order 5."})).await["by_meaning"] == true {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the vectors of the tools are not there");
}

/// The names of the tools of an answer, in their order.
fn names(choice: &Value) -> Vec<&str> {
    let tools = choice["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap()).collect()
}

/// The names that a client has in its list.
async fn listed(client: &Client) -> Vec<String> {
    let tools = client.tools().await.unwrap();
    let names = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned());
    names.collect()
}
