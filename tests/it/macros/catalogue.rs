//! Tools, resources and prompts that come and go, and names that are taken.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio::sync::Notify;
use toolwright::{
    BoxFuture, Tool, ToolDef, ToolOutput,
    catalog::{Change, ToolSource},
    prelude::*,
    prompts, resources,
};

use crate::{
    fixtures::add,
    harness::{defined_tool, new_server, soon, tool, until},
};

/// Here for a while.
#[resource("visiting://{id}")]
async fn visiting_resource(id: String) -> String {
    id
}

/// Here for a while.
#[prompt]
async fn visiting_prompt() -> &'static str {
    "hello"
}

fn named(name: &str) -> Arc<dyn Tool> {
    tool(name, |_, _| async { Ok(ToolOutput::text("here")) })
}

#[tokio::test]
async fn tools_are_added_and_removed_while_the_server_runs() {
    let built = new_server().tools(tools![add]).build().unwrap();
    let catalog = built.catalog().clone();
    let mut changes = catalog.changes();
    let client = built.client().await.unwrap();
    assert!(client.call("late", json!({})).await.is_err());
    catalog.add_tool(named("late")).unwrap();
    assert_eq!(soon(changes.recv()).await, Ok(Change::Tools));
    let output = client.call("late", json!({})).await.unwrap();
    assert_eq!(output.joined_text(), "here");
    assert!(catalog.remove_tool("late"));
    assert_eq!(soon(changes.recv()).await, Ok(Change::Tools));
    let gone = client.call("late", json!({})).await.unwrap_err();
    assert_eq!(gone.to_string(), "unknown tool `late`");
    assert!(!catalog.remove_tool("late"), "it is gone");
}

#[tokio::test]
async fn resources_and_prompts_are_added_and_removed_too() {
    let built = new_server().build().unwrap();
    let catalog = built.catalog().clone();
    let mut changes = catalog.changes();
    let client = built.client().await.unwrap();
    for resource in resources![visiting_resource] {
        catalog.add_resource(resource).unwrap();
    }
    for prompt in prompts![visiting_prompt] {
        catalog.add_prompt(prompt).unwrap();
    }
    assert_eq!(
        client.read("visiting://x").await.unwrap()[0]
            .text
            .as_deref(),
        Some("x")
    );
    assert_eq!(
        client
            .prompt("visiting_prompt", json!({}))
            .await
            .unwrap()
            .len(),
        1
    );
    assert!(catalog.remove_resource("visiting://{id}"));
    assert!(catalog.remove_prompt("visiting_prompt"));
    assert!(client.read("visiting://x").await.is_err());
    assert!(client.prompt("visiting_prompt", json!({})).await.is_err());
    let expected = [
        Change::Resources,
        Change::Prompts,
        Change::Resources,
        Change::Prompts,
    ];
    for change in expected {
        assert_eq!(soon(changes.recv()).await, Ok(change));
    }
}

#[tokio::test]
async fn a_duplicate_name_is_refused() {
    let twice = |kind: &str, name: &str| format!("duplicate {kind} `{name}`");
    for (server, kind, name) in [
        (
            new_server().tools(tools![add]).tools([named("add")]),
            "tool",
            "add",
        ),
        (
            new_server().resources(resources![visiting_resource, visiting_resource]),
            "resource",
            "visiting://{id}",
        ),
        (
            new_server().prompts(prompts![visiting_prompt, visiting_prompt]),
            "prompt",
            "visiting_prompt",
        ),
        (
            new_server()
                .tools([named("a_b")])
                .mount("a", toolwright::Server::new("a").tools([named("b")])),
            "tool",
            "a_b",
        ),
    ] {
        assert_eq!(server.build().unwrap_err().to_string(), twice(kind, name));
    }
    let built = new_server().tools(tools![add]).build().unwrap();
    let refused = built.catalog().add_tool(named("add")).unwrap_err();
    assert_eq!(refused.to_string(), twice("tool", "add"));
}

#[test]
fn names_and_schemas_that_clients_refuse_are_refused() {
    for name in ["", "with space", "ä", &"x".repeat(65)] {
        let refused = new_server().tools([named(name)]).build().unwrap_err();
        let why = "expected 1 to 64 letters, digits, `_`, `-`, `.` or `/`";
        assert_eq!(refused.to_string(), format!("invalid name `{name}`: {why}"));
    }
    let types = "one of `array`, `boolean`, `integer`, `null`, `number`, `object`, `string`";
    let misspelt = format!("is not a JSON schema: `type` is \"strin\", expected {types}");
    for (schema, problem) in [
        (json!({"type": "string"}), "is not of type `object`"),
        (json!({"type": "strin"}), &misspelt),
    ] {
        let schema = schema.as_object().unwrap();
        let odd = || ToolDef::new("odd", "Odd.");
        for (definition, which) in [
            (odd().with_input_schema(schema.clone()), "input"),
            (odd().with_output_schema(Some(schema.clone())), "output"),
        ] {
            let tool = defined_tool(definition, |_, _| async { Ok(ToolOutput::text("never")) });
            assert_eq!(
                new_server().tools([tool]).build().unwrap_err().to_string(),
                format!("the {which} schema of the tool `odd` {problem}")
            );
        }
    }
}

