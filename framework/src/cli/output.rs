//! Prints results to standard output and messages to standard error, in colour on terminals only.
//!
//! Printed text may come from strangers: a tool's output, a question, a client's name.
//! Characters that control a terminal are replaced here, so that no command has to.

use std::{
    borrow::Cow,
    env,
    io::{self, IsTerminal, Write},
};

use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use toolwright_base::{escaped_json, visible_line, visible_text};

use crate::server::Error;

/// The emphasis and the colours of [`Paint`], which are printed as they are.
const STYLES: [&str; 6] = [
    "\u{1b}[0m",
    "\u{1b}[1m",
    "\u{1b}[2m",
    "\u{1b}[31m",
    "\u{1b}[32m",
    "\u{1b}[33m",
];

/// Prints a result, made safe for terminals.
///
/// It is not an error if the reader has closed the pipe, as `head` does.
pub fn print(text: &str) -> io::Result<()> {
    print_exactly(&visible_text(text))
}

/// Prints a result in one line, whatever it contains.
///
/// # Errors
/// As those of [`print`](fn@print).
pub fn print_line(text: &str) -> io::Result<()> {
    print_exactly(&visible_line(text))
}

/// Prints a result with the emphasis of [`Paint`]. Texts of strangers in it are to be made safe before
/// they are painted.
///
/// # Errors
/// As those of [`print`](fn@print).
pub fn print_painted(text: &str) -> io::Result<()> {
    print_exactly(&safe(text))
}

/// Prints a result that is made for other programs: exactly, unless standard output is a terminal.
pub(crate) fn print_data(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return print(text);
    }
    print_exactly(text)
}

fn print_exactly(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match writeln!(output, "{text}").and_then(|()| output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Prints a result as JSON.
pub fn print_json(value: &impl Serialize) -> io::Result<()> {
    print_exactly(&escaped_json(&serde_json::to_string_pretty(value)?))
}

/// Prints a message to standard error. Errors are ignored.
pub fn notice(text: &str) {
    let _ = writeln!(io::stderr(), "{}", visible_text(text));
}

/// Replaces everything that controls a terminal, other than emphasis.
fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return visible_text(text);
    }
    let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\u{1b}') {
        shown.push_str(&visible_text(&rest[..at]));
        rest = &rest[at..];
        let style = STYLES.iter().find(|style| rest.starts_with(**style));
        shown.push_str(style.unwrap_or(&"\u{fffd}"));
        rest = &rest[style.map_or(1, |style| style.len())..];
    }
    shown.push_str(&visible_text(rest));
    Cow::Owned(shown)
}

/// Returns `true` if `stream` is a terminal and `NO_COLOR` is not set.
pub(crate) fn has_colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Emphasises text, if the field is `true`.
#[derive(Debug, Clone, Copy)]
pub struct Paint(pub bool);

impl Paint {
    /// Emphasises text if standard output is a terminal that shows colours.
    pub fn for_stdout() -> Self {
        Self(has_colours(&io::stdout()))
    }

    /// Returns `text` in bold type.
    pub fn strong(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    /// Returns `text` in faint type.
    pub fn faint(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    /// Shows that something works.
    pub fn good(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default(), text)
    }

    /// Shows that something should be looked at.
    pub fn doubtful(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default(), text)
    }

    /// Shows that something does not work.
    pub fn bad(self, text: &str) -> String {
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

/// The error of a command.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong: exit code 2.
    Usage(String),
    /// The call or the server failed: exit code 1.
    Failed(Error),
}

impl Failure {
    /// Creates a failure with this message.
    pub fn because(reason: impl Into<String>) -> Self {
        Self::Failed(Error::Command(reason.into()))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_is_the_only_control_of_the_terminal() {
        let paint = Paint(true);
        let judged = [paint.good("c"), paint.doubtful("d"), paint.bad("e")].concat();
        let text = format!("{} {} {judged}", paint.strong("a"), paint.faint("b"));
        assert_eq!(safe(&text), text);
        assert_eq!(
            safe(&format!("{text}\u{1b}[8m\u{1b}]0;x\u{7}\u{9b}2J")),
            format!("{text}\u{fffd}[8m\u{fffd}]0;x\u{fffd}\u{fffd}2J")
        );
    }
}
