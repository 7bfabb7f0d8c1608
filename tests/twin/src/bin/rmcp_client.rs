//! Drives `examples/todo` with rmcp's own client: `rmcp_client legacy|modern TODO CONFORMANCE`.
//!
//! Both are addresses, or programs that are servers on their standard streams. The second is
//! `examples/conformance`, which samples; `examples/todo` does not. Ends with an error at the first difference.

#![expect(deprecated, reason = "clients of today sample, and have log messages")]

use std::sync::{Arc, Mutex};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt as _, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams, ElicitResult,
        ElicitationAction, GetPromptRequestParams, Implementation, LoggingLevel,
        LoggingMessageNotificationParam, ProgressNotificationParam, ProtocolVersion,
        ReadResourceRequestParams, Role, SamplingMessage, SamplingMessageContentBlock,
        SetLevelRequestParams,
    },
    service::{NotificationContext, RequestContext, RunningService},
    transport::{StreamableHttpClientTransport, TokioChildProcess},
};
use serde_json::{Value, json};
use tokio::process::Command;

type Failure = Box<dyn std::error::Error>;
/// The running client. Its `Peer` alone does not answer questions of the modern era.
type Client = RunningService<RoleClient, Person>;

/// What the client has heard.
#[derive(Clone, Default)]
struct Person(Arc<Mutex<Heard>>);

#[derive(Default)]
struct Heard {
    progress: Vec<f64>,
    logs: Vec<Value>,
    questions: usize,
    samples: usize,
}

impl Person {
    fn heard<T>(&self, note: impl FnOnce(&mut Heard) -> T) -> T {
        note(&mut self.0.lock().expect("no test panics while it notes"))
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder()
            .enable_elicitation()
            .enable_sampling()
            .build();
        ClientConfig::new(capabilities, Implementation::new("rmcp", "3"))
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.heard(|heard| heard.questions += 1);
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({"confirm": true})))
    }

    async fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        self.heard(|heard| heard.samples += 1);
        let said = SamplingMessageContentBlock::text("from the model");
        let message = SamplingMessage::new(Role::Assistant, said);
        Ok(CreateMessageResult::new(message, "none".to_owned()))
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.heard(|heard| heard.progress.push(progress.progress));
    }

    async fn on_logging_message(
        &self,
        log: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.heard(|heard| heard.logs.push(log.data));
    }
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [era, todo, conformance] = words.as_slice() else {
        return Err("usage: rmcp_client legacy|modern TODO CONFORMANCE".into());
    };
    let is_modern = era == "modern";
    let person = Person::default();
    let client = connect(&person, todo, is_modern).await?;
    offered(&client).await?;
    used(&client, &person).await?;
    if !is_modern {
        logged(&client, &person).await?;
    }
    client.cancel().await?;
    let client = connect(&person, conformance, is_modern).await?;
    let said = call(&client, "test_sampling", json!({"prompt": "Hi"})).await?;
    assert_eq!(text(&said), "LLM response: from the model");
    assert_eq!(person.heard(|heard| heard.samples), 1);
    client.cancel().await?;
    Ok(())
}

/// Connects to an address or a program.
async fn connect(person: &Person, place: &str, is_modern: bool) -> Result<Client, Failure> {
    let lifecycle = match is_modern {
        true => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        },
        false => ClientLifecycleMode::Initialize,
    };
    let person = person.clone();
    Ok(match place.starts_with("http://") {
        true => {
            let transport = StreamableHttpClientTransport::from_uri(place);
            person.serve_with_lifecycle(transport, lifecycle).await?
        }
        false => {
            let transport = TokioChildProcess::new(Command::new(place))?;
            person.serve_with_lifecycle(transport, lifecycle).await?
        }
    })
}

/// The lists have what the server offers.
async fn offered(client: &Client) -> Result<(), Failure> {
    let tools = client.list_all_tools().await?;
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    let expected = [
        "add_todo",
        "cancellations",
        "complete_todo",
        "delete_todo",
        "import_todos",
        "list_todos",
        "report",
        "wait",
    ];
    assert_eq!(names, expected);
    let resources = client.list_all_resources().await?;
    assert_eq!(resources.len(), 1);
    assert_eq!(client.list_all_resource_templates().await?.len(), 1);
    let prompts = client.list_all_prompts().await?;
    let names: Vec<_> = prompts.iter().map(|prompt| &*prompt.name).collect();
    assert_eq!(names, ["plan", "review"]);
    Ok(())
}

/// Tools are called, resources read, prompts got and completed.
async fn used(client: &Client, person: &Person) -> Result<(), Failure> {
    let added = call(client, "add_todo", json!({"title": "Buy milk"})).await?;
    let added = added.structured_content.ok_or("no structured content")?;
    assert_eq!(
        (&added["id"], &added["title"]),
        (&json!(1), &json!("Buy milk"))
    );
    let imported = call(client, "import_todos", json!({"titles": ["a", "b", "c"]})).await?;
    assert_eq!(text(&imported), "3");
    // Notifications are handled beside the call.
    for _ in 0..100 {
        if person.heard(|heard| heard.progress.len()) == 3 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut progress = person.heard(|heard| heard.progress.clone());
    progress.sort_by(f64::total_cmp);
    assert_eq!(progress, [1.0, 2.0, 3.0]);
    let deleted = call(client, "delete_todo", json!({"id": 1})).await?;
    assert_eq!(text(&deleted), "deleted todo 1");
    assert_eq!(person.heard(|heard| heard.questions), 1);
    let read = ReadResourceRequestParams::new("todo://items/2");
    let read = serde_json::to_value(client.read_resource(read).await?)?;
    let item = read["contents"][0]["text"].as_str().ok_or("no text")?;
    assert!(item.contains(r#""title":"a""#), "{item}");
    let goal = json!({"goal": "the sea"})
        .as_object()
        .cloned()
        .unwrap_or_default();
    let plan = GetPromptRequestParams::new("plan").with_arguments(goal);
    let plan = serde_json::to_value(client.get_prompt(plan).await?)?;
    let expected = "Plan how to reach the sea in 7 days.";
    assert_eq!(plan["messages"][0]["content"]["text"], expected);
    let completed = client.complete_prompt_argument("review", "priority", "h", None);
    assert_eq!(completed.await?.values, ["high"]);
    let refused = call(client, "complete_todo", json!({"id": 99})).await?;
    assert_eq!(refused.is_error, Some(true));
    Ok(())
}

/// A client with a session gets the log messages that it asks for.
async fn logged(client: &Client, person: &Person) -> Result<(), Failure> {
    let level = SetLevelRequestParams::new(LoggingLevel::Info);
    client.set_level(level).await?;
    call(client, "report", json!({})).await?;
    for _ in 0..100 {
        if person.heard(|heard| !heard.logs.is_empty()) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(
        person.heard(|heard| heard.logs.clone()),
        [json!("reporting")]
    );
    Ok(())
}

async fn call(
    client: &Client,
    name: &'static str,
    arguments: Value,
) -> Result<CallToolResult, Failure> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let call = CallToolRequestParams::new(name).with_arguments(arguments);
    Ok(client.call_tool(call).await?)
}

fn text(result: &CallToolResult) -> String {
    let result = serde_json::to_value(result).unwrap_or_default();
    let blocks = result["content"].as_array().into_iter().flatten();
    let texts = blocks.filter_map(|block| block["text"].as_str());
    texts.collect::<Vec<_>>().concat()
}
