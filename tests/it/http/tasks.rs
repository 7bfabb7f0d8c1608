//! Calls that go on in the background.

use std::sync::Arc;

use serde_json::{Value, json};
use toolwright::{Tool, ToolDef, ToolError, ToolOutput};

use crate::{
    fixtures::{failed, said},
    harness::{
        Answer, DropFlag, Gate, Modern, Session, TestServer, complete, defined_tool, error,
        new_server, result, soon, until,
    },
};

pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";

pub(crate) fn knowing(server: &TestServer) -> Modern {
    Modern::of(server).able(json!({"elicitation": {}, "extensions": {TASKS: {}}}))
}

/// Checks what differs from task to task, and takes it out.
#[track_caller]
pub(crate) fn plain(mut task: Value) -> (String, Value) {
    let id = task["taskId"].take().as_str().unwrap().to_owned();
    assert_eq!(id.len(), 32, "{id}");
    for time in ["createdAt", "lastUpdatedAt"] {
        let time = task[time].take();
        chrono::DateTime::parse_from_rfc3339(time.as_str().unwrap()).unwrap();
    }
    (id, task)
}

/// A task in this status, as [`plain`] leaves it.
pub(super) fn task(status: &str, further: Value) -> Value {
    let mut task = json!({
        "taskId": null,
        "status": status,
        "createdAt": null,
        "lastUpdatedAt": null,
        "ttlMs": 3_600_000,
        "pollIntervalMs": 500,
    });
    for (key, value) in further.as_object().unwrap() {
        task[key] = value.clone();
    }
    complete(task)
}

/// Creates a task; gives its id.
pub(crate) async fn create(modern: &Modern, name: &str) -> String {
    let created = modern.call(name, json!({})).await.into_result();
    let (id, mut created) = plain(created);
    let mut expected = task("working", json!({}));
    expected["resultType"] = json!("task");
    // The name of the server.
    for task in [&mut created, &mut expected] {
        task.as_object_mut().unwrap().remove("_meta");
    }
    assert_eq!(created, expected);
    id
}

