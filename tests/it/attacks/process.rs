//! An author wants a schema to freeze the whole process, to fill its memory, or to keep it from stopping.

use std::{fs, pin::pin, process::Command, time::Duration};

use futures_util::future::join_all;
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use crate::{
    harness::{Serving, http_client, soon, until, until_async},
    registry::{Registry, constant},
};

/// The program with a registry, as a process of its own.
struct Program {
    serving: Serving,
    _registry: Registry,
    http: reqwest::Client,
}

impl Program {
    fn start(tools: Value) -> Self {
        Self::serve(Registry::with(tools))
    }

    fn serve(registry: Registry) -> Self {
        Self {
            serving: Serving::start(registry.toolwright(&["serve", "--port", "0"])),
            _registry: registry,
            http: http_client(),
        }
    }

    /// Makes a call, and returns its result.
    async fn call(&self, name: &str, arguments: Value) -> Value {
        let body = json!({"arguments": arguments});
        let (status, called) = self.post(&format!("tools/{name}/call"), &body).await;
        assert_eq!(status, 200, "{called}");
        called
    }

    /// Returns the status and the body of an answer, which has to come soon.
    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let url = format!("http://{}/api/v1/{path}", self.serving.address);
        let answer = soon(self.http.post(url).json(body).send()).await.unwrap();
        (answer.status().as_u16(), soon(answer.json()).await.unwrap())
    }

    /// Asks whether the server is alive again and again, until `attack` ends. Returns its outcome.
    async fn alive_during<T>(&self, attack: impl Future<Output = T>) -> T {
        let mut attack = pin!(attack);
        loop {
            let url = format!("http://{}/healthz", self.serving.address);
            let healthy = soon(self.http.get(url).send()).await.unwrap();
            assert_eq!(healthy.status(), 200);
            if let Ok(ended) = timeout(Duration::from_millis(50), &mut attack).await {
                return ended;
            }
        }
    }

    /// Asks the program to stop, and waits until it has.
    async fn stop(&mut self) {
        let process = self.serving.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &process]).status();
        assert!(told.unwrap().success());
        let ended = || self.serving.child.try_wait().unwrap().is_some();
        until(ended).await;
    }
}

/// Returns the most memory of a process so far, in MB. `None` if it has ended.
pub(super) fn peak_of(process: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kilobytes: usize = peak.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// A tool with one parameter, `x`, of this schema.
fn tool(x: &Value, definitions: &Value) -> Value {
    let mut tool = constant("heavy", "1 if x else 2");
    tool["input_schema"] = json!({"type": "object", "properties": {"x": x}, "$defs": definitions});
    tool
}

/// A tool whose schema refers to itself twice, so that each level of a value doubles the work.
fn recursive_tool() -> Value {
    let node = json!({"$ref": "#/$defs/node"});
    let child = json!({"properties": {"child": node}});
    tool(&node, &json!({"node": {"anyOf": [child, child]}}))
}

fn tree(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, _| json!({"child": inner}))
}

#[tokio::test]
async fn the_errors_of_a_schema_that_branches_do_not_fill_the_memory() {
    // Each number has an error for each of 2¹¹ alternatives: together they would take a gigabyte.
    let definitions = doubling("oneOf", 11);
    let items = json!({"type": "array", "items": {"$ref": "#/$defs/a0"}});
    let program = Program::start(json!([tool(&items, &json!(definitions))]));
    program.call("heavy", json!({"x": [1]})).await;
    let process = program.serving.child.id();
    let before = peak_of(process).unwrap();
    let numbers: Vec<_> = (0..800).collect();
    let called = program.call("heavy", json!({"x": numbers})).await;
    assert_eq!(called["error_kind"], "invalid_arguments", "{called}");
    let after = peak_of(process).unwrap();
    assert!(after < before + 100, "{before} MB, then {after} MB");
}

#[tokio::test]
async fn a_stop_does_not_wait_for_a_validation() {
    let mut program = Program::start(json!([recursive_tool()]));
    let body = json!({"arguments": {"x": tree(55)}});
    let url = format!("http://{}/api/v1/tools/heavy/call", program.serving.address);
    for _ in 0..4 {
        // The client leaves before it is answered.
        let call = program.http.post(&url).json(&body);
        let _ = tokio::time::timeout(Duration::from_millis(500), call.send()).await;
    }
    program.stop().await;
}

/// Definitions of which each applies the next one twice.
pub(super) fn doubling(keyword: &str, count: usize) -> Map<String, Value> {
    let level = |level: usize| {
        let next = json!({"$ref": format!("#/$defs/a{}", level + 1)});
        let both = match keyword {
            "not" => json!({"not": next, "anyOf": [next]}),
            _ => json!({keyword: [next, next]}),
        };
        (format!("a{level}"), both)
    };
    let mut definitions: Map<_, _> = (0..count).map(level).collect();
    definitions.insert(format!("a{count}"), json!({"type": "string"}));
    definitions
}

/// A draft whose parameter takes 2 to the power of `count` steps, and its arguments.
fn doubling_draft(keyword: &str, count: usize) -> Value {
    let definitions = json!(doubling(keyword, count));
    let spec = tool(&json!({"$ref": "#/$defs/a0"}), &definitions);
    json!({"spec": spec, "arguments": {"x": 1}})
}

#[tokio::test]
async fn drafts_that_double_hold_up_neither_the_health_check_nor_a_stop() {
    let mut program = Program::start(json!([]));
    for keyword in ["oneOf", "anyOf", "allOf", "not"] {
        let draft = doubling_draft(keyword, 40);
        let trials = (0..2).map(|_| program.post("tools/test", &draft));
        for (status, told) in program.alive_during(join_all(trials)).await {
            assert_eq!(status, 422, "{keyword}: {told}");
            let told = told.to_string();
            assert!(told.contains("costs too much"), "{keyword}: {told}");
        }
    }
    program.stop().await;
}

