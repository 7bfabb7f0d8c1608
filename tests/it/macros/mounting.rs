//! A server inside of another.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use toolwright::{
    BoxFuture, Client, Server, ToolOutput,
    middleware::{Call, ItemCall, ItemNext, ItemOutput, Next},
    prelude::*,
};

use crate::{
    fixtures::add,
    harness::{Logs, new_server, soon, tool, until},
};

/// Which server this is.
struct Whose(&'static str);

/// Say whose this is.
#[tool]
async fn mount_whose(ctx: Context) -> Result<String, ToolError> {
    Ok(ctx.state::<Whose>()?.0.to_owned())
}

/// A book.
#[resource("mount-books://{id}")]
async fn mount_book(#[complete(mount_ids)] id: u8, ctx: Context) -> Result<String, ToolError> {
    Ok(format!("{id} of {}", ctx.state::<Whose>()?.0))
}

/// The catalogue.
#[resource("mount-books://all")]
async fn mount_books(ctx: Context) -> Result<String, ToolError> {
    let read = ctx.read_resource("mount-books://7").await?;
    Ok(read[0].text.clone().unwrap_or_default())
}

/// Recommend a book.
#[prompt]
async fn mount_recommend(ctx: Context) -> Result<String, ToolError> {
    Ok(format!("Read, {}!", ctx.state::<Whose>()?.0))
}

async fn mount_ids(_: Completion) -> Vec<String> {
    vec!["7".into()]
}

/// Says its name before what the rest says.
fn naming(name: &'static str) -> impl toolwright::Middleware {
    move |call: Call, next: Next| async move {
        let output = next.run(call).await?;
        Ok(ToolOutput::text(format!("{name} {}", output.joined_text())))
    }
}

fn library() -> Server {
    Server::new("library")
        .state(Whose("the library"))
        .middleware(naming("inner"))
        .tools(tools![mount_whose, add])
        .resources(resources![mount_book, mount_books])
        .prompts(prompts![mount_recommend])
}

async fn outer() -> Client {
    new_server()
        .state(Whose("the house"))
        .middleware(naming("outer"))
        .tools(tools![mount_whose])
        .mount("library", library())
        .client()
        .await
        .unwrap()
}

fn names(list: &[Value], key: &str) -> Vec<String> {
    list.iter()
        .map(|one| one[key].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn everything_of_a_mounted_server_has_the_prefix() {
    let client = outer().await;
    assert_eq!(
        names(&client.tools().await.unwrap(), "name"),
        ["library_add", "library_mount_whose", "mount_whose"]
    );
    let resources = client.resources().await.unwrap();
    assert_eq!(names(&resources, "uri"), ["mount-books://library/all"]);
    assert_eq!(names(&resources, "name"), ["library_mount_books"]);
    let templates = client.templates().await.unwrap();
    assert_eq!(
        names(&templates, "uriTemplate"),
        ["mount-books://library/{id}"]
    );
    assert_eq!(
        names(&client.prompts().await.unwrap(), "name"),
        ["library_mount_recommend"]
    );
}

#[tokio::test]
async fn a_mounted_server_keeps_its_states_and_middleware() {
    let client = outer().await;
    let call = async |name: &str| client.call(name, json!({})).await.unwrap().joined_text();
    assert_eq!(call("mount_whose").await, "outer the house");
    assert_eq!(call("library_mount_whose").await, "outer inner the library");
    let recommended = client
        .prompt("library_mount_recommend", json!({}))
        .await
        .unwrap();
    assert_eq!(recommended, [PromptMessage::user("Read, the library!")]);
}

#[tokio::test]
async fn a_mounted_resource_is_read_by_its_prefix_and_sees_its_own_uri() {
    let client = outer().await;
    let book = client.read("mount-books://library/3").await.unwrap();
    let expected =
        ResourceContents::text("mount-books://library/3", "text/plain", "3 of the library");
    assert_eq!(book, [expected]);
    let all = client.read("mount-books://library/all").await.unwrap();
    assert_eq!(all[0].text.as_deref(), Some("7 of the library"));
    assert!(client.read("mount-books://3").await.is_err());
    let completed = client
        .complete("mount-books://library/{id}", "id", "")
        .await
        .unwrap();
    assert_eq!(completed, ["7"]);
}

/// Counts what is used.
#[derive(Clone, Default)]
struct CountingItems(Arc<AtomicUsize>);

impl toolwright::Middleware for CountingItems {
    fn handle_item<'a>(
        &'a self,
        call: ItemCall,
        next: ItemNext<'a>,
    ) -> BoxFuture<'a, Result<ItemOutput, ToolError>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Box::pin(next.run(call))
    }
}

#[tokio::test]
async fn a_completion_passes_the_middleware_of_the_mounted_server() {
    let counting = CountingItems::default();
    let inner = library().middleware(counting.clone());
    let client = new_server().mount("library", inner).client().await.unwrap();
    let completed = client.complete("mount-books://library/{id}", "id", "");
    assert_eq!(completed.await.unwrap(), ["7"]);
    assert_eq!(counting.0.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_server_mounted_twice_deep_has_both_prefixes() {
    let middle = Server::new("middle").mount("library", library());
    let client = new_server().mount("middle", middle).client().await.unwrap();
    let output = client
        .call("middle_library_mount_whose", json!({}))
        .await
        .unwrap();
    assert_eq!(output.joined_text(), "inner the library");
    let book = client.read("mount-books://middle/library/3").await.unwrap();
    assert_eq!(book[0].text.as_deref(), Some("3 of the library"));
}

/// A server whose tool adds another to it.
fn growing() -> Server {
    let grow = tool("grow", |ctx, _| async move {
        let late = tool("late", |_, _| async { Ok(ToolOutput::text("here")) });
        ctx.catalog().add_tool(late)?;
        Ok(ToolOutput::text("grown"))
    });
    Server::new("growing").tools([grow])
}

#[tokio::test]
async fn a_tool_added_to_a_mounted_server_is_announced() {
    let built = new_server().mount("inner", growing()).build().unwrap();
    let catalog = built.catalog().clone();
    let mut changes = catalog.changes();
    let client = built.client().await.unwrap();
    client.call("inner_grow", json!({})).await.unwrap();
    soon(changes.recv()).await.unwrap();
    until(|| catalog.snapshot().tool("inner_late").is_some()).await;
    let output = client.call("inner_late", json!({})).await.unwrap();
    assert_eq!(output.joined_text(), "here");
}

#[tokio::test]
async fn resources_and_prompts_added_to_a_mounted_server_appear() {
    let inner = Server::new("inner").on_start(|services| async move {
        services
            .catalog()
            .add_resource(resources![mount_book][0].clone())?;
        services
            .catalog()
            .add_prompt(prompts![mount_recommend][0].clone())
    });
    let built = new_server().mount("inner", inner).build().unwrap();
    let catalog = built.catalog().clone();
    let _client = built.client().await.unwrap();
    until(|| catalog.snapshot().prompts().len() == 1).await;
    until(|| catalog.snapshot().templates().len() == 1).await;
}

#[tokio::test]
async fn a_tool_added_by_a_start_hook_is_listed() {
    let inner = Server::new("inner").on_start(|services| async move {
        let early = tool("early", |_, _| async { Ok(ToolOutput::text("here")) });
        services.catalog().add_tool(early)
    });
    let built = new_server().mount("inner", inner).build().unwrap();
    let catalog = built.catalog().clone();
    let _client = built.client().await.unwrap();
    let found = tokio::time::timeout(
        std::time::Duration::from_secs(3),
        until(|| catalog.snapshot().tool("inner_early").is_some()),
    );
    assert!(found.await.is_ok(), "a change during the start is lost");
}

#[tokio::test]
async fn a_change_of_a_mounted_resource_is_announced_with_its_prefix() {
    let touch = tool("touch", |ctx, _| async move {
        ctx.catalog().resource_updated("mount-books://7");
        Ok(ToolOutput::text("touched"))
    });
    let built = new_server()
        .mount("library", library().tools([touch]))
        .build()
        .unwrap();
    let mut changes = built.catalog().changes();
    let client = built.client().await.unwrap();
    client.call("library_touch", json!({})).await.unwrap();
    let heard = tokio::time::timeout(std::time::Duration::from_secs(3), changes.recv()).await;
    let expected = toolwright::catalog::Change::Resource("mount-books://library/7".into());
    assert_eq!(heard.ok().and_then(Result::ok), Some(expected));
}

#[test]
fn a_prefix_must_be_a_valid_part_of_a_name() {
    for prefix in ["", "a b", "a/b", "ä"] {
        let refused = new_server()
            .mount(prefix, Server::new("x"))
            .build()
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!(
                "`{prefix}` is not a valid prefix for a mounted server: use letters, digits, `_` and `-`"
            )
        );
    }
}

#[test]
fn a_missing_state_of_a_mounted_server_fails_the_build() {
    use super::injection::Greeting;

    /// Take a greeting.
    #[tool]
    async fn mount_greeted(greeting: State<Greeting>) -> String {
        greeting.0.clone()
    }
    let inner = Server::new("inner").tools(tools![mount_greeted]);
    let outer = new_server().state(Greeting("outer".into()));
    let refused = outer.mount("inner", inner).build().unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("the tool `mount_greeted` takes `State<"),
        "{refused}"
    );
}

/// Fail.
#[tool]
async fn mount_fails() -> Result<(), ToolError> {
    Err(ToolError::failed("the disk is full"))
}

#[tokio::test]
async fn a_failure_of_a_mounted_tool_is_logged_once_by_its_outer_name() {
    let inner = new_server().tools(tools![mount_fails]);
    let middle = new_server().mount("b", inner);
    let client = new_server().mount("a", middle).client().await.unwrap();
    let (logs, _guard) = Logs::capture();
    let failed = client.call("a_b_mount_fails", json!({})).await.unwrap();
    assert!(failed.is_error);
    assert_eq!(
        logs.with("the disk is full"),
        ["WARN toolwright::executor::failure_log: the disk is full tool=\"a_b_mount_fails\""]
    );
}
