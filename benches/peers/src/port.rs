//! The port of a server.

/// Returns the port of `serve --port PORT`, or `None` for standard input and output.
#[must_use]
pub fn port() -> Option<u16> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--port");
    arguments.nth(1)?.parse().ok()
}
