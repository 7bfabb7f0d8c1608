//! `toolwright plan`: runs a plan from a file.

use std::{
    fs,
    io::{self, Read as _},
    path::PathBuf,
};

use crate::{
    cli::{Failure, output},
    executor::Plan,
    server::Server,
};

/// Run a plan: several calls, in order
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A plan is JSON: [{\"tool\": \"NAME\", \"arguments\": {…}}, …]. Consecutive steps whose tools allow it run in parallel. A step \
that is denied or fails is reported with its error, and the others still run; the command then exits with 1.")]
pub(super) struct PlanArguments {
    /// The file with the plan; `-` is standard input
    file: PathBuf,
}

/// Runs the plan and prints its report.
pub(super) async fn run(server: Server, arguments: PlanArguments) -> Result<(), Failure> {
    let plan = read(&arguments)?;
    let client = server.client().await?;
    let report = client.run_plan(plan).await;
    client.close().await?;
    output::print_json(&serde_json::to_value(&report).map_err(io::Error::other)?)?;
    match report.failed {
        0 => Ok(()),
        1 => Err(Failure::because("1 step failed")),
        count => Err(Failure::because(format!("{count} steps failed"))),
    }
}

fn read(arguments: &PlanArguments) -> Result<Plan, Failure> {
    let name = arguments.file.display();
    let text = if arguments.file.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(&arguments.file)
    };
    let text = text.map_err(|error| Failure::Usage(format!("cannot read `{name}`: {error}")))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::Usage(format!("`{name}` is not a plan: {error}")))
}
