//! Servers elsewhere, and a handler that was written for rmcp, inside of one's own server.

#![expect(deprecated, reason = "clients of today have log messages")]

use std::{borrow::Cow, sync::Arc};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::wrapper::Parameters,
    model::{
        CompleteRequestParams, CompleteResult, CompletionInfo, GetPromptRequestParams,
        GetPromptResponse, GetPromptResult, ListPromptsResult, ListResourcesResult, LoggingLevel,
        LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam,
        PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
        ResourceContents, Role, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    },
    schemars,
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use serde_json::json;
use tokio::sync::Notify;
use toolwright::{
    Client, Server,
    call::LogLevel,
    client::{Reaction, Revision},
    transport::HttpOptions,
};

use crate::harness::{example_path, soon};

type RmcpContext = RequestContext<RoleServer>;

/// A handler as rmcp's documentation writes one.
#[derive(Default)]
struct Calculator {
    cancelled: Arc<Notify>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Addends {
    a: i64,
    b: i64,
}

/// The form of a question.
#[derive(Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Person {
    name: String,
}

rmcp::elicit_safe!(Person);

#[tool_router]
impl Calculator {
    /// Adds two numbers.
    #[tool]
    async fn add(
        &self,
        Parameters(Addends { a, b }): Parameters<Addends>,
        context: RmcpContext,
    ) -> String {
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, 1.0).with_total(2.0);
            context.peer.notify_progress(progress).await.unwrap();
        }
        let log = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!("adding"));
        context.peer.notify_logging_message(log).await.unwrap();
        (a + b).to_string()
    }

    /// Greets whoever answers.
    #[tool]
    async fn greet(&self, context: RmcpContext) -> Result<String, ErrorData> {
        let person = context.peer.elicit::<Person>("Who is there?").await;
        let person = person.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(format!(
            "Hello {}",
            person.map_or_else(String::new, |person| person.name)
        ))
    }

    /// Says who calls.
    #[tool]
    async fn caller(&self, context: RmcpContext) -> String {
        let called = context.extensions.get::<toolwright::Context>();
        let identity = called.and_then(|called| called.client().identity.as_ref());
        identity
            .map_or("nobody", |identity| identity.user())
            .to_owned()
    }

    /// Panics.
    #[tool]
    async fn panic(&self) -> String {
        panic!("on purpose")
    }

    /// Never answers.
    #[tool]
    async fn wait(&self, context: RmcpContext) -> String {
        context.ct.cancelled().await;
        self.cancelled.notify_one();
        String::new()
    }
}

