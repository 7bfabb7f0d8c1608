//! The commands that only the `toolwright` binary has.

use std::{path::Path, sync::Arc};

#[cfg(feature = "access")]
use super::access;
#[cfg(feature = "registry")]
use super::registry;
#[cfg(feature = "data")]
use super::{
    doctor::{self, DoctorArguments},
    index::{self, IndexArguments},
};
use super::{
    engines::Engines,
    logs::{self, LogsArguments},
    plan,
    questions::{self, AnswerArguments, QuestionsArguments},
    server::inbox,
};
use crate::{cli::Commands, config::Config};

#[cfg_attr(
    not(feature = "registry"),
    expect(
        unused_variables,
        reason = "only commands of the registry start workers"
    )
)]
/// Returns the commands that the `toolwright` binary adds to those of every server.
pub(super) fn commands(program: &Path, config: &Config, engines: &Arc<Engines>) -> Commands {
    let log_folder = config.log_folder.clone();
    let (inbox, answers) = (inbox(config), inbox(config));
    let commands = Commands::default()
        .with("plan", plan::run)
        .with("logs", |_, arguments: LogsArguments| async move {
            logs::run(&log_folder, arguments).await
        })
        .with("questions", |_, arguments: QuestionsArguments| async move {
            questions::list(&inbox, arguments)
        })
        .with("answer", |_, arguments: AnswerArguments| async move {
            questions::answer(&answers, &arguments)
        });
    #[cfg(feature = "registry")]
    let commands = registry::commands(commands, program, config, engines);
    #[cfg(feature = "access")]
    let commands = access::commands(commands, &config.access.file);
    with_engine_commands(commands, engines)
}

/// Adds the commands that examine and fill the engines.
#[cfg(feature = "data")]
fn with_engine_commands(commands: Commands, engines: &Arc<Engines>) -> Commands {
    let (examined, filled) = (Arc::clone(engines), Arc::clone(engines));
    commands
        .with("doctor", |_, arguments: DoctorArguments| async move {
            doctor::run(&examined, arguments).await
        })
        .with("index", |_, arguments: IndexArguments| async move {
            index::run(&filled, arguments).await
        })
}

/// A build without the data tools has no engines to examine or fill.
#[cfg(not(feature = "data"))]
fn with_engine_commands(commands: Commands, _: &Arc<Engines>) -> Commands {
    commands
}
