//! The `toolwright` server, put together: the one place where its parts meet.

mod code_execution;
#[cfg(feature = "data")]
mod doctor;
#[cfg(feature = "data")]
mod engines;
#[cfg(not(feature = "data"))]
#[path = "no_engines.rs"]
mod engines;
#[cfg(feature = "data")]
mod index;
mod log_at_start;
mod logs;
mod plan;
mod questions;

use std::{convert::Infallible, ffi::OsString, path::Path, sync::Arc, time::Duration};

use self::{
    engines::Engines,
    log_at_start::LogAtStart,
    logs::LogsArguments,
    questions::{AnswerArguments, QuestionsArguments},
};
use crate::{
    cli::{self, Commands},
    config::{Config, ConfigError, Settings},
    core::{CallLog, NamePattern, Redactor},
    data::{
        documents::{self, Documents},
        execution_log::LogOptions,
        expression::{Expressions, Limits, sandbox},
        inbox::Inbox,
        process::keeper,
        search::Search,
        telemetry::{Telemetry, TelemetryOptions},
        worker::{self, this_program},
    },
    executor::{
        governance::Governance,
        middleware::{Caching, Retry, SizeLimit},
    },
    server::{Error, Result, Server},
    tools::{self, DocParser, WebSearch},
};

impl From<ConfigError> for Error {
    fn from(error: ConfigError) -> Self {
        Self::Usage(error.to_string())
    }
}

/// How long a search may take, all attempts together: less than the call, so that the answer can say who was slow.
const SEARCH_PATIENCE: Duration = Duration::from_secs(25);

/// All that the `toolwright` binary does: it is the server, or a worker that the server started.
///
/// # Errors
/// When the command fails.
pub fn main() -> Result<()> {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == worker::COMMAND) {
        work(words);
    }
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(run())
}

async fn run() -> Result<()> {
    let settings = Settings::here()?;
    let config = Config::read(&settings)?;
    let words = std::env::args_os().collect();
    let program = this_program();
    let engines = Arc::new(Engines::new(&config, &program));
    let commands = engines::add_commands(commands(&config), &engines);
    let server = server_of(&program, config, engines);
    cli::run(server, commands, words, &settings.of_files()).await
}

/// Is the worker that the words name, until its work is done. Returns where they name none.
fn work(mut words: impl Iterator<Item = OsString>) {
    match words.next() {
        Some(engine) if engine == documents::WORKER => documents::work(words.next()),
        Some(engine) if engine == sandbox::WORKER => sandbox::run(words.next()),
        Some(engine) if engine == keeper::WORKER => keeper::run(words),
        Some(engine) => engines::work(&engine, words),
        None => {}
    }
}

/// The commands that the `toolwright` binary has beside those of every server.
fn commands(config: &Config) -> Commands {
    let log_folder = config.log_folder.clone();
    let (inbox, answers) = (inbox(config), inbox(config));
    Commands::default()
        .with("plan", plan::run)
        .with("logs", |_, arguments: LogsArguments| async move {
            logs::run(&log_folder, arguments).await
        })
        .with("questions", |_, arguments: QuestionsArguments| async move {
            questions::list(&inbox, arguments)
        })
        .with("answer", |_, arguments: AnswerArguments| async move {
            questions::answer(&answers, &arguments)
        })
}

/// The server that the `toolwright` binary runs, in another program, for instance a test: `program` is the `toolwright` binary, which
/// its workers run, and `variables` are its settings, all of them.
///
/// # Errors
/// When a variable has a value that it cannot have.
#[doc(hidden)]
pub fn server_with<'a>(
    program: &Path,
    variables: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Server> {
    let config = Config::read(&Settings::of(variables))?;
    let engines = Arc::new(Engines::new(&config, program));
    Ok(server_of(program, config, engines))
}

/// The server that the `toolwright` binary runs: the built-in tools, over HTTP where no command is given.
fn server_of(program: &Path, mut config: Config, engines: Arc<Engines>) -> Server {
    let parsers = documents::Worker::new(program, documents::Limits::default());
    let documents = Documents::new(parsers, config.files_folder.take(), config.reach);
    let search = config.search.take();
    let search = search.map(|backend| Search::new(backend, SEARCH_PATIENCE));
    let server = Server::new("toolwright")
        .version(env!("CARGO_PKG_VERSION"))
        .title("Toolwright")
        .instructions("Ready tools for agents. Each tool's description says when to use it.")
        .http_by_default()
        .state(DocParser(documents))
        .state(Expressions::new(program, Limits::default()))
        .state(WebSearch(search))
        .state(inbox(&config))
        .tools(tools::all());
    let server = engines.serve(server, &config);
    let server = code_execution::added(server, program, &config);
    governed(server, config)
}

/// Where questions wait for a person.
fn inbox(config: &Config) -> Inbox {
    Inbox::new(config.data_folder.join("questions"))
}

/// `server` with every call checked, limited and logged as `config` says.
fn governed(server: Server, config: Config) -> Server {
    let server = with_middleware(server, &config);
    let options = LogOptions::new(config.log_folder).days_kept(config.log_days);
    let log = Arc::new(LogAtStart::new(options));
    let governance = Governance::new()
        .repair(config.repair)
        .rate_limit(config.rate_limit)
        .log(
            Arc::clone(&log) as Arc<dyn CallLog>,
            Redactor::new(config.secrets),
        );
    let (server, governance) = match config.telemetry {
        Some(options) => traced(server, governance, options),
        None => (server, governance),
    };
    let (opened, policy) = (Arc::clone(&log), config.policy.clone());
    server
        .policy(config.policy)
        .default_timeout(config.default_timeout)
        .govern(governance)
        .on_start(move |services| async move {
            for remark in config.sources.remarks {
                tracing::warn!("{remark}");
            }
            for pattern in policy.idle_patterns(&services.catalog().snapshot()) {
                tracing::warn!("`{pattern}` in `TOOL_WHITELIST` is no tool");
            }
            opened.open()
        })
        .on_stop(move |_| async move {
            log.close().await;
            Ok::<_, Infallible>(())
        })
}

/// `server` and `governance` with every call traced.
fn traced(
    server: Server,
    governance: Governance,
    options: TelemetryOptions,
) -> (Server, Governance) {
    let telemetry = Arc::new(Telemetry::new(options));
    let (opened, closed) = (Arc::clone(&telemetry), Arc::clone(&telemetry));
    let server = server
        .on_start(move |_| async move { opened.open() })
        .on_stop(move |_| async move {
            closed.close().await;
            Ok::<_, Infallible>(())
        });
    (server, governance.trace(telemetry))
}

/// `server` with the middleware that `config` wants, the outermost first.
fn with_middleware(server: Server, config: &Config) -> Server {
    let own_limits = tools::WITH_OWN_LIMITS.map(NamePattern::new);
    let size_limit = SizeLimit::new(config.max_result).except(own_limits);
    let server = server
        .resources([size_limit.pages()])
        .middleware(size_limit);
    let server = if config.cache.is_empty() {
        server
    } else {
        let lifetimes = config.cache.iter();
        let keep = |caching: Caching, (name, lifetime): &(NamePattern, Duration)| {
            caching.keep(name.to_string(), *lifetime)
        };
        server.middleware(lifetimes.fold(Caching::new(), keep))
    };
    let server = match config.retries {
        0 => server,
        times => server.middleware(Retry::new(times)),
    };
    if config.plans { server.plans() } else { server }
}
