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
//! The supervisor kills the program and all of its descendants when the program has exited, and
//! when the [`Service`] is dropped or the server was killed. For a program that runs once, see
//! [`run`](super::run); for code of ours, [`worker`](super::worker).

use std::{
    io,
    os::{fd::OwnedFd, unix::net::UnixStream as Socket},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use tokio::{
    io::BufReader,
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    process::ChildStderr,
};

use super::{
    json_line::exchange,
    launch,
    role::Role,
    supervised::{GRACE, Supervised},
    supervisor::{ProgramExit, ProgramReport, Task},
};

/// The role of a supervisor of one service.
pub const ROLE: Role = Role::new("service");

/// Runs one program, and exits when nothing is left of it.
pub fn run() -> ! {
    super::supervisor::run::<ServiceOrder>()
}

/// The supervisor's side of a service.
pub mod supervisor {
    pub use super::{ROLE, run};
}

/// A program that stays and answers requests.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ServiceOrder {
    /// The path of the program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The whole environment: nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// The working directory.
    pub folder: PathBuf,
    /// Whether the program answers on its standard output, and not on its standard input.
    #[serde(default)]
    pub answers_on_output: bool,
}

impl Task for ServiceOrder {
    const TICK: Duration = Duration::from_secs(1);

    /// The standard output of this process is the socket on which the program answers, and its
    /// standard error the pipe for everything that the program prints.
    fn command(&self) -> io::Result<Command> {
        let requests = rustix::stdio::stdout().try_clone_to_owned()?;
        let prints = rustix::stdio::stderr().try_clone_to_owned()?;
        let output = match self.answers_on_output {
            true => requests.try_clone()?,
            false => prints,
        };
        let mut command = launch::command(&self.program, Signal::KILL, None, None)?;
        command
            .args(&self.arguments)
            .envs(self.environment.iter().cloned())
            .current_dir(&self.folder)
            .stdin(requests)
            .stdout(output);
        Ok(command)
    }
}

/// A foreign program that answers requests. Dropping this kills it with all of its descendants.
#[derive(Debug)]
pub struct Service {
    supervised: Supervised,
    input: OwnedWriteHalf,
    output: BufReader<OwnedReadHalf>,
}

/// A foreign program that speaks on its standard input and output, such as an MCP server. Dropping
/// `supervised` kills it with all of its descendants.
#[derive(Debug)]
pub struct SpeakingProgram {
    /// Its standard input.
    pub input: OwnedWriteHalf,
    /// Its standard output.
    pub output: OwnedReadHalf,
    /// Its standard error.
    pub errors: ChildStderr,
    /// Its supervisor.
    pub supervised: Supervised,
}

impl SpeakingProgram {
    /// Starts a program below `supervisor`, which is the `toolwright` binary. A program that cannot
    /// be started ends its output at once, and its standard error says why.
    ///
    /// # Errors
    /// If the supervisor cannot be started.
    pub async fn start(supervisor: &Path, order: &ServiceOrder) -> io::Result<Self> {
        let (service, errors) = Service::start(supervisor, order).await?;
        Ok(Self {
            input: service.input,
            output: service.output.into_inner(),
            errors,
            supervised: service.supervised,
        })
    }
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
        let mut command = ROLE.command(supervisor);
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
    pub(crate) async fn exit(&mut self) -> io::Result<ProgramExit> {
        let report: io::Result<ProgramReport> = self.supervised.report().await;
        let report = report.map_err(|_| io::Error::other("its supervisor is gone"))?;
        report.map_err(io::Error::other)
    }
}