#[tool_handler]
impl ServerHandler for Calculator {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_completions()
            .enable_logging()
            .build();
        ServerConfig::new(capabilities)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RmcpContext,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = json!({"uri": "numbers://pi", "name": "pi", "mimeType": "text/plain"});
        let resource = serde_json::from_value(resource).unwrap();
        Ok(ListResourcesResult::with_all_items(vec![resource]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RmcpContext,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = ResourceContents::text("3.14", &request.uri);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RmcpContext,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompt = json!({"name": "solve", "arguments": [{"name": "problem", "required": true}]});
        let prompt = serde_json::from_value(prompt).unwrap();
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RmcpContext,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let text = format!(
            "Solve {}.",
            arguments["problem"].as_str().unwrap_or_default()
        );
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RmcpContext,
    ) -> Result<CompleteResult, ErrorData> {
        let values = vec![format!("{}+1", request.argument.value)];
        let info = CompletionInfo::with_all_values(values);
        let info = info.map_err(|error| ErrorData::internal_error(Cow::Owned(error), None))?;
        Ok(CompleteResult::new(info))
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: RmcpContext) -> Result<(), ErrorData> {
        Ok(())
    }
}

/// The address of a server that listens until the test ends.
async fn listening(server: Server) -> String {
    let mut options = HttpOptions::default();
    options.port = 0;
    let (sender, address) = tokio::sync::oneshot::channel();
    let listening = move |address| sender.send(address).unwrap();
    let server = server.build().unwrap();
    tokio::spawn(server.serve_http(options, listening, std::future::pending()));
    format!("http://{}/mcp", address.await.unwrap())
}

#[tokio::test]
async fn a_handler_of_rmcp_is_served_whole() {
    let client = Server::new("demo").mount_rmcp(Calculator::default());
    let client = client.client().await.unwrap().logging(LogLevel::Info);
    let sum = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
    assert_eq!(sum.joined_text(), "3");
    let heard = client.take_notifications();
    let heard: Vec<_> = heard
        .iter()
        .map(|it| (&it["method"], &it["params"]))
        .collect();
    assert_eq!(heard[0].0, "notifications/progress");
    assert_eq!(
        (&heard[0].1["progress"], &heard[0].1["total"]),
        (&json!(1.0), &json!(2.0))
    );
    assert_eq!(
        (heard[1].0, &heard[1].1["data"]),
        (&json!("notifications/message"), &json!("adding"))
    );
    let read = client.read("numbers://pi").await.unwrap();
    assert_eq!(serde_json::to_value(read).unwrap()[0]["text"], "3.14");
    let prompt = client
        .prompt("solve", json!({"problem": "1+1"}))
        .await
        .unwrap();
    assert_eq!(
        serde_json::to_value(prompt).unwrap()[0]["content"]["text"],
        "Solve 1+1."
    );
    assert_eq!(
        client.complete("solve", "problem", "1").await.unwrap(),
        ["1+1"]
    );
    // Its schema is that of its type.
    let refused = client.call("add", json!({"a": "x", "b": 2})).await;
    let expected = "invalid arguments for `add`:
- `a`: got \"x\", wanted an integer
example: {\"a\":1,\"b\":2}";
    assert_eq!(refused.unwrap().joined_text(), expected);
}

#[tokio::test]
async fn a_handler_that_panics_or_is_cancelled_fails_only_its_call() {
    let handler = Calculator::default();
    let cancelled = Arc::clone(&handler.cancelled);
    let client = Server::new("demo")
        .mount_rmcp(handler)
        .client()
        .await
        .unwrap();
    let panicked = client.call("panic", json!({})).await.unwrap_err();
    assert!(
        panicked.to_string().contains("the handler panicked"),
        "{panicked}"
    );
    let wait = client.call("wait", json!({}));
    let dropped = tokio::time::timeout(std::time::Duration::from_millis(100), wait).await;
    assert!(dropped.is_err());
    soon(cancelled.notified()).await;
    let sum = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
    assert_eq!(sum.joined_text(), "3");
    let client = client.as_user("ada");
    assert_eq!(
        client
            .call("caller", json!({}))
            .await
            .unwrap()
            .joined_text(),
        "ada"
    );
}

#[tokio::test]
async fn a_handler_asks_the_client_that_called() {
    let url = listening(Server::new("demo").mount_rmcp(Calculator::default())).await;
    let ask = async |name: &'static str| {
        let client = Client::connect(&url)
            .revision(Revision::V2025_11_25)
            .answering(move |_| Reaction::Accept(json!({"name": name})))
            .await
            .unwrap();
        client.call("greet", json!({})).await.unwrap().joined_text()
    };
    let asked = tokio::join!(ask("Ada"), ask("Grace"), ask("Mary"));
    assert_eq!(
        asked,
        (
            "Hello Ada".into(),
            "Hello Grace".into(),
            "Hello Mary".into()
        )
    );
    // One that cannot be asked gets an error, and so does rmcp itself.
    let client = Client::connect(&url)
        .revision(Revision::V2025_11_25)
        .await
        .unwrap();
    assert!(client.call("greet", json!({})).await.is_err());
}

#[tokio::test]
async fn a_server_elsewhere_is_served_with_what_it_asks_and_reports() {
    let todo = example_path("todo");
    let url = listening(Server::new("math").mount_rmcp(Calculator::default())).await;
    for revision in [
        Revision::V2024_11_05,
        Revision::V2025_11_25,
        Revision::V2026_07_28,
    ] {
        let todo = Client::spawn([&todo])
            .revision(revision)
            .passing_questions_on();
        let math = Client::connect(&url)
            .revision(revision)
            .logging(LogLevel::Info);
        let inner = Server::new("math").mount_remote(math.await.unwrap());
        let server = Server::new("demo")
            .mount_remote(todo.await.unwrap())
            .mount("math", inner);
        let client = server.client().await.unwrap();
        let tools = client.tools().await.unwrap();
        let has = |name: &str| tools.iter().any(|tool| tool["name"] == name);
        assert!(has("add_todo") && has("math_add"), "{tools:?}");
        let title = json!({"title": "Buy milk"});
        assert!(!client.call("add_todo", title).await.unwrap().is_error);
        let sum = client
            .call("math_add", json!({"a": 1, "b": 2}))
            .await
            .unwrap();
        assert_eq!(sum.joined_text(), "3", "{revision}");
        let heard = client.take_notifications();
        let progress = heard
            .iter()
            .any(|it| it["method"] == "notifications/progress");
        assert!(progress, "{revision}: {heard:?}");
    }
}

#[tokio::test]
async fn a_client_in_memory_is_mounted_nowhere() {
    let inner = Server::new("inner").client().await.unwrap();
    let refused = Server::new("outer").mount_remote(inner).client().await;
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("mount its server with `Server::mount`"),
        "{refused}"
    );
}
