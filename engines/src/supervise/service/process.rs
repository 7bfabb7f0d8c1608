//! [`Service`]: a foreign program that answers requests, as the server sees it.

use std::{
    io,
    os::{fd::OwnedFd, unix::net::UnixStream as Socket},
    path::Path,
    process::Stdio,
    time::Duration,
};

use tokio::{
    io::BufReader,
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    process::ChildStderr,
};

use super::{
    super::{exchange::exchange, supervised::Supervised},
    exit::ServiceExit,
    order::{Report, ServiceOrder},
    supervisor,
};

/// How long a supervisor may take to kill its program. It needs some milliseconds.
const GRACE: Duration = Duration::from_secs(10);

/// A foreign program that answers requests. Dropping this kills it with all of its descendants.
#[derive(Debug)]
pub struct Service {
    supervised: Supervised,
    input: OwnedWriteHalf,
    output: BufReader<OwnedReadHalf>,
}

impl Service {
    /// Starts a program, and returns the pipe of what it prints. `supervisor` is the `toolwright`
    /// binary, which must run [`supervisor::run`] in the role [`supervisor::ROLE`].
    ///
    /// A program that cannot be started answers nothing: see [`exit`](Self::exit).
    ///
    /// # Errors
    /// If the supervisor cannot be started.
    pub(crate) async fn start(
        supervisor: &Path,
        order: &ServiceOrder,
    ) -> io::Result<(Self, ChildStderr)> {
        let (ours, theirs) = Socket::pair()?;
        ours.set_nonblocking(true)?;
        let mut command = supervisor::ROLE.command(supervisor);
        command.stdout(OwnedFd::from(theirs)).stderr(Stdio::piped());
        let mut supervised = Supervised::start(command, GRACE)?;
        let no_pipe = || io::Error::other("the supervisor has no pipe");
        let prints = supervised.take_errors().ok_or_else(no_pipe)?;
        supervised.send(order).await?;
        let (output, input) = UnixStream::from_std(ours)?.into_split();
        let service = Self {
            supervised,
            input,
            output: BufReader::new(output),
        };
        Ok((service, prints))
    }

    /// Returns whether the program has said nothing since its last answer, and has not exited.
    pub(crate) fn is_quiet(&self) -> bool {
        let read = self.output.get_ref().try_read(&mut [0]);
        let would_block = read.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock);
        would_block && self.output.buffer().is_empty()
    }

    /// Sends all parts of `request` and waits for a line of at most `most` bytes.
    ///
    /// Returns `None` if there is no such line, as when the program exits: see
    /// [`exit`](Self::exit).
    pub(crate) async fn ask(&mut self, request: &[&[u8]], most: usize) -> Option<Vec<u8>> {
        exchange(&mut self.input, &mut self.output, request, most).await
    }

    /// Waits until the program exits and nothing is left of it, and returns how.
    ///
    /// # Errors
    /// If the program could not be started, or the supervisor is gone.
    pub(crate) async fn exit(&mut self) -> io::Result<ServiceExit> {
        let report: io::Result<Report> = self.supervised.report().await;
        let report = report.map_err(|_| io::Error::other("its supervisor is gone"))?;
        report.map_err(io::Error::other)
    }
}
