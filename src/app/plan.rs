//! `toolwright plan`: runs a plan from a file.

use std::{
    fs,
    io::{self, Read as _},
    path::PathBuf,
};

use serde_json::Value;
use toolwright::{
    Server,
    cli::{Failure, output},
    plan::Plan,
};

use super::remote::{Remote, RemoteArguments};

/// Run a plan: several calls, in order
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A plan is JSON: [{\"tool\": \"NAME\", \"arguments\": {…}}, …], or {\"tools\": [\"NAME\", …]} for calls without arguments. Consecutive steps whose tools allow it run in parallel. A step \
that is denied or fails is reported with its error, and the others still run; the command then exits with 1.")]
pub(super) struct PlanArguments {
    /// The file with the plan; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    remote: RemoteArguments,
}

/// Runs the plan and prints its report.
pub(super) async fn run(
    remote: &Remote,
    server: Server,
    arguments: PlanArguments,
) -> Result<(), Failure> {
    let elsewhere = remote.server(&arguments.remote)?;
    let text = read(&arguments)?;
    let plan = parse(&arguments, &text)?;
    let report = match elsewhere {
        Some(elsewhere) => {
            let plan: Value = serde_json::from_str(&text).map_err(io::Error::other)?;
            elsewhere.post(&["plans"], &plan).await?
        }
        None => {
            let client = server.client().await?;
            let report = client.run_plan(plan).await?;
            client.close().await?;
            serde_json::to_value(&report).map_err(io::Error::other)?
        }
    };
    output::print_json(&report)?;
    match report["failed"].as_u64() {
        Some(0) => Ok(()),
        Some(1) => Err(Failure::because("1 step failed")),
        Some(count) => Err(Failure::because(format!("{count} steps failed"))),
        None => Err(Failure::because("the report cannot be read")),
    }
}

fn read(arguments: &PlanArguments) -> Result<String, Failure> {
    let name = arguments.file.display();
    let text = if arguments.file.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(&arguments.file)
    };
    text.map_err(|error| Failure::Usage(format!("cannot read `{name}`: {error}")))
}

fn parse(arguments: &PlanArguments, text: &str) -> Result<Plan, Failure> {
    let name = arguments.file.display();
    serde_json::from_str(text)
        .map_err(|error| Failure::Usage(format!("`{name}` is not a plan: {error}")))
}
