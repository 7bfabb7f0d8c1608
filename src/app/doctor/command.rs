//! The command `toolwright doctor` itself: its arguments, and the order of the checks.

use std::time::{Duration, Instant};

use super::{
    database, embeddings, folder,
    report::{Check, Health, Report},
    vectors,
};
use crate::{
    app::engines::Engines,
    cli::{
        Failure,
        output::{self, Paint},
    },
    config::Sources,
    data::postgres::setup_sql,
};

/// How long one engine may take to show that it works.
const PATIENCE: Duration = Duration::from_secs(30);

/// Say what is configured, whether it works, and how to mend what does not
#[derive(Debug, clap::Args)]
#[command(after_help = "It ends with 1 where something is broken.")]
pub(in crate::app) struct DoctorArguments {
    /// Print an object
    #[arg(long)]
    json: bool,
    /// Print SQL that makes a role which can only read, and look at nothing
    #[arg(long, conflicts_with = "json")]
    setup_sql: bool,
    /// The role that the SQL makes
    #[arg(long, requires = "setup_sql", default_value = "toolwright_reader")]
    role: String,
    /// A schema that the role may read; can be repeated
    #[arg(long = "schema", requires = "setup_sql", default_value = "public")]
    schemas: Vec<String>,
}

/// Looks at everything, or prints the SQL for a role.
pub(in crate::app) async fn run(engines: &Engines, arguments: DoctorArguments) -> Result<(), Failure> {
    if arguments.setup_sql {
        let sql = setup_sql(&arguments.role, &arguments.schemas);
        return Ok(output::print(sql.trim_end())?);
    }
    let report = look(engines).await;
    engines.stop().await;
    if arguments.json {
        output::print_json(&report)?;
    } else {
        output::print(&report.text(Paint::for_answers()))?;
    }
    match report.count(Health::Broken) {
        0 => Ok(()),
        broken => Err(Failure::because(format!(
            "{broken} of {} parts do not work",
            report.checks.len()
        ))),
    }
}

async fn look(engines: &Engines) -> Report {
    let deadline = Instant::now() + PATIENCE;
    let similarity = async {
        let embeddings = embeddings::check(engines, deadline).await;
        (embeddings, vectors::check(engines, deadline).await)
    };
    let ((embeddings, vectors), database) =
        tokio::join!(similarity, database::check(&engines.database));
    Report {
        checks: vec![
            settings(&engines.sources),
            folder::check(&engines.data_folder),
            embeddings,
            vectors,
            database,
        ],
    }
}

/// The settings: is one of them not what somebody meant?
fn settings(sources: &Sources) -> Check {
    let check = Check::ok("settings", format!("from {}", sources.places.join(", ")));
    sources.remarks.iter().fold(check, Check::warn)
}
