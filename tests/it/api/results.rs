//! One rule for the results of all kinds: the value itself, wherever it is shown as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Api, NO_DATABASE};
use crate::{
    gateway::changeable,
    harness::{Home, run},
    registry::{Registry, constant},
    tools::local_server::{LocalServer, Reply},
};

/// Returns the result of a call in the API, in the log of the API, and on the command line.
async fn results(api: &Api, settings: &[(&str, &str)], name: &str) -> [Value; 3] {
    let path = format!("tools/{name}/call");
    let mut called = api.post(&path, json!({})).await.expect(200);
    assert_eq!(called["success"], true, "{name}: {called}");
    let id = called["execution_id"].as_str().unwrap();
    let mut logged = api.get(&format!("executions/{id}")).await.expect(200);
    let mut command = api.registry.toolwright(&["call", name, "-o", "json"]);
    command.envs(settings.iter().copied());
    command.env("TOOLWRIGHT_DATA_DIR", api.registry.path("../data"));
    let ended = run(command);
    assert_eq!(ended.code, Some(0), "{name}: {}", ended.stderr);
    let mut printed: Value = serde_json::from_str(&ended.stdout).unwrap();
    [
        called["result"].take(),
        logged["result"].take(),
        printed["result"].take(),
    ]
}

fn tool(name: &str, kind: &str, config: &Value) -> Value {
    json!({"name": name, "type": kind, "description": "d", "config": config})
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_every_kind_is_the_value_itself() {
    let web = LocalServer::start(|_, _| Reply::json(200, "15")).await;
    let (home, far) = (
        Home::new(),
        Registry::with(json!([constant("fifteen", "15")])),
    );
    let fixed = json!({"expression": {"value": "15"}, "variables": {"value": {}}});
    let registry = Registry::with(json!([
        constant("number", "15"),
        constant("text", "'a'"),
        constant("list", "[1, 2]"),
        constant("nothing", "None"),
        constant("object", "{'result': 2, 'more': 1}"),
        constant("like_a_wrapper", "{'result': 2}"),
        tool("web", "http", &json!({"base_url": web.url()})),
        tool(
            "built_in",
            "builtin",
            &json!({"tool": "calculator", "arguments": fixed})
        ),
        tool(
            "far",
            "mcp",
            &json!({"server_name": "other", "tool_name": "fifteen"})
        ),
    ]));
    let servers = json!({"mcpServers": {"other": changeable(&home, &far)}});
    std::fs::write(registry.path("mcp.json"), servers.to_string()).unwrap();
    let private = [("TOOLWRIGHT_HTTP_PRIVATE_HOSTS", "127.0.0.1:*")];
    let settings = [&NO_DATABASE[..], &private].concat();
    let server = crate::harness::TestServer::start(registry.server_with(&settings)).await;
    let api = Api { registry, server };
    let expected: BTreeMap<&str, Value> = [
        ("number", json!(15)),
        ("text", json!("a")),
        ("list", json!([1, 2])),
        ("nothing", json!(null)),
        ("object", json!({"result": 2, "more": 1})),
        ("like_a_wrapper", json!({"result": 2})),
        ("web", json!(15)),
        ("built_in", json!(15)),
        ("far", json!(15)),
    ]
    .into();
    for (name, value) in expected {
        let found = results(&api, &settings, name).await;
        assert_eq!(found, [value.clone(), value.clone(), value], "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_of_a_program_is_its_object() {
    let shell = tool("program", "shell", &json!({"command": ["/bin/echo", "15"]}));
    let api = Api::with_settings(json!([shell]), &NO_DATABASE).await;
    for result in results(&api, &NO_DATABASE, "program").await {
        assert_eq!(result["stdout"], "15\n", "{result}");
        assert_eq!(result["exit_code"], 0, "{result}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_value_of_a_query_is_the_value_itself() {
    let settings = [("TOOLWRIGHT_EMBEDDED_POSTGRES", "bundled")];
    let query = |query: &str| json!({"query": query, "result": "value"});
    let tools = json!([
        tool("number", "sql", &query("SELECT 15")),
        tool("nothing", "sql", &query("SELECT NULL::int")),
        tool("object", "sql", &query("SELECT '{\"a\": 1}'::jsonb")),
    ]);
    let api = Api::with_settings(tools, &settings).await;
    for (name, value) in [
        ("number", json!(15)),
        ("nothing", json!(null)),
        ("object", json!({"a": 1})),
    ] {
        let found = results(&api, &settings, name).await;
        assert_eq!(found, [value.clone(), value.clone(), value], "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Python: run by tests/run"]
async fn the_result_of_a_function_is_the_value_itself() {
    let config = |name: &str| json!({"script": "script.py", "function": name});
    let registry = Registry::with(json!([
        tool("number", "python", &config("number")),
        tool("object", "python", &config("object")),
    ]));
    let script = "def number():\n    return 15\n\ndef object():\n    return {'result': 2}\n";
    std::fs::write(registry.path("tools/script.py"), script).unwrap();
    let settings = [&NO_DATABASE[..], &[("PATH", "/usr/bin:/bin")]].concat();
    let server = crate::harness::TestServer::start(registry.server_with(&settings)).await;
    let api = Api { registry, server };
    for (name, value) in [("number", json!(15)), ("object", json!({"result": 2}))] {
        let found = results(&api, &settings, name).await;
        assert_eq!(found, [value.clone(), value.clone(), value], "{name}");
    }
}
