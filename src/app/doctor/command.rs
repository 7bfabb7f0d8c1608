//! The command `toolwright doctor` itself: its arguments, and the order of the checks.

use std::time::{Duration, Instant};

use toolwright::cli::{
    Failure,
    output::{self, Paint},
};
use toolwright_base::CodedText;
use toolwright_engines::postgres::setup_sql;

use super::{
    database, embeddings, folder,
    report::{Check, CheckHealth, Report},
    sandbox, tokens, vectors,
};
use crate::{
    admin::texts::health as texts,
    app::engines::Engines,
    config::{ENVIRONMENT, SettingsSummary},
};

/// The time limit of all checks together.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Report what is configured, whether it works, and how to fix what does not
#[derive(Debug, clap::Args)]
#[command(after_help = "Exits with 1 if something is broken.")]
pub(in crate::app) struct DoctorArguments {
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Print SQL that creates a read-only role, and check nothing
    #[arg(long, conflicts_with = "json")]
    setup_sql: bool,
    /// The role that the SQL creates
    #[arg(long, requires = "setup_sql", default_value = "toolwright_reader")]
    role: String,
    /// A schema that the role may read; can be repeated
    #[arg(long = "schema", requires = "setup_sql", default_value = "public")]
    schemas: Vec<String>,
}

/// Checks everything, or prints the SQL for a role.
pub(in crate::app) async fn run(
    engines: &Engines,
    arguments: DoctorArguments,
) -> Result<(), Failure> {
    if arguments.setup_sql {
        let sql = setup_sql(&arguments.role, &arguments.schemas);
        return Ok(output::print(sql.trim_end())?);
    }
    let report = examine(engines).await;
    engines.stop().await;
    if arguments.json {
        output::print_json(&report)?;
    } else {
        output::print_painted(&report.text(Paint::for_stdout()))?;
    }
    match report.count(CheckHealth::Broken) {
        0 => Ok(()),
        broken => Err(Failure::because(format!(
            "{broken} of {} parts do not work",
            report.checks.len()
        ))),
    }
}

/// Checks everything.
pub(super) async fn examine(engines: &Engines) -> Report {
    let deadline = Instant::now() + TIMEOUT;
    let similarity = async {
        let embeddings = embeddings::check(engines, deadline).await;
        (embeddings, vectors::check(engines, deadline).await)
    };
    let ((embeddings, vectors), databases) = tokio::join!(similarity, databases(engines));
    let mut checks = vec![
        settings(&engines.summary),
        folder::check(&engines.data_folder),
        embeddings,
        vectors,
    ];
    checks.extend(databases);
    if let Some(settings) = &engines.oauth {
        checks.push(tokens::check(settings).await);
    }
    checks.extend([
        search(engines.has_search),
        sandbox::check(&engines.sandbox, engines.executes_code),
    ]);
    Report { checks }
}

/// Checks the database of the data tools, and those that `sql` tools can name.
async fn databases(engines: &Engines) -> Vec<Check> {
    let mut checks = vec![database::check(&engines.database).await];
    for (name, engine) in &engines.databases {
        checks.push(database::check_named(name, engine).await);
    }
    checks
}

/// Reports whether `web_search` has a service. The service is not asked, since that may cost money.
fn search(is_configured: bool) -> Check {
    let check = Check::ok(
        "web search",
        match is_configured {
            true => texts::configured(),
            false => texts::none(),
        },
    );
    if is_configured {
        return check;
    }
    check.remark(texts::no_search())
}

/// Reports where the settings were found, and which of them have no effect.
fn settings(summary: &SettingsSummary) -> Check {
    let check = Check::ok("settings", found_in(&summary.places));
    let warnings = summary.warnings.iter().map(String::as_str);
    let check = warnings.fold(check, Check::warn);
    let unread = summary.unread_by_hosts.iter();
    unread.fold(check, |check, file| {
        check.remark(texts::settings_file_not_read(file))
    })
}

/// Says where settings were found.
fn found_in(places: &[String]) -> CodedText {
    match places.split_first() {
        Some((first, [])) if first == ENVIRONMENT => texts::settings_from_environment(),
        Some((first, files)) if first == ENVIRONMENT => {
            texts::settings_from_environment_and(files.join(", "))
        }
        _ => texts::settings_from(places.join(", ")),
    }
}
