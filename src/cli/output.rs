//! Prints results to standard output and messages to standard error, in colour on terminals only.

use std::{
    env,
    io::{self, IsTerminal, Write},
};

use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;

/// Prints a result. It is not an error if the reader has closed the pipe, as `head` does.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match writeln!(output, "{text}").and_then(|()| output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Prints a result as JSON.
pub(crate) fn print_json(value: &impl Serialize) -> io::Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

/// Prints a message to standard error. Errors are ignored.
pub(crate) fn notice(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Returns `true` if `stream` is a terminal and `NO_COLOR` is not set.
pub(crate) fn has_colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Emphasises text, if the field is `true`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint(pub(crate) bool);

impl Paint {
    pub(crate) fn for_stdout() -> Self {
        Self(has_colours(&io::stdout()))
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    /// Shows that something works.
    #[cfg_attr(
        not(feature = "data"),
        expect(dead_code, reason = "only `doctor` judges")
    )]
    pub(crate) fn good(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default(), text)
    }

    /// Shows that something should be looked at.
    #[cfg_attr(
        not(feature = "data"),
        expect(dead_code, reason = "only `doctor` judges")
    )]
    pub(crate) fn doubtful(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    /// Shows that something does not work.
    #[cfg_attr(
        not(feature = "data"),
        expect(dead_code, reason = "only `doctor` judges")
    )]
    pub(crate) fn bad(self, text: &str) -> String {
        self.with(AnsiColor::Red.on_default().bold(), text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.0 && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}
