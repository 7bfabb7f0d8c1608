//! Agents as the APIs of their providers want them.

use serde_json::{Value, json};

use super::server_with;

fn agent(provider: &str) -> Value {
    json!({
        "name": provider, "model_provider": provider, "model_name": "m", "system_prompt": "Be short.",
        "config": {"temperature": 0.5, "max_tokens": 100, "top_p": 0.9, "stop_sequences": ["END"]},
        "memory_config": {"type": "sliding_window", "max_messages": 20}, "tools": ["one", "off"],
    })
}

#[tokio::test]
async fn each_provider_gets_its_own_form() {
    let all = ["anthropic", "openai", "zhipuai"].map(agent);
    let api = server_with(json!(all)).await;
    let export = async |name: &str| {
        let exported = api.get(&format!("agents/{name}/export")).await.expect(200);
        assert_eq!(exported["memory_config"]["max_messages"], 20);
        assert_eq!(exported["left_out"][0]["reason"], "inactive");
        exported["request"].clone()
    };
    let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let found = export("anthropic").await;
    let parameters = found["tools"][0]["input_schema"].clone();
    assert_eq!(parameters["type"], schema["type"]);
    assert_eq!(
        found,
        json!({
            "model": "m", "max_tokens": 100, "system": "Be short.", "temperature": 0.5, "top_p": 0.9,
            "stop_sequences": ["END"],
            "tools": [{"name": "one", "description": "A constant.", "input_schema": parameters}],
        })
    );
    let tools = json!([{"type": "function", "function": {
        "name": "one", "description": "A constant.", "parameters": parameters,
    }}]);
    let messages = json!([{"role": "system", "content": "Be short."}]);
    assert_eq!(
        export("openai").await,
        json!({
            "model": "m", "messages": messages, "max_completion_tokens": 100, "temperature": 0.5,
            "top_p": 0.9, "stop": ["END"], "tools": tools,
        })
    );
    assert_eq!(
        export("zhipuai").await,
        json!({
            "model": "m", "messages": messages, "max_tokens": 100, "temperature": 0.5, "top_p": 0.9,
            "stop": ["END"], "tools": tools,
        })
    );
}

#[tokio::test]
async fn an_agent_without_settings_has_what_its_provider_needs() {
    let bare = json!({"name": "bare", "model_provider": "anthropic", "model_name": "m"});
    let api = server_with(json!([bare])).await;
    let exported = api.get("agents/bare/export").await.expect(200);
    assert_eq!(
        exported["request"],
        json!({"model": "m", "max_tokens": 4096})
    );
}