/// The tool `heavy`, whose schema an earlier version of the program accepted: it stands in the history.
#[tokio::test]
async fn calls_of_a_public_tool_that_was_accepted_long_ago_do_not_hold_up_others() {
    for keyword in ["oneOf", "anyOf", "allOf", "not"] {
        let mut spec = doubling_draft(keyword, 40)["spec"].take();
        spec["is_public"] = json!(true);
        let registry = Registry::with(json!([spec]));
        let version = json!({
            "tool": "heavy", "revision": 1, "at": "2026-01-31T12:00:00.000Z", "by": "ada", "change": "add",
            "spec": spec,
        });
        fs::write(registry.path("history.jsonl"), format!("{version}\n")).unwrap();
        let mut program = Program::serve(registry);
        let calls = (0..2).map(|_| program.call("heavy", json!({"x": 1})));
        for called in program.alive_during(join_all(calls)).await {
            assert_eq!(called["success"], false, "{keyword}: {called}");
            let error = called["error"].as_str().unwrap();
            assert!(error.contains("costs too much"), "{keyword}: {error}");
        }
        program.stop().await;
    }
}

#[tokio::test]
async fn values_that_are_deep_do_not_hold_up_the_health_check() {
    let program = Program::start(json!([recursive_tool()]));
    let calls = (0..4).map(|_| program.call("heavy", json!({"x": tree(55)})));
    for called in program.alive_during(join_all(calls)).await {
        let error = called["error"].as_str().unwrap();
        let why = "too large or too deep for its schema";
        assert!(error.contains(why), "{called}");
    }
}

#[tokio::test]
async fn a_pattern_that_goes_back_does_not_hold_up_the_health_check() {
    let items = json!({"type": "array", "items": {
        "type": "string", "not": {"pattern": "(?:a|a)*(?<!b)c$"},
    }});
    let program = Program::start(json!([tool(&items, &json!({}))]));
    let many = json!({"x": vec!["a".repeat(30); 4_000]});
    let calls = (0..4).map(|_| program.call("heavy", many.clone()));
    for called in program.alive_during(join_all(calls)).await {
        assert_eq!(called["error_kind"], "invalid_arguments", "{called}");
    }
}

#[tokio::test]
async fn a_small_draft_that_doubles_does_not_fill_the_memory() {
    let program = Program::start(json!([]));
    let process = program.serving.child.id();
    // The first one starts what every trial needs.
    program
        .post("tools/test", &doubling_draft("oneOf", 2))
        .await;
    let before = peak_of(process).unwrap();
    for count in [10, 21, 40] {
        let draft = doubling_draft("oneOf", count);
        assert!(draft.to_string().len() < 4_000);
        let (status, told) = program.post("tools/test", &draft).await;
        let wanted = if count == 10 { 200 } else { 422 };
        assert_eq!(status, wanted, "{count}: {told}");
    }
    let after = peak_of(process).unwrap();
    assert!(after < before + 100, "{before} MB, then {after} MB");
}

#[tokio::test]
async fn the_deadline_of_a_call_ends_the_validation_of_its_arguments() {
    let numbers = json!({"type": "array", "items": {"type": "integer"}});
    let [mut patient, mut hasty] = [tool(&numbers, &json!({})), tool(&numbers, &json!({}))];
    patient["name"] = json!("patient");
    (hasty["name"], hasty["timeout"]) = (json!("hasty"), json!(0.005));
    let program = Program::start(json!([patient, hasty]));
    // The last one does not fit, which takes many times as long to find out.
    let mut long = vec![json!(1); 100_000];
    long.push(json!("a"));
    let arguments = json!({"x": long});
    let called = program.call("patient", arguments.clone()).await;
    assert_eq!(called["error_kind"], "invalid_arguments", "{called}");
    let whole = called["elapsed"].as_f64().unwrap();
    let called = program.call("hasty", arguments).await;
    assert_eq!(called["error_kind"], "timeout", "{called}");
    let elapsed = called["elapsed"].as_f64().unwrap();
    assert!(elapsed < whole / 2.0, "{elapsed} s of {whole} s");
}

/// The processor time of a process so far, in ticks of 10 ms.
fn ticks_of(process: u32) -> u64 {
    let statistics = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name before may contain spaces.
    let (_, rest) = statistics.rsplit_once(") ").unwrap();
    let mut fields = rest.split(' ').skip(11);
    let mut ticks = || fields.next().unwrap().parse::<u64>().unwrap();
    ticks() + ticks()
}

#[tokio::test]
async fn a_check_whose_client_left_comes_to_an_end() {
    let program = Program::start(json!([]));
    let node = json!({"$ref": "#/$defs/node"});
    let options: Vec<_> = (0..60).map(|_| json!({"items": node})).collect();
    let deep = (0..50).fold(json!(1), |inner, _| json!([inner]));
    let definitions = json!({"node": {"anyOf": options}});
    let deep = tool(
        &json!({"$ref": "#/$defs/node", "default": deep}),
        &definitions,
    );
    let mut many = constant("many", "1");
    many["parameters"] = json!(vec![json!({}); 60_000]);
    let url = format!("http://{}/api/v1/tools/check", program.serving.address);
    for spec in [deep, many] {
        for _ in 0..4 {
            let check = program.http.post(&url).json(&json!({"spec": spec}));
            // The client leaves before it is answered.
            let _ = timeout(Duration::from_millis(100), check.send()).await;
        }
        let process = program.serving.child.id();
        until_async(async || {
            let before = ticks_of(process);
            tokio::time::sleep(Duration::from_millis(500)).await;
            ticks_of(process) - before < 10
        })
        .await;
    }
}
