//! An attacker wants the effects of calls that nobody finds in the log.

use std::{
    future::poll_fn,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::Poll,
};

use serde_json::{Value, json};
use toolwright::{
    BoxFuture, Client, Executor, Server, Tool, ToolDef, ToolOutput,
    govern::Governance,
    log::{CallLog, Redactor},
    tool::Arguments,
};

use crate::harness::{Gate, defined_tool, new_server, soon, tool};

type Written = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// A log that can be full.
#[derive(Default)]
struct Log {
    is_full: AtomicBool,
    records: std::sync::Mutex<Vec<Value>>,
    /// Where records wait before they are written or refused.
    gate: Option<Gate>,
}

impl CallLog for Log {
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, Written> {
        Box::pin(async move {
            if let Some(gate) = &self.gate {
                gate.pass().await;
            }
            if self.is_full.load(Ordering::SeqCst) {
                return Err("the disk is full".into());
            }
            self.post(record);
            Ok(())
        })
    }

    fn post(&self, record: Vec<u8>) {
        let record = serde_json::from_slice(&record).unwrap();
        self.records.lock().unwrap().push(record);
    }

    fn is_failing(&self) -> bool {
        self.is_full.load(Ordering::SeqCst)
    }
}

impl Log {
    /// Takes the outcomes of the records, and whether they have a record of the beginning.
    fn taken(&self) -> Vec<(String, bool)> {
        self.taken_of(|_| true)
    }

    /// Does the same for the records of the tools that `is_meant` names. Others are dropped.
    fn taken_of(&self, is_meant: impl Fn(&str) -> bool) -> Vec<(String, bool)> {
        let mut records = std::mem::take(&mut *self.records.lock().unwrap());
        records.retain(|record| is_meant(record["tool"].as_str().unwrap()));
        let of = |record: &Value| {
            let outcome = record["outcome"].as_str().unwrap().to_owned();
            (outcome, record["begun"] == true)
        };
        records.iter().map(of).collect()
    }
}

/// A server with a tool that changes something and one that does not, and the number of their runs.
fn server(log: &Arc<Log>) -> (Server, Arc<AtomicUsize>) {
    let runs = Arc::<AtomicUsize>::default();
    let tools = [
        ToolDef::new("pay", "Pays."),
        ToolDef::new("look", "Looks.").read_only(),
    ];
    let tools = tools.map(|definition| {
        let runs = Arc::clone(&runs);
        defined_tool(definition.parallel(), move |_, _| {
            runs.fetch_add(1, Ordering::SeqCst);
            async { Ok(ToolOutput::text("done")) }
        })
    });
    let log = Arc::clone(log) as Arc<dyn CallLog>;
    let governance = Governance::new().log(log, Redactor::default());
    (new_server().tools(tools).govern(governance), runs)
}

async fn call(client: &Client, tool: &str) -> String {
    client.call(tool, json!({})).await.unwrap().joined_text()
}

