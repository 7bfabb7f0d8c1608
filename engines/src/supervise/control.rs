//! The supervisor's end of the socket to the server: an order in, a report out.
//!
//! The server's end is [`Supervised`](super::Supervised).

use std::{
    io::{self, BufReader, Write as _},
    os::unix::net::UnixStream,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{json_line, stop_signal::StopSignal};

/// Sends the supervisor's report.
#[derive(Debug)]
pub(crate) struct Reporter(UnixStream);

/// Reads the order of this supervisor. The socket is its standard input.
///
/// The [`StopSignal`] is raised when the server closes its end.
///
/// # Errors
/// If standard input is not the socket, or no order arrives.
pub(crate) fn accept<O: DeserializeOwned>() -> io::Result<(O, StopSignal, Reporter)> {
    let socket = UnixStream::from(rustix::stdio::stdin().try_clone_to_owned()?);
    let mut input = BufReader::new(socket.try_clone()?);
    let order = json_line::read(&mut input)?;
    Ok((order, StopSignal::at_end_of(input), Reporter(socket)))
}

impl Reporter {
    /// Sends a report.
    ///
    /// # Errors
    /// If the server is gone.
    pub(crate) fn send(&mut self, report: &impl Serialize) -> io::Result<()> {
        self.0.write_all(&json_line::encode(report)?)
    }
}
