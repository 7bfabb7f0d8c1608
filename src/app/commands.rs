//! The commands that only the `toolwright` binary has.

use std::{path::Path, sync::Arc};

use toolwright::cli::{self, Commands};
use toolwright_engines::expression::{ExpressionLimits, Expressions};
use toolwright_registry::{CallHistory, PostgresRegistry};

use super::{
    access,
    called_tool::CalledTool,
    dev::{self, DevArguments},
    doctor::{self, DoctorArguments},
    engines::Engines,
    find::{self, FindArguments},
    index::{self, IndexArguments},
    logs::{self, LogsArguments},
    new::{self, NewArguments},
    plan::{self, PlanArguments},
    proxy::{self, ProxyArguments},
    questions::{self, AnswerArguments, QuestionsArguments},
    registry::{self, RegistryOptions},
    remote::{self, CallOptions, Remote},
    server::inbox,
    shared::Shared,
};
use crate::config::{Config, Settings};

/// Serve MCP on standard input and output
#[derive(Debug, clap::Args)]
struct StdioArguments {
    /// Serve this agent alone: its tools, and its system prompt as instructions
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
}

/// Returns the commands that the `toolwright` binary adds to those of every server.
pub(super) fn commands(
    program: &Path,
    settings: &Settings,
    config: &Config,
    engines: &Arc<Engines>,
    called: &CalledTool,
) -> Commands {
    let remote = Remote::new(config.remote.clone());
    let commands = with_questions(Commands::default(), config, &remote);
    let options = {
        let expressions = Expressions::new(program, ExpressionLimits::default());
        let options = RegistryOptions::new(program, config, engines, expressions);
        Arc::new(options)
    };
    let history = Shared::new(options.shared().map(PostgresRegistry::database), config)
        .stored_history(config);
    let commands = with_calls(commands, history, &remote, called);
    let commands = registry::commands(commands, &options, &remote);
    let commands = access::commands(commands, &config.access.file, &remote, options);
    let commands = commands.with("dev", |_, arguments: DevArguments| async move {
        // It stands between a host and a process, which threads of its own do.
        tokio::task::block_in_place(|| dev::run(&arguments))
    });
    let commands = commands.with("new", |_, arguments: NewArguments| async move {
        new::run(&arguments)
    });
    let commands = commands.with("stdio", |server, arguments: StdioArguments| async move {
        cli::serve_stdio(server, "toolwright", arguments.agent).await
    });
    let commands = with_proxy(commands, program, settings, &remote);
    with_engine_commands(commands, engines, &remote)
}

/// Adds the command that serves another server.
fn with_proxy(
    commands: Commands,
    program: &Path,
    settings: &Settings,
    remote: &Remote,
) -> Commands {
    let (program, settings, remote) = (program.to_owned(), settings.clone(), remote.clone());
    commands.with("proxy", |_, arguments: ProxyArguments| async move {
        remote.refuse("proxy")?;
        let config = Config::read(&settings).map_err(toolwright::Error::from)?;
        proxy::run(&program, config, arguments).await
    })
}

/// Adds the commands that call tools and show their calls.
fn with_calls(
    commands: Commands,
    history: CallHistory,
    remote: &Remote,
    called: &CalledTool,
) -> Commands {
    let called = called.clone();
    let (calls, plans, logged) = (remote.clone(), remote.clone(), remote.clone());
    let found = remote.clone();
    commands
        .with_invocation(
            "call",
            |server, invocation, options: CallOptions| async move {
                called.set(options.name());
                remote::call(&calls, server, &invocation, &options).await
            },
        )
        .with("plan", |server, arguments: PlanArguments| async move {
            plan::run(&plans, server, arguments).await
        })
        .with("find", |server, arguments: FindArguments| async move {
            find::run(&found, server, arguments).await
        })
        .with("logs", |_, arguments: LogsArguments| async move {
            logs::run(&logged, history, arguments).await
        })
}

/// Adds the commands of the inbox.
fn with_questions(commands: Commands, config: &Config, remote: &Remote) -> Commands {
    let (inbox, answers) = (inbox(config), inbox(config));
    let (listed, answered) = (remote.clone(), remote.clone());
    commands
        .with("questions", |_, arguments: QuestionsArguments| async move {
            listed.refuse("questions")?;
            questions::list(&inbox, arguments)
        })
        .with("answer", |_, arguments: AnswerArguments| async move {
            answered.refuse("answer")?;
            questions::answer(&answers, &arguments)
        })
}

/// Adds the commands that examine and fill the engines.
fn with_engine_commands(commands: Commands, engines: &Arc<Engines>, remote: &Remote) -> Commands {
    let (examined, filled) = (Arc::clone(engines), Arc::clone(engines));
    let (examining, filling) = (remote.clone(), remote.clone());
    commands
        .with("doctor", |_, arguments: DoctorArguments| async move {
            examining.refuse("doctor")?;
            doctor::run(&examined, arguments).await
        })
        .with("index", |_, arguments: IndexArguments| async move {
            filling.refuse("index")?;
            index::run(&filled, arguments).await
        })
}
