//! Code around every call.

use std::sync::{Arc, Mutex};

use serde_json::json;
use toolwright::{
    Arguments, Middleware, ToolDef, ToolError, ToolOutput,
    middleware::{Call, Next},
    tools,
};

use crate::{
    access::Trusting,
    fixtures::add,
    harness::{DropFlag, Gate, defined_tool, new_server, tool, until},
};

type Steps = Arc<Mutex<Vec<String>>>;

fn noting(name: &'static str, steps: &Steps) -> impl Middleware {
    let steps = Arc::clone(steps);
    move |call: Call, next: Next| {
        let steps = Arc::clone(&steps);
        async move {
            steps
                .lock()
                .unwrap()
                .push(format!("{name} before {}", call.name()));
            let answer = next.run(call).await;
            let how = if answer.is_ok() { "well" } else { "badly" };
            steps.lock().unwrap().push(format!("{name} after, {how}"));
            answer
        }
    }
}

#[tokio::test]
async fn the_first_middleware_is_the_outermost() {
    let steps = Steps::default();
    let fail = tool("fail", |_, _| async { Err(ToolError::failed("no")) });
    let client = new_server()
        .middleware(noting("one", &steps))
        .middleware(noting("two", &steps))
        .tools(tools![add])
        .tools([fail])
        .client()
        .await
        .unwrap();
    client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
    client.call("fail", json!({})).await.unwrap();
    assert_eq!(
        *steps.lock().unwrap(),
        [
            "one before add",
            "two before add",
            "two after, well",
            "one after, well",
            "one before fail",
            "two before fail",
            "two after, badly",
            "one after, badly",
        ]
    );
}

#[tokio::test]
async fn middleware_may_answer_itself() {
    async fn refuse(call: Call, next: Next) -> Result<ToolOutput, ToolError> {
        match call.name() {
            "add" => Err(ToolError::failed("not today")),
            _ => next.run(call).await,
        }
    }
    let steps = Steps::default();
    let client = new_server()
        .middleware(refuse)
        .middleware(noting("never", &steps))
        .tools(tools![add])
        .client()
        .await
        .unwrap();
    let output = client.call("add", json!({"a": 1, "b": 2})).await.unwrap();
    assert_eq!(
        (output.is_error, output.joined_text().as_str()),
        (true, "not today")
    );
    assert_eq!(*steps.lock().unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn middleware_may_change_arguments_and_results() {
    async fn double(mut call: Call, next: Next) -> Result<ToolOutput, ToolError> {
        let mut arguments = call.arguments.to_value()?;
        arguments["a"] = json!(arguments["a"].as_i64().unwrap() * 2);
        call.arguments = Arguments::from_value(&arguments)?;
        let output = next.run(call).await?;
        Ok(ToolOutput::text(format!(
            "doubled: {}",
            output.joined_text()
        )))
    }
    let server = new_server().middleware(double).tools(tools![add]);
    let client = server.client().await.unwrap();
    let output = client.call("add", json!({"a": 10, "b": 1})).await.unwrap();
    assert_eq!(output.joined_text(), "doubled: 21");
}

#[tokio::test]
async fn only_calls_that_reach_a_tool_come_to_middleware() {
    let steps = Steps::default();
    let hidden = ToolDef::new("hidden", "Lend a book.").scope("books:write");
    let hidden = defined_tool(hidden, |_, _| async { Ok(ToolOutput::text("lent")) });
    let client = new_server()
        .middleware(noting("it", &steps))
        .tools(tools![add])
        .tools([hidden])
        .authenticate(Trusting)
        .client()
        .await
        .unwrap()
        .as_user("reader");
    for name in ["nobody", "hidden"] {
        assert!(client.call(name, json!({})).await.is_err());
    }
    assert_eq!(*steps.lock().unwrap(), Vec::<String>::new());
    let wrong = client.call("add", json!({"a": "x"})).await.unwrap();
    assert!(wrong.is_error);
    assert_eq!(*steps.lock().unwrap(), ["it before add", "it after, badly"]);
}

#[tokio::test]
async fn dropping_a_call_in_memory_cancels_it() {
    let (dropped, gate) = (DropFlag::default(), Gate::shut());
    let waits = tool("waits", {
        let (dropped, gate) = (dropped.clone(), gate.clone());
        move |_, _| {
            let (guard, gate) = (dropped.guard(), gate.clone());
            async move {
                gate.pass().await;
                drop(guard);
                Ok(ToolOutput::text("done"))
            }
        }
    });
    let client = new_server().tools([waits]).client().await.unwrap();
    tokio::select! {
        _ = client.call("waits", json!({})) => panic!("the gate is shut"),
        () = gate.arrival() => {}
    }
    until(|| dropped.count() == 1).await;
}
