//! The log of a server on standard error, as text or as JSON objects, one a line.

use std::{env, fmt, io};

use clap::{ArgAction, ValueEnum};
use toolwright_base::escaped_line;
use tracing::{field::Field, level_filters::LevelFilter};
use tracing_subscriber::{
    Layer as _,
    field::MakeExt as _,
    filter::Targets,
    fmt::{
        FormatFields,
        format::{Writer, debug_fn},
    },
    layer::SubscriberExt as _,
};

use super::output;
use crate::core::LogLevel;

/// The variable that other Rust programs read too: levels for parts of the program.
const TARGETS: &str = "RUST_LOG";

#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct LoggingArguments {
    /// Log more: -v for info, -vv for debug, -vvv for trace
    #[arg(long, short, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// Minimum level of log messages [default: what RUST_LOG says; else warn, or error for `call`]
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "LEVEL",
        env = "TOOLWRIGHT_LOG",
        hide_env_values = true
    )]
    log: Option<Level>,
    /// Format of log messages
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "FORMAT",
        env = "TOOLWRIGHT_LOG_FORMAT",
        hide_env_values = true,
        default_value = "text"
    )]
    log_format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// A line for people
    Text,
    /// A JSON object on a line
    Json,
}

impl LoggingArguments {
    /// Returns the more verbose level of `-v` and `--log`, or `None` if neither is given.
    fn level(self) -> Option<Level> {
        let by_flag = match self.verbose {
            0 => return self.log,
            1 => Level::Info,
            2 => Level::Debug,
            _ => Level::Trace,
        };
        Some(self.log.map_or(by_flag, |log| log.max(by_flag)))
    }

    /// Returns the minimum level of the log messages of tools, which `call` prints.
    pub(super) fn tool_level(self) -> LogLevel {
        match self.level().unwrap_or(Level::Info) {
            Level::Error => LogLevel::Error,
            Level::Warn => LogLevel::Warning,
            Level::Info => LogLevel::Info,
            Level::Debug | Level::Trace => LogLevel::Debug,
        }
    }

    /// Returns what is logged: from the level that the arguments name, else what `targets` says,
    /// else `default`. An error names the problem of `targets`.
    fn filter(self, targets: Option<&str>, default: DefaultLog) -> Result<Targets, String> {
        let from = |level: Level| Targets::new().with_default(level.filter());
        match (self.level(), targets) {
            (Some(level), _) => Ok(from(level)),
            (None, Some(targets)) if !targets.is_empty() => targets
                .parse()
                .map_err(|error| format!("`{TARGETS}` is ignored: {error}")),
            _ => Ok(default.filter()),
        }
    }
}

/// The default log of a command, unless its arguments or `RUST_LOG` choose another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DefaultLog {
    /// Errors.
    Errors,
    /// Warnings and errors.
    Warnings,
    /// Warnings, errors, and the plans that ran or were skipped.
    Server,
}

impl DefaultLog {
    /// The module that logs plans, from level info on.
    const PLANS: &str = "toolwright::executor::plan";

    fn filter(self) -> Targets {
        let level = match self {
            Self::Errors => Level::Error,
            Self::Warnings | Self::Server => Level::Warn,
        };
        let targets = Targets::new().with_default(level.filter());
        match self {
            Self::Server => targets.with_target(Self::PLANS, LevelFilter::INFO),
            Self::Errors | Self::Warnings => targets,
        }
    }
}

impl Level {
    const fn filter(self) -> LevelFilter {
        match self {
            Self::Error => LevelFilter::ERROR,
            Self::Warn => LevelFilter::WARN,
            Self::Info => LevelFilter::INFO,
            Self::Debug => LevelFilter::DEBUG,
            Self::Trace => LevelFilter::TRACE,
        }
    }
}

