//! Hooks that run when a server starts and stops.

use std::sync::{Arc, Mutex};

use serde_json::json;
use toolwright::{Server, ToolOutput, prelude::*};

use crate::harness::{Gate, Modern, TestServer, new_server, soon, tool};

/// The events, in order.
#[derive(Clone, Default)]
pub(super) struct Journal(Arc<Mutex<Vec<String>>>);

impl Journal {
    fn write(&self, line: &str) {
        self.0.lock().unwrap().push(line.to_owned());
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// Write into the journal.
#[tool]
async fn hook_work(journal: State<Journal>) {
    journal.write("work");
}

/// A server that writes when it starts and when it stops.
fn writing(name: &'static str, server: Server, journal: &Journal) -> Server {
    let (start, stop) = (journal.clone(), journal.clone());
    server
        .on_start(move |_| async move {
            start.write(&format!("{name} starts"));
            Ok::<_, String>(())
        })
        .on_stop(move |_| async move {
            stop.write(&format!("{name} stops"));
            Ok::<_, String>(())
        })
}

#[tokio::test]
async fn hooks_stop_in_the_reverse_order_of_their_start() {
    let journal = Journal::default();
    let server = new_server().state(journal.clone()).tools(tools![hook_work]);
    let server = writing("one", server, &journal);
    let server = writing("two", server, &journal);
    let inner = writing("inner", Server::new("inner"), &journal);
    let client = server.mount("inner", inner).client().await.unwrap();
    client.call("hook_work", json!({})).await.unwrap();
    client.close().await.unwrap();
    assert_eq!(
        journal.lines(),
        [
            "one starts",
            "two starts",
            "inner starts",
            "work",
            "inner stops",
            "two stops",
            "one stops",
        ]
    );
}

#[tokio::test]
async fn a_start_hook_has_the_states_and_the_catalog() {
    let server = new_server()
        .state(Journal::default())
        .on_start(|services| async move {
            let journal = services.states().get::<Journal>().unwrap();
            journal.write("started");
            let late = tool("late", |_, _| async { Ok(ToolOutput::text("here")) });
            services.catalog().add_tool(late)
        });
    let client = server.client().await.unwrap();
    let output = client.call("late", json!({})).await.unwrap();
    assert_eq!(output.joined_text(), "here");
}

#[tokio::test]
async fn a_hook_returns_nothing_or_any_error() {
    let journal = Journal::default();
    let written = journal.clone();
    let client = new_server()
        .on_start(move |_| async move { written.write("started") })
        .on_start(|_| async { std::fs::metadata(".").map(drop) })
        .on_stop(|_| async { Err::<(), _>(ToolError::failed("no")) })
        .client()
        .await
        .unwrap();
    assert_eq!(journal.lines(), ["started"]);
    let failed = client.close().await.unwrap_err();
    assert_eq!(failed.to_string(), "the server did not stop cleanly: no");
}

#[tokio::test]
async fn lists_of_the_command_line_run_no_hooks() {
    for command in ["tools", "resources", "prompts", "inspect"] {
        let journal = Journal::default();
        let (started, stopped) = (journal.clone(), journal.clone());
        let server = Server::new("hooked")
            .on_start(move |_| async move { started.write("start") })
            .on_stop(move |_| async move { stopped.write("stop") });
        server.run_with(["hooked", command]).await.unwrap();
        assert_eq!(journal.lines(), Vec::<String>::new(), "{command}");
    }
}

#[tokio::test]
async fn a_failing_start_hook_fails_the_start() {
    let journal = Journal::default();
    let server = writing("one", new_server(), &journal)
        .on_start(|_| async { Err::<(), _>("the database is away") });
    let server = writing("two", server, &journal);
    let refused = server.client().await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the server did not start: the database is away"
    );
    assert!(!journal.lines().contains(&"two starts".to_owned()));
}

#[tokio::test]
async fn a_failing_start_hook_prevents_listening() {
    let server = new_server().on_start(|_| async { Err::<(), _>("no") });
    let mut options = toolwright::transport::HttpOptions::default();
    options.port = 0;
    let refused = server
        .build()
        .unwrap()
        .serve_http(options, |_| panic!("it listens"), std::future::pending())
        .await
        .unwrap_err();
    assert_eq!(refused.to_string(), "the server did not start: no");
}

#[tokio::test]
async fn a_failing_stop_hook_is_reported_and_the_others_run() {
    let journal = Journal::default();
    let server = writing("one", new_server(), &journal)
        .on_stop(|_| async { Err::<(), _>("the file is locked") });
    let client = server.client().await.unwrap();
    let failed = client.close().await.unwrap_err();
    assert_eq!(
        failed.to_string(),
        "the server did not stop cleanly: the file is locked"
    );
    assert_eq!(journal.lines(), ["one starts", "one stops"]);
}

#[tokio::test]
async fn stop_hooks_run_after_the_last_call() {
    let (journal, gate) = (Journal::default(), Gate::shut());
    let (written, door) = (journal.clone(), gate.clone());
    let wait = tool("wait", move |_, _| {
        let (written, door) = (written.clone(), door.clone());
        async move {
            door.pass().await;
            written.write("answers");
            Ok(ToolOutput::text("done"))
        }
    });
    let server = writing("it", new_server().tools([wait]), &journal);
    let mut server = TestServer::start(server).await;
    let modern = Modern::of(&server);
    let call = tokio::spawn(async move { modern.call("wait", json!({})).await });
    gate.arrival().await;
    server.drain();
    gate.open();
    assert_eq!(soon(call).await.unwrap().status, 200);
    server.end().await.unwrap();
    assert_eq!(journal.lines(), ["it starts", "answers", "it stops"]);
}