/// The task, when it has come to this status.
pub(crate) async fn when(modern: &Modern, id: &str, status: &str) -> Value {
    soon(async {
        loop {
            let found = modern.result("tasks/get", json!({"taskId": id})).await;
            if found["status"] == status {
                let (same, found) = plain(found);
                assert_eq!(same, id);
                return found;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await
}

/// A tool that waits at the gate, and leaves a sign when it is dropped.
fn waiting(definition: ToolDef, gate: &Gate, dropped: &DropFlag) -> Arc<dyn Tool> {
    let (gate, dropped) = (gate.clone(), dropped.clone());
    defined_tool(definition, move |_, _| {
        let (gate, guard) = (gate.clone(), dropped.guard());
        async move {
            let _guard = guard;
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    })
}

async fn start(gate: &Gate, dropped: &DropFlag) -> TestServer {
    let may = ToolDef::new("may", "May be a task.").task();
    let must = ToolDef::new("must", "Must be a task.").task_required();
    let fails = defined_tool(ToolDef::new("fails", "Fails.").task(), |_, _| async {
        Err(ToolError::failed("no"))
    });
    let refuses = defined_tool(ToolDef::new("refuses", "Refuses.").task(), |_, _| async {
        Err(ToolError::refused(-32000, "never"))
    });
    let tools = [
        waiting(may, gate, dropped),
        waiting(must, gate, dropped),
        fails,
        refuses,
    ];
    TestServer::start(new_server().tools(tools)).await
}

#[tokio::test]
async fn a_call_becomes_a_task_whose_result_is_fetched() {
    let gate = Gate::shut();
    let server = start(&gate, &DropFlag::default()).await;
    let modern = knowing(&server);
    for name in ["may", "must"] {
        let id = create(&modern, name).await;
        gate.arrival().await;
        assert_eq!(
            when(&modern, &id, "working").await,
            task("working", json!({}))
        );
        gate.open();
        let done = task("completed", json!({"result": said("done")}));
        assert_eq!(when(&modern, &id, "completed").await, done);
        assert_eq!(when(&modern, &id, "completed").await, done, "it is kept");
    }
}

#[tokio::test]
async fn a_failed_task_has_its_error() {
    let server = start(&Gate::shut(), &DropFlag::default()).await;
    let modern = knowing(&server);
    let id = create(&modern, "fails").await;
    let done = task("completed", json!({"result": failed("no")}));
    assert_eq!(when(&modern, &id, "completed").await, done);
    let id = create(&modern, "refuses").await;
    let refused = task(
        "failed",
        json!({"error": {"code": -32000, "message": "never"}}),
    );
    assert_eq!(when(&modern, &id, "failed").await, refused);
}

#[tokio::test]
async fn a_cancelled_task_is_stopped() {
    let (gate, dropped) = (Gate::shut(), DropFlag::default());
    let server = start(&gate, &dropped).await;
    let modern = knowing(&server);
    let id = create(&modern, "may").await;
    gate.arrival().await;
    let params = json!({"taskId": id});
    assert_eq!(
        modern.result("tasks/cancel", params.clone()).await,
        complete(json!({}))
    );
    until(|| dropped.count() == 1).await;
    let cancelled = task("cancelled", json!({}));
    assert_eq!(when(&modern, &id, "cancelled").await, cancelled);
    assert_eq!(
        modern.result("tasks/cancel", params).await,
        complete(json!({}))
    );
    assert_eq!(when(&modern, &id, "cancelled").await, cancelled);
}

#[tokio::test]
async fn an_ended_task_cannot_be_cancelled() {
    let server = start(&Gate::shut(), &DropFlag::default()).await;
    let modern = knowing(&server);
    let id = create(&modern, "fails").await;
    let done = when(&modern, &id, "completed").await;
    modern.result("tasks/cancel", json!({"taskId": id})).await;
    assert_eq!(when(&modern, &id, "completed").await, done);
}

#[tokio::test]
async fn without_task_support_an_optional_task_is_awaited() {
    let gate = Gate::shut();
    let server = start(&gate, &DropFlag::default()).await;
    gate.open();
    gate.open();
    assert_eq!(
        Modern::of(&server).call("may", json!({})).await,
        Answer::json(200, result(1, complete(said("done"))))
    );
    let session = Session::open(&server).await;
    assert_eq!(
        session.ask(1, "tools/call", json!({"name": "may"})).await,
        Answer::json(200, result(1, said("done")))
    );
}

fn tasks_lacking(id: i64) -> Value {
    let required = json!({"extensions": {TASKS: {}}});
    let why = format!("this client lacks a capability that the call needs: {required}");
    let mut lacking = error(id, -32021, &why);
    lacking["error"]["data"] = json!({"requiredCapabilities": required});
    lacking
}

#[tokio::test]
async fn without_task_support_a_required_task_is_refused() {
    let server = start(&Gate::shut(), &DropFlag::default()).await;
    let modern = Modern::of(&server);
    let lacking = Answer::json(400, tasks_lacking(1));
    assert_eq!(modern.call("must", json!({})).await, lacking);
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        assert_eq!(modern.ask(method, json!({"taskId": "x"})).await, lacking);
    }
    let session = Session::open(&server).await;
    assert_eq!(
        session.ask(2, "tools/call", json!({"name": "must"})).await,
        Answer::json(200, tasks_lacking(2))
    );
}

#[tokio::test]
async fn an_unknown_task_is_refused() {
    let server = start(&Gate::shut(), &DropFlag::default()).await;
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        assert_eq!(
            knowing(&server)
                .ask(method, json!({"taskId": "nobody"}))
                .await,
            Answer::json(200, error(1, -32602, "unknown task `nobody`"))
        );
    }
}

#[tokio::test]
async fn the_task_capability_is_declared_to_modern_clients() {
    let server = start(&Gate::shut(), &DropFlag::default()).await;
    let discovered = Modern::of(&server)
        .result("server/discover", json!({}))
        .await;
    assert_eq!(discovered["capabilities"]["extensions"], json!({TASKS: {}}));
    let session = Session::open(&server).await;
    assert_eq!(session.greeting["capabilities"].get("extensions"), None);
}

#[tokio::test]
async fn a_task_reports_its_progress_to_whoever_polls() {
    let gate = Gate::shut();
    let passed = gate.clone();
    let counts = defined_tool(ToolDef::new("counts", "Counts.").task(), move |ctx, _| {
        let gate = passed.clone();
        async move {
            ctx.progress(1.0, None).await;
            ctx.progress_with(3.0, 10.0, "x".repeat(5_000)).await;
            ctx.progress_with(4.0, 10.0, "counting").await;
            gate.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let server = TestServer::start(new_server().tools([counts])).await;
    let modern = knowing(&server);
    let id = create(&modern, "counts").await;
    gate.arrival().await;
    let progress = json!({"progress": 4.0, "total": 10.0, "message": "counting"});
    let reported = json!({"statusMessage": "counting (4 of 10)", "progress": progress});
    assert_eq!(
        when(&modern, &id, "working").await,
        task("working", reported)
    );
    gate.open();
    let done = when(&modern, &id, "completed").await;
    assert_eq!(done["progress"], progress);
}
