//! Where a server listens.

/// The port of `serve --port PORT`; none where the server is to use standard input and output.
#[must_use]
pub fn port() -> Option<u16> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--port");
    arguments.nth(1)?.parse().ok()
}
