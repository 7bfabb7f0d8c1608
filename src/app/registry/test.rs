//! `tools test`: runs the calls that are stored with tools, and compares their results.

use std::time::Duration;

use serde_json::{Map, Value, json};
use toolwright::{
    Server,
    cli::{Failure, output},
    client::Client,
    govern::Execution,
};
use toolwright_registry::{Registry, TestCase};

use super::definitions::{Definitions, LocalTools, RemoteDefinitions};
use crate::app::remote::RemoteServer;

/// The tools whose tests are run.
#[derive(Debug, clap::Args)]
pub(super) struct TestArguments {
    /// Names of the tools. By default all that have tests
    names: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How one test ended.
struct Verdict {
    tool: String,
    /// Its name, or its place.
    test: String,
    expected: Value,
    /// The result, or the error of a call that failed.
    got: Result<Value, String>,
    is_ok: bool,
}

impl Verdict {
    fn of(tool: &str, index: usize, case: &TestCase, got: Result<Value, String>) -> Self {
        let place = || format!("#{}", index + 1);
        Self {
            tool: tool.to_owned(),
            test: case.name.clone().unwrap_or_else(place),
            expected: case.result.clone(),
            is_ok: got.as_ref().is_ok_and(|got| case.accepts(got)),
            got,
        }
    }

    fn line(&self) -> String {
        let Self { tool, test, .. } = self;
        match &self.got {
            _ if self.is_ok => format!("ok      {tool} {test}"),
            Ok(got) => format!(
                "differs {tool} {test}\n  expected {}\n  got      {got}",
                self.expected
            ),
            Err(error) => format!("failed  {tool} {test}\n  {error}"),
        }
    }

    fn json(&self) -> Value {
        let (got, error) = (self.got.as_ref().ok(), self.got.as_ref().err());
        json!({"tool": self.tool, "test": self.test, "ok": self.is_ok,
               "expected": self.expected, "got": got, "error": error})
    }
}

/// The name of a tool, and its tests.
type Tested = (String, Vec<TestCase>);

/// Runs the tests of tools of this machine.
pub(super) async fn run(
    server: Server,
    registry: &Registry,
    arguments: &TestArguments,
) -> Result<(), Failure> {
    let tools = chosen(&LocalTools(registry), arguments).await?;
    let client = server.client().await?;
    let verdicts = judge(&tools, async |name, arguments| {
        Ok(call(&client, name, arguments).await)
    });
    let verdicts = verdicts.await;
    client.close().await?;
    report(&verdicts?, arguments)
}

async fn call(
    client: &Client,
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<Value, String> {
    let output = client.call(name, arguments).await;
    let output = output.map_err(|error| error.to_string())?;
    if output.is_error {
        return Err(output.joined_text());
    }
    // The value itself, as every other command prints it.
    let ended = Execution::new(Ok(output), Duration::ZERO);
    Ok(ended.into_result(name, None).result.unwrap_or_default())
}

/// Runs the tests of tools of a server elsewhere.
pub(super) async fn run_elsewhere(
    server: &RemoteServer,
    arguments: &TestArguments,
) -> Result<(), Failure> {
    let tools = chosen(&RemoteDefinitions::tools(server), arguments).await?;
    let verdicts = judge(&tools, async |name, arguments| {
        let body = json!({ "arguments": arguments });
        let mut answer = server.post(&["tools", name, "test"], &body).await?;
        Ok(match answer["success"] == true {
            true => Ok(answer["result"].take()),
            false => Err(answer["error"].as_str().unwrap_or_default().to_owned()),
        })
    });
    report(&verdicts.await?, arguments)
}

/// Returns the tools that are named, or all, with their tests.
async fn chosen(
    place: &impl Definitions,
    arguments: &TestArguments,
) -> Result<Vec<Tested>, Failure> {
    let mut all = Vec::new();
    for mut definition in place.all().await? {
        let name = definition.get("name").and_then(Value::as_str);
        let name = name.unwrap_or_default().to_owned();
        let tests = definition.remove("tests").unwrap_or_default();
        all.push((name, serde_json::from_value(tests).unwrap_or_default()));
    }
    for name in &arguments.names {
        if !all.iter().any(|(tool, _)| tool == name) {
            return Err(place.noun().unknown(name));
        }
    }
    let is_chosen = |tool: &String| arguments.names.is_empty() || arguments.names.contains(tool);
    let chosen = all.into_iter();
    Ok(chosen.filter(|(tool, _)| is_chosen(tool)).collect())
}

/// Runs tests one after the other.
async fn judge(
    tools: &[Tested],
    call: impl AsyncFn(&str, &Map<String, Value>) -> Result<Result<Value, String>, Failure>,
) -> Result<Vec<Verdict>, Failure> {
    let mut verdicts = Vec::new();
    for (tool, tests) in tools {
        for (index, case) in tests.iter().enumerate() {
            let got = call(tool, &case.arguments).await?;
            verdicts.push(Verdict::of(tool, index, case, got));
        }
    }
    Ok(verdicts)
}

/// Prints how the tests ended.
///
/// # Errors
/// If one did not end as expected, or there was none.
fn report(verdicts: &[Verdict], arguments: &TestArguments) -> Result<(), Failure> {
    let bad = verdicts.iter().filter(|verdict| !verdict.is_ok).count();
    if arguments.json {
        let verdicts: Vec<_> = verdicts.iter().map(Verdict::json).collect();
        output::print_json(&json!({ "tests": verdicts }))?;
    } else {
        for verdict in verdicts {
            output::print(&verdict.line())?;
        }
    }
    match (verdicts.len(), bad) {
        (0, _) => Err(Failure::because("there are no tests")),
        (_, 0) => Ok(()),
        (all, bad) => Err(Failure::because(format!(
            "{bad} of {all} tests did not end as expected"
        ))),
    }
}
