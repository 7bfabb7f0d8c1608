//! Tasks that ask, and calls that become tasks on their way.

use serde_json::json;
use toolwright::{ToolDef, ToolOutput};

use super::{
    rounds::{accept, form, state_of},
    tasks::{create, knowing, plain, task, when},
};
use crate::{
    fixtures::said,
    harness::{
        Answer, DropFlag, Modern, TestServer, complete, defined_tool, new_server, result, until,
    },
};

async fn start() -> TestServer {
    let asks = ToolDef::new("asks", "Asks two things at once.").task();
    let asks = defined_tool(asks, |ctx, _| async move {
        let (first, last) = tokio::join!(
            async { ctx.ask::<String>("First name?").key("first").await },
            async { ctx.ask::<String>("Last name?").key("last").await },
        );
        Ok(ToolOutput::text(format!("{} {}", first?, last?)))
    });
    let later = ToolDef::new("later", "Asks, then goes on in the background.").task_on_demand();
    let later = defined_tool(later, |ctx, _| async move {
        let name: String = ctx.ask("Name?").key("name").await?;
        ctx.background().await;
        let title: String = ctx.ask("Title?").key("title").await?;
        Ok(ToolOutput::text(format!("{title} {name}")))
    });
    TestServer::start(new_server().tools([asks, later])).await
}

#[tokio::test]
async fn a_task_asks_one_question_after_the_other() {
    let server = start().await;
    let modern = knowing(&server);
    let id = create(&modern, "asks").await;
    let both = json!({"first": form("First name?"), "last": form("Last name?")});
    let open = task("input_required", json!({"inputRequests": both}));
    assert_eq!(when(&modern, &id, "input_required").await, open);

    let answer = |answers| json!({"taskId": id, "inputResponses": answers});
    let nonsense = answer(json!({"first": 3, "other": accept("x")}));
    assert_eq!(
        modern.result("tasks/update", nonsense).await,
        complete(json!({}))
    );
    assert_eq!(when(&modern, &id, "input_required").await, open);

    let last = answer(json!({"last": accept("Lovelace")}));
    assert_eq!(
        modern.result("tasks/update", last).await,
        complete(json!({}))
    );
    let first = json!({"inputRequests": {"first": form("First name?")}});
    let open = when(&modern, &id, "input_required").await;
    assert_eq!(open, task("input_required", first));

    let first = answer(json!({"first": accept("Ada")}));
    modern.result("tasks/update", first).await;
    let done = task("completed", json!({"result": said("Ada Lovelace")}));
    assert_eq!(when(&modern, &id, "completed").await, done);
}

#[tokio::test]
async fn a_call_asks_in_rounds_and_then_becomes_a_task() {
    let server = start().await;
    let modern = knowing(&server);
    let asked = modern.call("later", json!({})).await.into_result();
    let state = state_of(asked, json!({"name": form("Name?")}));
    let params = json!({
        "name": "later",
        "arguments": {},
        "inputResponses": {"name": accept("Lovelace")},
        "requestState": state,
    });
    let created = modern.result("tools/call", params).await;
    assert_eq!(created["resultType"], "task");
    let (id, _) = plain(created);
    let title = json!({"inputRequests": {"title": form("Title?")}});
    let open = when(&modern, &id, "input_required").await;
    assert_eq!(open, task("input_required", title));
    let params = json!({"taskId": id, "inputResponses": {"title": accept("Countess")}});
    modern.result("tasks/update", params).await;
    let done = task("completed", json!({"result": said("Countess Lovelace")}));
    assert_eq!(when(&modern, &id, "completed").await, done);
}

#[tokio::test]
async fn without_task_support_a_call_stays_a_call() {
    let server = start().await;
    let modern = Modern::of(&server).able(json!({"elicitation": {}}));
    let answers = json!({"name": accept("Lovelace"), "title": accept("Countess")});
    let params = json!({"name": "later", "inputResponses": answers});
    assert_eq!(
        modern.ask("tools/call", params).await,
        Answer::json(200, result(1, complete(said("Countess Lovelace"))))
    );
}

#[tokio::test]
async fn tasks_stop_with_the_server() {
    let dropped = DropFlag::default();
    let flag = dropped.clone();
    let endless = ToolDef::new("endless", "Never ends.").task();
    let endless = defined_tool(endless, move |_, _| {
        let guard = flag.guard();
        async move {
            let _guard = guard;
            std::future::pending().await
        }
    });
    let mut server = TestServer::start(new_server().tools([endless])).await;
    create(&knowing(&server), "endless").await;
    server.drain();
    server.end().await.unwrap();
    until(|| dropped.count() == 1).await;
}
