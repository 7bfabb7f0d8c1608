//! The time that a call has.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::time::sleep;
use toolwright::{Tool, ToolDef, ToolOutput, prelude::*};

use crate::{
    fixtures::{failed, said},
    harness::{
        Answer, DropFlag, LONG, Modern, Session, TestServer, complete, defined_tool, error,
        new_server, result, tool, until,
    },
};

const SHORT: Duration = Duration::from_millis(250);

/// Never comes to an end.
#[resource("deadline://never")]
async fn endless_resource() -> String {
    std::future::pending().await
}

/// Never comes to an end.
#[prompt]
async fn endless_prompt() -> String {
    std::future::pending().await
}

/// Set by a blocking tool when it saw that its call was over.
pub(crate) struct SawTheEnd(pub(crate) DropFlag);

/// Look whether the call is over, for as long as it is not.
#[tool(timeout = "50ms")]
fn look_for_the_end(ctx: Context, saw: State<SawTheEnd>) {
    let start = std::time::Instant::now();
    while !ctx.is_cancelled() && start.elapsed() < LONG {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(saw.0.guard());
}

fn endless(definition: ToolDef, dropped: &DropFlag) -> Arc<dyn Tool> {
    let dropped = dropped.clone();
    defined_tool(definition, move |_, _| {
        let guard = dropped.guard();
        async move {
            let _guard = guard;
            std::future::pending().await
        }
    })
}

#[tokio::test]
async fn a_call_over_its_timeout_is_stopped() {
    let dropped = DropFlag::default();
    let definition = ToolDef::new("endless", "Never ends.").with_timeout(Duration::from_millis(50));
    let server = new_server().tools([endless(definition, &dropped)]);
    let server = TestServer::start(server).await;
    let expected = failed("timed out after 50ms");
    assert_eq!(
        Modern::of(&server).call("endless", json!({})).await,
        Answer::json(200, result(1, complete(expected.clone())))
    );
    assert_eq!(dropped.count(), 1);
    let session = Session::open(&server).await;
    assert_eq!(
        session
            .ask(1, "tools/call", json!({"name": "endless"}))
            .await,
        Answer::json(200, result(1, expected))
    );
    assert_eq!(dropped.count(), 2);
}

#[tokio::test]
async fn the_default_timeout_applies_without_an_own_one() {
    let dropped = DropFlag::default();
    let server = new_server()
        .tools([endless(ToolDef::new("endless", "Never ends."), &dropped)])
        .resources(resources![endless_resource])
        .prompts(prompts![endless_prompt])
        .default_timeout(Duration::from_millis(50));
    let server = TestServer::start(server).await;
    let modern = Modern::of(&server);
    assert_eq!(
        modern.call("endless", json!({})).await,
        Answer::json(200, result(1, complete(failed("timed out after 50ms"))))
    );
    let late = Answer::json(200, error(1, -32603, "timed out after 50ms"));
    assert_eq!(
        modern
            .ask("resources/read", json!({"uri": "deadline://never"}))
            .await,
        late
    );
    assert_eq!(
        modern
            .ask("prompts/get", json!({"name": "endless_prompt"}))
            .await,
        late
    );
}

#[tokio::test]
async fn a_call_has_30_seconds_if_nobody_sets_another_time() {
    let asks = tool("asks", |ctx, _| async move {
        let time = ctx.deadline().unwrap().duration_since(ctx.received_at());
        Ok(ToolOutput::text(time.as_secs().to_string()))
    });
    let server = TestServer::start(new_server().tools([asks])).await;
    let answer = Modern::of(&server).call("asks", json!({})).await;
    let result = answer.into_result();
    let seconds: u32 = result["content"][0]["text"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    // The time begins when the call does, a little after its request arrived.
    assert!((30..35).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn a_blocking_call_can_see_that_it_timed_out() {
    let saw = DropFlag::default();
    let server = new_server()
        .state(SawTheEnd(saw.clone()))
        .tools(tools![look_for_the_end]);
    let server = TestServer::start(server).await;
    assert_eq!(
        Modern::of(&server)
            .call("look_for_the_end", json!({}))
            .await,
        Answer::json(200, result(1, complete(failed("timed out after 50ms"))))
    );
    until(|| saw.count() == 1).await;
}

/// A tool with little time, which asks, and then does what `after` says.
async fn asking(after: Duration) -> (TestServer, Session) {
    let definition = ToolDef::new("asking", "Asks.").with_timeout(SHORT);
    let asking = defined_tool(definition, move |ctx, _| async move {
        let name: String = ctx.ask("Your name?").await?;
        sleep(after).await;
        Ok(ToolOutput::text(name))
    });
    let server = TestServer::start(new_server().tools([asking])).await;
    let session = Session::of(&server, "2025-11-25", json!({"elicitation": {}})).await;
    (server, session)
}

async fn ask_slowly(session: &Session) -> Vec<Value> {
    let mut events = session
        .stream(1, "tools/call", json!({"name": "asking"}))
        .await;
    let question = events.message().await;
    sleep(SHORT * 3).await;
    let accepted = json!({"action": "accept", "content": {"value": "Ada"}});
    session.reply(&question, accepted).await;
    events.rest().await
}

#[tokio::test]
async fn waiting_for_a_person_does_not_count_as_call_time() {
    let (_server, session) = asking(Duration::ZERO).await;
    assert_eq!(ask_slowly(&session).await, [result(1, said("Ada"))]);
}

#[tokio::test]
async fn time_after_the_answer_counts_as_call_time() {
    let (_server, session) = asking(LONG).await;
    let expected = result(1, failed("timed out after 250ms"));
    assert_eq!(ask_slowly(&session).await, [expected]);
}