/// Starts logging to standard error, `default` unless the arguments or `RUST_LOG` say otherwise.
///
/// Does nothing in a program that has installed a subscriber of its own.
pub(super) fn start(arguments: LoggingArguments, default: DefaultLog) {
    let targets = env::var_os(TARGETS).map(|targets| targets.to_string_lossy().into_owned());
    let filter = arguments
        .filter(targets.as_deref(), default)
        .unwrap_or_else(|problem| {
            output::notice(&problem);
            default.filter()
        });
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(output::has_colours(&io::stderr()))
        .with_writer(io::stderr);
    let lines = match arguments.log_format {
        LogFormat::Text => lines.fmt_fields(one_line_fields()).boxed(),
        LogFormat::Json => lines
            .json()
            .with_current_span(false)
            .with_span_list(false)
            .boxed(),
    };
    let log = tracing_subscriber::registry().with(lines).with(filter);
    let _ = tracing::subscriber::set_global_default(log);
}

/// Formats the message and the fields of an event in one line.
pub(super) fn one_line_fields() -> impl for<'w> FormatFields<'w> + Send + Sync + 'static {
    let write = |writer: &mut Writer<'_>, field: &Field, value: &dyn fmt::Debug| {
        let value = format!("{value:?}");
        let value = escaped_line(&value);
        match field.name() {
            "message" => write!(writer, "{value}"),
            name => write!(writer, "{name}={value}"),
        }
    };
    debug_fn(write).delimited(" ")
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex},
    };

    use super::*;

    const fn arguments(verbose: u8, log: Option<Level>) -> LoggingArguments {
        LoggingArguments {
            verbose,
            log,
            log_format: LogFormat::Text,
        }
    }

    #[test]
    fn the_more_verbose_of_flag_and_variable_applies() {
        let level = |verbose, log| arguments(verbose, log).level();
        assert_eq!(level(0, None), None);
        assert_eq!(level(0, Some(Level::Error)), Some(Level::Error));
        assert_eq!(level(1, Some(Level::Error)), Some(Level::Info));
        assert_eq!(level(1, Some(Level::Trace)), Some(Level::Trace));
        assert_eq!(level(9, None), Some(Level::Trace));
    }

    #[test]
    fn targets_apply_if_no_level_is_given() {
        let logs = |log, targets, target: &str, level| {
            let filter = arguments(0, log)
                .filter(targets, DefaultLog::Warnings)
                .unwrap();
            filter.would_enable(target, &level)
        };
        use tracing::Level as At;
        let targets = Some("warn,toolwright=debug");
        assert!(logs(None, targets, "toolwright::app", At::DEBUG));
        assert!(!logs(None, targets, "hyper", At::INFO));
        assert!(!logs(Some(Level::Error), targets, "toolwright", At::WARN));
        assert!(logs(None, Some(""), "toolwright", At::WARN));
        assert!(!logs(None, None, "toolwright", At::INFO));
        let refused = arguments(0, None).filter(Some("a=b=c"), DefaultLog::Warnings);
        assert!(refused.unwrap_err().starts_with("`RUST_LOG` is ignored: "));
    }

    #[test]
    fn a_server_logs_its_plans_by_default() {
        use tracing::Level as At;
        let logs = |default, target| {
            let filter = arguments(0, None).filter(None, default).unwrap();
            filter.would_enable(target, &At::INFO)
        };
        let plan = "toolwright::executor::plan::plan";
        assert!(logs(DefaultLog::Server, plan));
        assert!(!logs(DefaultLog::Server, "toolwright::core"));
        assert!(!logs(DefaultLog::Warnings, plan));
    }

    /// A log in memory.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_message_is_one_line() {
        let lines = Lines::default();
        let writer = lines.clone();
        let log = tracing_subscriber::fmt()
            .without_time()
            .with_target(false)
            .with_ansi(false)
            .fmt_fields(one_line_fields())
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(log, || {
            let text = "one\n2026-01-01 INFO forged\u{1b}[2K";
            tracing::warn!(tool = text, caller = %text, number = 3, "failed: {text}");
        });
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let escaped = "one\\n2026-01-01 INFO forged\\u{1b}[2K";
        assert_eq!(
            text,
            format!(" WARN failed: {escaped} tool=\"{escaped}\" caller={escaped} number=3\n")
        );
    }
}
