//! Foreign programs that stay and answer requests: [`Service`].
//!
//! The program runs below a supervisor (`toolwright worker service`). It gets a socket as its
//! standard input, on which it answers lines; what it prints goes to a pipe of its own, so that it
//! cannot break the protocol:
//!
//! ```text
//! Service ── order ──▶ supervisor ── launch ──▶ the program ──▶ its children
//!         ◀─ report ─┘  kills all of them                │
//!         ◀──────── a line of JSON each way ─────────────┤
//!         ◀──────── standard output and standard error ──┘
//! ```
//!
//! The supervisor kills the program and all of its descendants when the program has exited, and when
//! the [`Service`] is dropped or the server was killed. For a program that runs once, see
//! [`run`](super::run); for code of ours, [`worker`](super::worker).

use std::{
    fmt, io,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream as Socket, process::ExitStatusExt as _},
    },
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::{
    io::BufReader,
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    process::ChildStderr,
};

use super::{json_line::exchange, supervised::Supervised};

pub mod supervisor;

/// A program that stays and answers requests.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ServiceOrder {
    /// The path of the program.
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    /// The whole environment: nothing is inherited.
    pub(crate) environment: Vec<(String, String)>,
    /// The working directory.
    pub(crate) folder: PathBuf,
}

/// The exit of the program, or the error that prevented its start. Nothing is left of the program
/// when this is sent.
type Report = Result<ServiceExit, String>;

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

/// The exit of a program that should have stayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceExit {
    code: Option<i32>,
    signal: Option<i32>,
}

impl From<ExitStatus> for ServiceExit {
    fn from(status: ExitStatus) -> Self {
        Self {
            code: status.code(),
            signal: status.signal(),
        }
    }
}

impl fmt::Display for ServiceExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exited with code {code}"),
            (None, Some(signal)) => write!(f, "was ended by signal {signal}"),
            (None, None) => f.write_str("exited"),
        }
    }
}
