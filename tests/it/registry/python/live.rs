//! An edit of a script or of `tools.json` is live within a second.

use std::{
    os::unix::fs::symlink,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use toolwright::Client;

use super::{function, functions, write};
use crate::{
    harness::{Session, TestServer, run, until_async},
    registry::{Registry, call, constant},
};

/// How soon an edit is live.
const SOON: Duration = Duration::from_secs(1);

async fn input_schema(client: &Client, name: &str) -> Value {
    let tools = client.tools().await.unwrap();
    let tool = tools.iter().find(|tool| tool["name"] == name);
    tool.map_or(Value::Null, |tool| {
        tool["inputSchema"]["properties"].clone()
    })
}

/// Waits until the properties of a tool's arguments are these, and returns how long that took.
async fn shows(client: &Client, name: &str, expected: &Value) -> Duration {
    let start = Instant::now();
    loop {
        let found = input_schema(client, name).await;
        if found == *expected {
            return start.elapsed();
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{found}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Waits until the tool has this description.
async fn is_described(client: &Client, name: &str, expected: &str) {
    let start = Instant::now();
    loop {
        let tools = client.tools().await.unwrap();
        let tool = tools.iter().find(|tool| tool["name"] == name);
        let found = tool.map(|tool| tool["description"].clone());
        if found == Some(json!(expected)) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{found:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Python: run by tests/run"]
async fn a_description_comes_from_the_docstring_and_follows_it() {
    let script =
        |text: &str| format!("def greet(name: str):\n    \"\"\"{text}\"\"\"\n    return name\n");
    let of_script = |name: &str| json!({"name": name, "type": "python", "config": {"script": "greet.py", "function": "greet"}});
    let mut declared = of_script("declared");
    declared["parameters"] = json!([{"name": "name", "type": "string"}]);
    let mut written = of_script("written");
    written["description"] = json!("Written by hand.");
    let registry = Registry::with(json!([of_script("greet"), declared, written]));
    let first =
        "Greets.\n\n    Use it at\n    the door.\n\n    Args:\n        name: Who comes.\n    ";
    write(&registry, "greet.py", &script(first));
    let client = registry.client().await;
    for name in ["greet", "declared"] {
        is_described(&client, name, "Greets.\n\nUse it at\nthe door.").await;
    }
    is_described(&client, "written", "Written by hand.").await;
    let second = "Says hello.\n\n    Parameters\n    ----------\n    name : str\n    ";
    write(&registry, "greet.py", &script(second));
    for name in ["greet", "declared"] {
        is_described(&client, name, "Says hello.").await;
    }
    is_described(&client, "written", "Written by hand.").await;
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_script_that_was_edited_is_loaded_for_the_next_call() {
    let registry = functions("def answer():\n    return 1\n", &["answer"]);
    let client = registry.client().await;
    assert_eq!(call(&client, "answer", json!({})).await.0, "1");
    for number in 2..6 {
        // The same size, in the same second.
        write(
            &registry,
            "script.py",
            &format!("def answer():\n    return {number}\n"),
        );
        assert_eq!(
            call(&client, "answer", json!({})).await.0,
            number.to_string()
        );
    }
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_module_that_a_script_imports_is_loaded_anew_too() {
    let registry = functions(
        "def answer():\n    import parts.number\n    return parts.number.VALUE\n",
        &["answer"],
    );
    write(&registry, "parts/number.py", "VALUE = 1\n");
    let client = registry.client().await;
    assert_eq!(call(&client, "answer", json!({})).await.0, "1");
    write(&registry, "parts/number.py", "VALUE = 2\n");
    assert_eq!(call(&client, "answer", json!({})).await.0, "2");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn another_signature_is_listed_within_a_second() {
    let registry = functions("def greet(name: str):\n    return name\n", &["greet"]);
    let client = registry.client().await;
    shows(&client, "greet", &json!({"name": {"type": "string"}})).await;
    // Several times, since this machine may be busy.
    let mut times = Vec::new();
    for name in ["a", "b", "c", "d", "e"] {
        let script = format!("def greet({name}: str, times: int):\n    return {name} * times\n");
        write(&registry, "script.py", &script);
        let expected = json!({name: {"type": "string"}, "times": {"type": "integer"}});
        times.push(shows(&client, "greet", &expected).await);
        let greeting = call(&client, "greet", json!({name: "x", "times": 3})).await;
        assert_eq!(greeting.0, "xxx");
    }
    assert!(times.iter().any(|took| *took < SOON), "{times:?}");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn an_entry_and_a_script_that_appear_are_live() {
    let registry = Registry::with(json!([]));
    let client = registry.client().await;
    registry.write(&json!({"tools": [function("greet")]}).to_string());
    // The script comes later than its entry.
    until_async(async || {
        let tools = client.tools().await.unwrap();
        tools.iter().any(|tool| tool["name"] == "greet")
    })
    .await;
    write(
        &registry,
        "script.py",
        "def greet(name: str):\n    return f'Hello, {name}!'\n",
    );
    shows(&client, "greet", &json!({"name": {"type": "string"}})).await;
    let greeting = call(&client, "greet", json!({"name": "Ada"})).await;
    assert_eq!(greeting.0, "Hello, Ada!");
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_connected_client_is_told_of_another_signature() {
    let registry = functions("def greet(name: str):\n    return name\n", &["greet"]);
    let server = TestServer::start(registry.server()).await;
    let session = Session::open(&server).await;
    let mut events = session.listen().await;
    write(
        &registry,
        "script.py",
        "def greet(whom: str):\n    return whom\n",
    );
    let told: Value = events.message().await;
    let expected =
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}});
    assert_eq!(told, expected);
    // A body that changes nothing of the interface is not told.
    write(
        &registry,
        "script.py",
        "def greet(whom: str):\n    return whom + '!'\n",
    );
    let arguments = json!({"name": "greet", "arguments": {"whom": "Ada"}});
    until_async(async || {
        let answer = session.ask(2, "tools/call", arguments.clone()).await;
        answer.into_result()["content"][0]["text"] == "Ada!"
    })
    .await;
    let untold = tokio::time::timeout(Duration::from_millis(500), events.message());
    assert!(untold.await.is_err(), "the client was told of the body");
    run(registry.toolwright(&["tools", "disable", "greet"])).answer();
    assert_eq!(events.message().await, expected);
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn an_edit_of_a_script_is_live_while_the_file_of_tools_is_broken() {
    let registry = functions("def greet(name: str):\n    return name\n", &["greet"]);
    let client = registry.client().await;
    shows(&client, "greet", &json!({"name": {"type": "string"}})).await;
    registry.write("[{");
    tokio::time::sleep(Duration::from_millis(300)).await;
    write(&registry, "script.py", "def greet(n: int):\n    return n\n");
    shows(&client, "greet", &json!({"n": {"type": "integer"}})).await;
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_script_that_hangs_does_not_hold_up_other_changes() {
    let registry = Registry::with(json!([constant("one", "1")]));
    write(
        &registry,
        "script.py",
        "import time\ntime.sleep(60)\ndef greet():\n    pass\n",
    );
    let client = registry.client().await;
    for name in ["two", "three"] {
        let tools =
            json!({"tools": [constant("one", "1"), function("greet"), constant(name, "2")]});
        registry.write(&tools.to_string());
        let start = Instant::now();
        while input_schema(&client, name).await.is_null() {
            let is_soon = start.elapsed() < Duration::from_secs(7);
            assert!(is_soon, "{name} waits for the script");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    client.close().await.unwrap();
}

#[tokio::test]
#[ignore = "needs Python: run by tests/run"]
async fn a_function_that_could_not_be_loaded_is_asked_again() {
    let mut package = function("package");
    package["config"] = json!({"module": "app", "function": "package"});
    let registry = Registry::with(json!([function("greet"), package]));
    let interpreter = registry.path("python");
    let settings = [("TOOLWRIGHT_PYTHON", interpreter.to_str().unwrap())];
    write(&registry, "helper.py", "TYPE = str\n");
    let script = "from helper import TYPE\ndef greet(name: TYPE):\n    return name\n";
    write(&registry, "script.py", script);
    let client = registry.client_with(&settings).await;
    assert_eq!(input_schema(&client, "greet").await, Value::Null);
    symlink("/usr/bin/python3", &interpreter).unwrap();
    shows(&client, "greet", &json!({"name": {"type": "string"}})).await;
    write(
        &registry,
        "app/__init__.py",
        "def package(a: int):\n    pass\n",
    );
    shows(&client, "package", &json!({"a": {"type": "integer"}})).await;
    write(&registry, "helper.py", "TYPE = \n");
    shows(&client, "greet", &Value::Null).await;
    write(&registry, "helper.py", "TYPE = int\n");
    shows(&client, "greet", &json!({"name": {"type": "integer"}})).await;
    client.close().await.unwrap();
}
