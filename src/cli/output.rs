//! What commands print: answers on standard output, everything else on standard error, colours on a terminal only.

use std::{
    env,
    io::{self, IsTerminal, Write},
};

use clap::builder::styling::Style;
use serde::Serialize;

/// Prints an answer. A reader that has seen enough, as `head`, is no failure.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    match writeln!(output, "{text}").and_then(|()| output.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Prints an answer as JSON.
pub(crate) fn print_json(value: &impl Serialize) -> io::Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

/// Tells the person in front of it something. Nobody listening is no failure.
pub(crate) fn notice(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether colours are wanted on `stream`.
pub(crate) fn has_colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Emphasis, where it can be seen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint(pub(crate) bool);

impl Paint {
    pub(crate) fn for_answers() -> Self {
        Self(has_colours(&io::stdout()))
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.0 && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}
