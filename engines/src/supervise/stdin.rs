//! Feeding a child process from a text.

use std::{io::Write as _, process::Child, thread};

/// Writes `text` to the standard input of `child` in a thread, and closes it.
///
/// A child that does not read all of it is no failure: how it exits says what it made of it.
pub(crate) fn feed(child: &mut Child, text: String) {
    if let Some(mut stdin) = child.stdin.take() {
        thread::spawn(move || {
            let _ = stdin.write_all(text.as_bytes());
        });
    }
}