#[tokio::test]
async fn no_tool_runs_while_the_log_cannot_be_written() {
    let log = Arc::new(Log::default());
    let (server, runs) = server(&log);
    let client = server.client().await.unwrap();
    assert_eq!(call(&client, "look").await, "done");
    log.is_full.store(true, Ordering::SeqCst);
    for tool in ["pay", "look", "pay", "look"] {
        assert_eq!(call(&client, tool).await, "the disk is full");
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    log.is_full.store(false, Ordering::SeqCst);
    log.taken();
    assert_eq!(call(&client, "look").await, "done");
    assert_eq!(call(&client, "look").await, "done");
    assert_eq!(runs.load(Ordering::SeqCst), 3);
    // The first call had to find out whether the log can be written.
    let ended = |has_begun| ("ok".to_owned(), has_begun);
    let begun = ("begun".to_owned(), false);
    assert_eq!(log.taken(), [begun, ended(true), ended(false)]);
}

#[tokio::test]
async fn one_call_at_a_time_finds_out_whether_the_log_can_be_written() {
    let gate = Gate::shut();
    let log = Arc::new(Log {
        gate: Some(gate.clone()),
        is_full: AtomicBool::new(true),
        ..Log::default()
    });
    let (server, runs) = server(&log);
    let client = server.client().await.unwrap();
    let refusal =
        "the execution log cannot be written: no call starts until it can be written again";
    let others = async {
        gate.arrival().await;
        for tool in ["pay", "look"] {
            assert_eq!(call(&client, tool).await, refusal);
        }
        // A call that starts nothing does not wait either.
        let unknown = soon(client.call("unknown", json!({}))).await;
        assert!(unknown.is_err());
        gate.open();
    };
    let (probe, ()) = tokio::join!(call(&client, "pay"), others);
    assert_eq!(probe, "the disk is full");
    assert_eq!(runs.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_call_that_may_change_something_is_in_the_log_before_its_tool_starts() {
    let gate = Gate::shut();
    let entered = gate.clone();
    let pay = defined_tool(ToolDef::new("pay", "Pays."), move |_, _| {
        let entered = entered.clone();
        async move {
            entered.pass().await;
            Ok(ToolOutput::text("done"))
        }
    });
    let log = Arc::new(Log::default());
    let governance =
        Governance::new().log(Arc::clone(&log) as Arc<dyn CallLog>, Redactor::default());
    let client = new_server()
        .tools([pay])
        .govern(governance)
        .client()
        .await
        .unwrap();
    let watching = async {
        gate.arrival().await;
        let record = log.records.lock().unwrap()[0].clone();
        gate.open();
        record
    };
    let (_, begin) = tokio::join!(call(&client, "pay"), watching);
    let seen = (&begin["outcome"], &begin["tool"], &begin["arguments"]);
    assert_eq!(seen, (&json!("begun"), &json!("pay"), &json!({})));
    let end = log.records.lock().unwrap()[1].clone();
    let seen = (&end["outcome"], &end["begun"]);
    assert_eq!(seen, (&json!("ok"), &json!(true)));
    assert_eq!((&end["id"], &end["time"]), (&begin["id"], &begin["time"]));
}

/// Returns a tool that calls `name` with large arguments, and leaves as soon as that has run.
fn leaver(
    name: &'static str,
    executor: &Arc<OnceLock<Executor>>,
    runs: &Arc<AtomicUsize>,
) -> Arc<dyn Tool> {
    let (executor, runs) = (Arc::clone(executor), Arc::clone(runs));
    tool(&format!("leave_{name}"), move |ctx, _| {
        let (executor, runs) = (Arc::clone(&executor), Arc::clone(&runs));
        async move {
            let large = Arguments::from_json(format!("{{{}}}", " ".repeat(2_000_000)));
            let call = executor.get().unwrap().call(ctx.child(), name, large);
            let before = runs.load(Ordering::SeqCst);
            let has_run = poll_fn(|_| match runs.load(Ordering::SeqCst) == before {
                true => Poll::Pending,
                false => Poll::Ready(()),
            });
            tokio::select! {
                biased;
                _ = call => Ok(ToolOutput::text("was answered")),
                () = has_run => Ok(ToolOutput::text("has left")),
            }
        }
    })
}

/// The record of a call with large arguments is made beside the threads of the runtime, so that a
/// caller has the time to leave.
#[tokio::test]
async fn a_call_is_recorded_if_its_caller_leaves_while_its_record_is_made() {
    let log = Arc::new(Log::default());
    let (server, runs) = server(&log);
    let executor = Arc::default();
    let leavers = ["look", "pay"].map(|name| leaver(name, &executor, &runs));
    let server = server.tools(leavers).build().unwrap();
    executor.set(server.executor().clone()).unwrap();
    let client = server.client().await.unwrap();
    let record = |outcome: &str, has_begun| (outcome.to_owned(), has_begun);
    let (begun, left) = (record("begun", false), record("cancelled", true));
    for (name, expected) in [
        ("look", vec![record("cancelled", false)]),
        ("pay", vec![begun, left]),
    ] {
        // On a busy machine the record may be made before the caller runs again to leave.
        let mut answered = 0;
        while call(&client, &format!("leave_{name}")).await != "has left" {
            answered += 1;
            assert!(answered < 50, "{name} is always answered");
            log.taken_of(|tool| tool == name);
        }
        assert_eq!(log.taken_of(|tool| tool == name), expected, "{name}");
    }
}
