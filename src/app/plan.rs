//! `toolwright plan FILE`: runs a plan.

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
A plan is JSON: [{\"tool\": \"NAME\", \"arguments\": {…}}, …]. Neighbours whose tools can run side by side do. A step that is \
blocked or fails is a result with its error, and the rest go on; the command then ends with 1.")]
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
        1 => Err(Failure::because("a step has no result")),
        count => Err(Failure::because(format!("{count} steps have no result"))),
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
    let text = text.map_err(|error| Failure::Usage(format!("`{name}` cannot be read: {error}")))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::Usage(format!("`{name}` is not a plan: {error}")))
}