#[tokio::test]
async fn a_tool_that_wants_scopes_is_refused_while_nothing_checks_them() {
    let wanting = || {
        let definition = ToolDef::new("delete", "Delete all.")
            .scope("admin")
            .scope("owner");
        defined_tool(definition, |_, _| async { Ok(ToolOutput::text("gone")) })
    };
    let expected = "the tool `delete` wants the scope `admin`, but nothing says which scopes a caller has: \
                    without `Server::authenticate` everybody could call it";
    let refused = new_server().tools([wanting()]).build();
    assert_eq!(refused.unwrap_err().to_string(), expected);
    let mounted = new_server().mount("inner", new_server().tools([wanting()]));
    assert_eq!(mounted.build().unwrap_err().to_string(), expected);
    let built = new_server().build().unwrap();
    let refused = built.catalog().add(wanting()).unwrap_err();
    assert_eq!(refused.to_string(), expected);
}

/// Tools that the test swaps.
#[derive(Clone, Default)]
struct Swapped {
    names: Arc<Mutex<Vec<&'static str>>>,
    changed: Arc<Notify>,
}

impl Swapped {
    fn swap(&self, names: &[&'static str]) {
        *self.names.lock().unwrap() = names.to_vec();
        self.changed.notify_one();
    }
}

impl ToolSource for Swapped {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.names
            .lock()
            .unwrap()
            .iter()
            .map(|name| named(name))
            .collect()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        Box::pin(async {
            self.changed.notified().await;
            Change::Tools
        })
    }
}

#[tokio::test]
async fn the_tools_of_a_source_may_change() {
    let source = Swapped::default();
    source.names.lock().unwrap().push("one");
    let built = new_server()
        .tools(tools![add])
        .source(source.clone())
        .build()
        .unwrap();
    let catalog = built.catalog().clone();
    let client = built.client().await.unwrap();
    assert!(client.call("one", json!({})).await.is_ok());
    source.swap(&["two", "three"]);
    until(|| catalog.snapshot().tool("two").is_some()).await;
    let snapshot = catalog.snapshot();
    let names: Vec<_> = snapshot
        .tools()
        .map(|tool| tool.definition().name())
        .collect();
    assert_eq!(names, ["add", "three", "two"]);
    source.swap(&["add", "four"]);
    until(|| catalog.snapshot().tool("four").is_some()).await;
    let add = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
    assert_eq!(add.joined_text(), "3", "a taken name is skipped");
    let refused = catalog.add_tool(named("four")).unwrap_err();
    assert_eq!(refused.to_string(), "duplicate tool `four`");
    source.swap(&["five"]);
    until(|| catalog.snapshot().tool("five").is_some()).await;
    assert_eq!(catalog.snapshot().tools().len(), 2);
}

/// A source that says that something has changed whenever it is asked.
#[derive(Clone, Default)]
struct Restless(Arc<AtomicUsize>);

impl ToolSource for Restless {
    fn tools(&self) -> Vec<Arc<dyn Tool>> {
        Vec::new()
    }

    fn changed(&self) -> BoxFuture<'_, Change> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Box::pin(std::future::ready(Change::Tools))
    }
}

#[tokio::test]
async fn a_source_that_never_waits_is_slowed_down() {
    let source = Restless::default();
    let server = new_server().tools(tools![add]).source(source.clone());
    let client = server.client().await.unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let sum = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
    assert_eq!(sum.joined_text(), "3");
    let asked = source.0.load(Ordering::Relaxed);
    assert!((100..=300).contains(&asked), "asked {asked} times");
}

/// Unlock what is here for a while.
#[tool]
async fn unlock_visitors(ctx: Context) -> Result<(), ToolError> {
    ctx.catalog().add(tools![add])?;
    ctx.catalog().add(resources![visiting_resource])?;
    ctx.catalog().add(prompts![visiting_prompt])?;
    Ok(())
}

#[tokio::test]
async fn annotated_functions_are_added_while_the_server_runs_and_the_client_hears_it() {
    let client = new_server()
        .tools(tools![unlock_visitors])
        .client()
        .await
        .unwrap();
    client.call("unlock_visitors", json!({})).await.unwrap();
    let output = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
    assert_eq!(output.joined_text(), "3");
    assert_eq!(
        client.read("visiting://7").await.unwrap()[0]
            .text
            .as_deref(),
        Some("7")
    );
    let heard = client.take_notifications();
    let methods: Vec<_> = heard
        .iter()
        .map(|heard| heard["method"].as_str().unwrap())
        .collect();
    let lists = ["tools", "resources", "prompts"];
    assert_eq!(
        methods,
        lists.map(|list| format!("notifications/{list}/list_changed"))
    );
    assert_eq!(client.take_notifications(), Vec::<serde_json::Value>::new());
    let again = client.call("unlock_visitors", json!({})).await.unwrap();
    assert_eq!(
        (again.is_error, again.joined_text().as_str()),
        (true, "duplicate tool `add`")
    );
}

#[tokio::test]
async fn a_client_hears_of_the_resources_that_it_subscribed_to() {
    let built = new_server().build().unwrap();
    let catalog = built.catalog().clone();
    let client = built.client().await.unwrap();
    client.subscribe("visiting://1");
    catalog.resource_updated("visiting://1");
    catalog.resource_updated("visiting://2");
    let heard = client.take_notifications();
    let expected = json!({
        "jsonrpc": "2.0",
        "method": "notifications/resources/updated",
        "params": {"uri": "visiting://1"},
    });
    assert_eq!(heard, [expected]);
}
