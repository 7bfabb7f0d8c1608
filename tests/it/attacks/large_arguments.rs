//! An attacker wants one request to cost much more memory or time than its size.

use std::{
    error::Error,
    fs,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use futures_util::future::join_all;
use serde_json::{Value, json};
use toolwright::{
    BoxFuture, Context, Executor, Tool, ToolDef, ToolOutput,
    govern::Governance,
    log::{CallLog, Redactor},
    prelude::*,
    tool::{Arguments, Permitted, RateLimit},
};

use crate::harness::{Home, Serving, defined_tool, http_client, new_server, tool};

/// The size of the largest requests that a server takes.
const SIZE: usize = 3_900_000;

/// Count words.
#[tool]
async fn counted_words(words: Vec<String>, #[default(1)] limit: usize) -> usize {
    words.len().min(limit)
}

/// The same by hand, whose arguments only the schema checks.
fn counted_by_hand() -> Arc<dyn toolwright::Tool> {
    let schema = json!({
        "type": "object",
        "properties": {
            "words": {"anyOf": [
                {"type": "array", "items": {"type": "string"}},
                {"type": "array", "items": {"type": "boolean"}},
            ]},
            "limit": {"type": "integer"},
        },
    });
    let definition = ToolDef::new("counted_by_hand", "Count words.")
        .with_input_schema(schema.as_object().unwrap().clone())
        .parallel();
    defined_tool(definition, |_, _| async { Ok(ToolOutput::text("counted")) })
}

/// A list of `element`s as JSON, of about so many bytes.
fn list(element: &str, bytes: usize) -> String {
    let count = bytes / (element.len() + 1);
    format!("[{}{element}]", format!("{element},").repeat(count))
}

/// The most processor time that the thread of a runtime spent on one task before another one ran.
///
/// Time on the clock would depend on what else the machine does.
#[derive(Debug, Clone, Default)]
struct Heartbeat {
    longest: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
}

impl Heartbeat {
    fn start() -> Self {
        let heart = Self::default();
        let beating = heart.clone();
        tokio::spawn(async move {
            let mut last = processor_time();
            while !beating.is_over.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(1)).await;
                let now = processor_time();
                let spent = now.checked_sub(last).unwrap_or_default().as_millis();
                let spent = u64::try_from(spent).unwrap();
                beating.longest.fetch_max(spent, Ordering::Relaxed);
                last = now;
            }
        });
        heart
    }

    fn longest(self) -> Duration {
        self.is_over.store(true, Ordering::Relaxed);
        Duration::from_millis(self.longest.load(Ordering::Relaxed))
    }
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    let nanoseconds = statistics.split_whitespace().next().unwrap();
    Duration::from_nanos(nanoseconds.parse().unwrap())
}

/// Before, this took the one thread for a minute and more in a build without optimisations.
#[tokio::test(flavor = "current_thread")]
async fn a_long_list_of_wrong_elements_does_not_hold_up_other_calls() {
    let server = new_server()
        .tools(tools![counted_words])
        .tools([counted_by_hand()]);
    let client = server.govern(Governance::new()).client().await.unwrap();
    let wrong: Value = serde_json::from_str(&list("1", 234_000)).unwrap();
    let arguments = json!({"words": wrong, "limit": "x"});
    let heart = Heartbeat::start();
    for tool in ["counted_words", "counted_by_hand"] {
        let calls = (0..2).map(|_| client.call(tool, &arguments));
        for answer in join_all(calls).await {
            let text = answer.unwrap().joined_text();
            assert!(text.starts_with("invalid arguments for"), "{text}");
            assert!(text.contains("\n- `limit`: got \"x\""), "{text}");
            assert!(text.lines().count() <= 23, "{text}");
        }
    }
    let longest = heart.longest();
    assert!(longest < Duration::from_secs(2), "{longest:?}");
}

/// A log that takes everything and keeps nothing.
struct Nowhere;

impl CallLog for Nowhere {
    fn append(&self, _: Vec<u8>) -> BoxFuture<'_, Result<(), Box<dyn Error + Send + Sync>>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn post(&self, _: Vec<u8>) {}
}

/// A tool that does not look at its arguments.
struct Store(ToolDef);

impl Tool for Store {
    fn definition(&self) -> &ToolDef {
        &self.0
    }

    fn call(
        &self,
        _: Context,
        _: Arguments,
        _: Permitted<'_>,
    ) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::text("stored")) })
    }
}

