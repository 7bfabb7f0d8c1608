//! Plans: failed and denied steps, concurrency, tools that are off.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use toolwright::{
    Server, ToolDef, ToolError, ToolOutput,
    govern::{NamePattern, Policy},
    plan::Plan,
};

use super::governed;
use crate::harness::{DropFlag, Gate, Modern, TestServer, defined_tool, new_server, tool, until};

/// Tools that note when they begin and end, and their notes.
fn server() -> (Server, Arc<std::sync::Mutex<Vec<String>>>) {
    let order = Arc::new(std::sync::Mutex::new(Vec::new()));
    let noting = |name: &'static str, definition: ToolDef| {
        let order = Arc::clone(&order);
        defined_tool(definition, move |_, _| {
            let order = Arc::clone(&order);
            async move {
                order.lock().unwrap().push(format!("{name} begins"));
                tokio::time::sleep(Duration::from_millis(30)).await;
                order.lock().unwrap().push(format!("{name} ends"));
                Ok(ToolOutput::text(name))
            }
        })
    };
    let failing = tool("failing", |_, _| async {
        Err::<ToolOutput, _>(ToolError::failed("it failed"))
    });
    let tools = [
        noting("first", ToolDef::new("first", "First.")),
        noting("left", ToolDef::new("left", "Left.").parallel()),
        noting("right", ToolDef::new("right", "Right.").parallel()),
        noting("hidden", ToolDef::new("hidden", "Hidden.")),
        failing,
    ];
    (new_server().tools(tools), order)
}

fn plan(steps: Value) -> Plan {
    serde_json::from_value(steps).unwrap()
}

#[tokio::test]
async fn the_steps_after_a_failed_one_still_run() {
    let policy = Policy::only(["first", "left", "right", "failing"].map(NamePattern::new));
    let (server, _) = server();
    let (server, records) = governed(server.policy(policy));
    let client = server.client().await.unwrap();
    let steps = json!([
        {"tool": "first"}, {"tool": "failing", "arguments": {}}, {"tool": "hidden"}, {"tool": "nobody"}, {"tool": "left"},
    ]);
    let report = client.run_plan(plan(steps)).await.unwrap();
    let results: Vec<_> = report
        .results
        .iter()
        .map(|result| {
            (
                result.tool.as_str(),
                result.success,
                result.error.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        results,
        [
            ("first", true, None),
            ("failing", false, Some("Execution error: it failed")),
            ("hidden", false, Some("Blocked by whitelist policy")),
            ("nobody", false, Some("Tool 'nobody' not found")),
            ("left", true, None),
        ]
    );
    assert_eq!((report.succeeded, report.failed), (2, 3));
    assert_eq!(report.results[0].result, Some(json!("first")));
    assert_eq!(records.taken().len(), 5);
}

#[tokio::test]
async fn consecutive_parallel_steps_run_concurrently() {
    let (server, order) = server();
    let client = governed(server).0.client().await.unwrap();
    let steps = json!({"steps": [{"tool": "left"}, {"tool": "right"}, {"tool": "first"}, {"tool": "left"}]});
    let report = client.run_plan(plan(steps)).await.unwrap();
    assert_eq!(report.succeeded, 4);
    let order = order.lock().unwrap().clone();
    assert_eq!(order[..2], ["left begins", "right begins"]);
    assert_eq!(
        order[4..],
        ["first begins", "first ends", "left begins", "left ends"]
    );
}

#[tokio::test]
async fn a_plan_is_skipped_if_tools_are_off() {
    let (server, order) = server();
    let (server, records) = governed(server.policy(Policy::none()));
    let client = server.client().await.unwrap();
    let report = client
        .run_plan(plan(json!([{"tool": "first"}])))
        .await
        .unwrap();
    assert_eq!(
        report.skipped.as_deref(),
        Some("tool execution is off (`MCP_TOOLS=false`)")
    );
    assert!(report.results.is_empty() && records.taken().is_empty());
    assert!(order.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_plan_of_an_agent_does_not_reveal_denied_tools() {
    let policy = Policy::only(["first", "run_plan"].map(NamePattern::new));
    let (server, _) = server();
    let (server, records) = governed(server.policy(policy).plans());
    let server = TestServer::start(server).await;
    let steps = json!([{"tool": "first"}, {"tool": "hidden"}, {"tool": "nobody"}, {"tool": "run_plan", "arguments": {"steps": []}}]);
    let result = Modern::of(&server)
        .call("run_plan", json!({"steps": steps}))
        .await
        .into_result();
    let report = &result["structuredContent"];
    let errors: Vec<_> = report["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["error"].clone())
        .collect();
    let expected = [
        json!(null),
        json!("Tool 'hidden' not found"),
        json!("Tool 'nobody' not found"),
        json!("Execution error: a plan cannot run another plan"),
    ];
    assert_eq!(errors, expected);
    assert_eq!(report["results"][0]["result"], "first");
    // Each step has a record, and so has the plan.
    assert_eq!(records.taken().len(), 4);
}

#[tokio::test]
async fn dropping_a_plan_stops_its_steps() {
    let (gate, dropped) = (Gate::shut(), DropFlag::default());
    let ended = Arc::new(AtomicUsize::new(0));
    let slow = defined_tool(ToolDef::new("slow", "Slow."), {
        let (gate, dropped, ended) = (gate.clone(), dropped.clone(), Arc::clone(&ended));
        move |_, _| {
            let (gate, guard, ended) = (gate.clone(), dropped.guard(), Arc::clone(&ended));
            async move {
                gate.pass().await;
                ended.fetch_add(1, Ordering::SeqCst);
                drop(guard);
                Ok(ToolOutput::text("done"))
            }
        }
    });
    let client = governed(new_server().tools([slow]))
        .0
        .client()
        .await
        .unwrap();
    let run = client.run_plan(plan(json!([{"tool": "slow"}, {"tool": "slow"}])));
    tokio::select! {
        _ = run => panic!("the gate is shut"),
        () = gate.arrival() => {}
    }
    until(|| dropped.count() == 1).await;
    gate.open();
    tokio::time::sleep(Duration::from_millis(200)).await;
    // The second step did not begin either.
    assert_eq!((ended.load(Ordering::SeqCst), dropped.count()), (0, 1));
}

#[test]
fn an_invalid_plan_does_not_parse() {
    for wrong in [
        json!({}),
        json!([{"name": "x"}]),
        json!([{"tool": "x", "arguments": 3}]),
        json!("x"),
    ] {
        let shown = wrong.to_string();
        assert!(serde_json::from_value::<Plan>(wrong).is_err(), "{shown}");
    }
    let many = vec![json!({"tool": "x"}); 101];
    let error = serde_json::from_value::<Plan>(json!(many)).unwrap_err();
    assert_eq!(error.to_string(), "a plan has at most 100 steps, got 101");
}
