//! The fields of a log message for people, in one line whatever their text contains: line ends and
//! what controls a terminal are escaped.

use std::fmt;

use toolwright_base::escaped_line;
use tracing::field::Field;
use tracing_subscriber::{
    field::MakeExt as _,
    fmt::format::{FormatFields, Writer, debug_fn},
};

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