/// Masking what is secret in so many arguments takes long, in a build without optimisations most.
#[tokio::test(flavor = "current_thread")]
async fn the_record_of_a_large_call_does_not_hold_up_other_calls() {
    let text = "a:b ".repeat(500);
    let secrets =
        format!(r#"{{"password":"correct horse","url":"db://me:pass@host","text":"{text}"}}"#);
    let arguments = format!(r#"{{"texts":{}}}"#, list(&secrets, SIZE));
    let executor = Arc::<OnceLock<Executor>>::default();
    let relay = tool("relay", {
        let (executor, arguments) = (Arc::clone(&executor), Arguments::from_json(arguments));
        move |ctx, _| {
            let (executor, arguments) = (Arc::clone(&executor), arguments.clone());
            async move {
                executor
                    .get()
                    .unwrap()
                    .call(ctx.child(), "store", arguments)
                    .await
            }
        }
    });
    let schema = json!({"type": "object"}).as_object().unwrap().clone();
    let definition = ToolDef::new("store", "Store texts.").with_input_schema(schema);
    let store = Arc::new(Store(definition.parallel()));
    let governance = Governance::new().log(Arc::new(Nowhere), Redactor::new(["correct horse"]));
    let server = new_server().tools([relay, store]).govern(governance);
    let server = server.build().unwrap();
    executor.set(server.executor().clone()).unwrap();
    let client = server.client().await.unwrap();
    let heart = Heartbeat::start();
    let answer = client.call("relay", json!({})).await.unwrap();
    assert_eq!(answer.joined_text(), "stored");
    let longest = heart.longest();
    assert!(longest < Duration::from_millis(50), "{longest:?}");
}

#[tokio::test]
async fn a_limited_caller_is_refused_before_its_arguments_are_looked_at() {
    let governance = Governance::new().rate_limit(RateLimit {
        per_minute: std::num::NonZeroU32::new(1),
        ..RateLimit::default()
    });
    let server = new_server().tools([counted_by_hand()]).govern(governance);
    let client = server.client().await.unwrap();
    let mut answers = Vec::new();
    for _ in 0..3 {
        let answer = client.call("counted_by_hand", json!({"limit": "x"})).await;
        let text = answer.unwrap().joined_text();
        answers.push(text.split([':', ' ']).next().unwrap().to_owned());
    }
    assert_eq!(answers, ["invalid", "too", "too"]);
}

/// The peak of a process's memory, in bytes.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<u64>().unwrap() * 1024
}

/// Calls a tool of a server that is a process of its own, with arguments as text.
async fn call(address: &str, tool: &str, arguments: &str) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "it", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","_meta":{meta},"arguments":{arguments}}}}}"#
    );
    let request = http_client()
        .post(format!("http://{address}/mcp"))
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", tool)
        .body(body);
    // A busy machine takes its time for a build without optimisations.
    let answer = async { request.send().await.unwrap().json().await.unwrap() };
    let patience = Duration::from_secs(200);
    tokio::time::timeout(patience, answer).await.unwrap()
}

#[tokio::test]
async fn no_request_costs_ten_times_its_size_in_memory() {
    let home = Home::new();
    let mut serving = Serving::start(home.toolwright(&["serve", "--port", "0"]));
    let process = serving.child.id();
    let [numbers, objects, texts] = ["1", "{}", r#""a""#].map(|element| list(element, SIZE));
    let attacks = [
        (
            "calculator",
            format!(r#"{{"expression":"1","variables":{{"a":{numbers}}}}}"#),
        ),
        (
            "get_sim_search",
            format!(r#"{{"query_list":{objects},"n_results":"x"}}"#),
        ),
        (
            "get_sim_search",
            format!(r#"{{"query_list":{texts},"n_results":"x"}}"#),
        ),
        (
            "get_sim_search",
            format!(r#"{{"query_list":["a"],"password":{texts}}}"#),
        ),
    ];
    call(&serving.address, "calculator", r#"{"expression":"1"}"#).await;
    let before = peak(process);
    let mut costs = Vec::new();
    for (tool, arguments) in attacks {
        let answer = call(&serving.address, tool, &arguments).await;
        let start = arguments[..60].to_owned();
        costs.push((
            start,
            answer["result"]["isError"].clone(),
            peak(process) - before,
        ));
    }
    serving.kill();
    for (start, is_error, bytes) in costs {
        assert_eq!(is_error, true, "{start}");
        assert!(bytes < 10 * SIZE as u64, "{start}: {bytes} bytes");
    }
}
