//! `Server::discover`: everything that is linked into the binary. Here that is every annotated
//! function of every test.

use toolwright::{Client, Server, prelude::*};

use super::{completion::People, hooks::Journal, injection::Greeting};
use crate::{
    harness::DropFlag,
    http::{Door, SawTheEnd},
};

/// The second.
#[tool]
async fn discovered_b() {}

/// The first.
#[tool]
async fn discovered_a() {}

/// A third, in a module of its own.
mod inner {
    use toolwright::prelude::*;

    /// Named otherwise.
    #[tool(name = "discovered_c")]
    async fn something_else() {}

    /// A resource.
    #[resource("discovered://{id}")]
    async fn discovered_resource(id: String) -> String {
        id
    }

    /// A prompt.
    #[prompt]
    async fn discovered_prompt() -> &'static str {
        "found"
    }
}

async fn client() -> Client {
    Server::discover("it")
        .state(Door::shut().0)
        .state(SawTheEnd(DropFlag::default()))
        .state(Greeting("Hello".into()))
        .state(Journal::default())
        .state(People::default())
        .client()
        .await
        .unwrap()
}

#[tokio::test]
async fn every_annotated_function_is_found_in_the_order_of_names() {
    let client = client().await;
    let tools = client.tools().await.unwrap();
    let names: Vec<_> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert!(names.is_sorted(), "{names:?}");
    let ours: Vec<_> = names
        .iter()
        .filter(|name| name.starts_with("discovered_"))
        .collect();
    assert_eq!(ours, [&"discovered_a", &"discovered_b", &"discovered_c"]);
    let read = client.read("discovered://7").await.unwrap();
    assert_eq!(read[0].text.as_deref(), Some("7"));
    let nothing = serde_json::json!({});
    let messages = client.prompt("discovered_prompt", nothing).await.unwrap();
    assert_eq!(messages, [PromptMessage::user("found")]);
}

#[tokio::test]
async fn tools_of_the_framework_itself_are_not_discovered() {
    let tools = client().await.tools().await.unwrap();
    let built_in = ["calculator", "request_human_input", "serialize_for_cell"];
    assert!(
        tools
            .iter()
            .all(|tool| !built_in.iter().any(|name| tool["name"] == *name))
    );
}

/// Say nothing.
#[tool]
async fn says_version() {}

#[tokio::test]
async fn the_version_is_that_of_the_crate_with_the_tools_unless_it_is_set() {
    async fn version(server: Server) -> String {
        let discovered = server.client().await.unwrap().discover().await.unwrap();
        let version = &discovered["_meta"]["io.modelcontextprotocol/serverInfo"]["version"];
        version.as_str().unwrap().to_owned()
    }
    let server = || Server::new("demo").tools(tools![says_version]);
    assert_eq!(version(server()).await, env!("CARGO_PKG_VERSION"));
    assert_eq!(version(server().version("7.1")).await, "7.1");
    assert_eq!(version(Server::new("demo")).await, "0.0.0");
}
