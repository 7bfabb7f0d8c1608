//! Logging to standard error. Standard output is for results and for the protocol.

use std::io;

use clap::{ArgAction, ValueEnum};
use tracing::level_filters::LevelFilter;

use super::output;
use crate::core::LogLevel;

#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct LoggingArguments {
    /// Log more: -v for info, -vv for debug, -vvv for trace
    #[arg(long, short, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// Minimum level of log messages [default: warn; error for `call`]
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "LEVEL",
        env = "TOOLWRIGHT_LOG",
        hide_env_values = true
    )]
    log: Option<Level>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

impl LoggingArguments {
    /// Returns the more verbose level of `-v` and `--log`, or `default` if neither is given.
    fn level(self, default: Level) -> Level {
        let by_flag = match self.verbose {
            0 => return self.log.unwrap_or(default),
            1 => Level::Info,
            2 => Level::Debug,
            _ => Level::Trace,
        };
        self.log.map_or(by_flag, |log| log.max(by_flag))
    }

    /// Returns the minimum level of the log messages of tools, which `call` prints.
    pub(super) fn tool_level(self) -> LogLevel {
        match self.level(Level::Info) {
            Level::Error => LogLevel::Error,
            Level::Warn => LogLevel::Warning,
            Level::Info => LogLevel::Info,
            Level::Debug | Level::Trace => LogLevel::Debug,
        }
    }
}

/// Starts logging to standard error, from `default` on unless the arguments name a level.
///
/// Does nothing in a program that has installed a subscriber of its own.
pub(super) fn start(arguments: LoggingArguments, default: Level) {
    let level = match arguments.level(default) {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
        Level::Trace => LevelFilter::TRACE,
    };
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(output::has_colours(&io::stderr()))
        .with_writer(io::stderr)
        .finish();
    let _ = tracing::subscriber::set_global_default(log);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_verbose_of_flag_and_variable_applies() {
        let level = |verbose, log| LoggingArguments { verbose, log }.level(Level::Warn);
        assert_eq!(level(0, None), Level::Warn);
        assert_eq!(level(0, Some(Level::Error)), Level::Error);
        assert_eq!(level(1, Some(Level::Error)), Level::Info);
        assert_eq!(level(1, Some(Level::Trace)), Level::Trace);
        assert_eq!(level(9, None), Level::Trace);
    }
}
