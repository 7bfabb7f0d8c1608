//! [`Supervised`]: the server's end of the socket to a supervisor.

use std::{
    io, mem,
    os::{fd::OwnedFd, unix::net::UnixStream as Socket},
    process::Command,
    time::Duration,
};

use rustix::process::Pid;
use serde::{Serialize, de::DeserializeOwned};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    process::{Child, ChildStderr, ChildStdout},
    time::timeout,
};

use super::{json_line, proc_fs};

/// The longest report in bytes.
const MAX_REPORT: usize = 1024 * 1024;

/// How long the supervisor of a run or of a service may take beyond the time of its program. It needs
/// some milliseconds.
pub(super) const GRACE: Duration = Duration::from_secs(10);

/// A supervisor process. Dropping this makes it stop its program and exit.
///
/// The supervisor's end is [`control`](super::control).
#[derive(Debug)]
pub struct Supervised {
    supervisor: Option<Child>,
    reports: BufReader<OwnedReadHalf>,
    /// The part of a report that has arrived.
    line: Vec<u8>,
    /// The supervisor stops its program when this is closed.
    orders: Option<OwnedWriteHalf>,
    grace: Duration,
}

impl Supervised {
    /// Starts a supervisor. Its standard input is the socket; the other streams are those of
    /// `command`.
    ///
    /// A supervisor that does not exit within `grace` after this was dropped is killed.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub(crate) fn start(command: Command, grace: Duration) -> io::Result<Self> {
        let (ours, theirs) = Socket::pair()?;
        ours.set_nonblocking(true)?;
        let supervisor = tokio::process::Command::from(command)
            .stdin(OwnedFd::from(theirs))
            // Ctrl-C in the server's terminal is not for it: the server finishes its calls first.
            .process_group(0)
            .spawn()?;
        let (reports, orders) = UnixStream::from_std(ours)?.into_split();
        Ok(Self {
            supervisor: Some(supervisor),
            reports: BufReader::new(reports),
            line: Vec::new(),
            orders: Some(orders),
            grace,
        })
    }

    /// Takes the standard output and standard error of the supervisor, if they are pipes.
    pub(super) fn take_output(&mut self) -> Option<(ChildStdout, ChildStderr)> {
        let supervisor = self.supervisor.as_mut()?;
        Some((supervisor.stdout.take()?, supervisor.stderr.take()?))
    }

    /// Takes the standard error of the supervisor, if it is a pipe.
    pub(super) fn take_errors(&mut self) -> Option<ChildStderr> {
        self.supervisor.as_mut()?.stderr.take()
    }

    /// Sends the order.
    ///
    /// # Errors
    /// If the supervisor is gone.
    pub(crate) async fn send(&mut self, order: &impl Serialize) -> io::Result<()> {
        let line = json_line::encode(order)?;
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let orders = self.orders.as_mut().ok_or_else(closed)?;
        orders.write_all(&line).await
    }

    /// Waits for the next report. The future can be dropped and created again without losing
    /// anything.
    ///
    /// # Errors
    /// If the supervisor is gone, or sends something else.
    pub(crate) async fn report<R: DeserializeOwned>(&mut self) -> io::Result<R> {
        let left = MAX_REPORT.saturating_sub(self.line.len());
        let mut reports = (&mut self.reports).take(left as u64);
        reports.read_until(b'\n', &mut self.line).await?;
        Ok(serde_json::from_slice(&mem::take(&mut self.line))?)
    }

    /// Makes the supervisor stop its program, without waiting for it.
    pub(crate) fn stop(&mut self) {
        self.orders = None;
    }

    /// Returns whether the supervisor has not exited.
    #[cfg(feature = "embedded-postgres")]
    pub(crate) fn is_running(&mut self) -> bool {
        let supervisor = self.supervisor.as_mut();
        supervisor.is_some_and(|supervisor| matches!(supervisor.try_wait(), Ok(None)))
    }

    /// Returns when the supervisor was started, in ticks since the machine was.
    pub(super) fn start_time(&self) -> Option<u64> {
        let process = i32::try_from(self.supervisor.as_ref()?.id()?).ok()?;
        proc_fs::start_time(Pid::from_raw(process)?)
    }

    /// Kills the supervisor. The kernel signals the program that it launched.
    pub(crate) fn kill(&mut self) {
        if let Some(supervisor) = &mut self.supervisor {
            let _ = supervisor.start_kill();
        }
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.stop();
        let (Some(mut supervisor), grace) = (self.supervisor.take(), self.grace) else {
            return;
        };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if timeout(grace, supervisor.wait()).await.is_err() {
                    let _ = supervisor.kill().await;
                }
            });
        }
    }
}
