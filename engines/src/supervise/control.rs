//! The supervisor's end of the socket to the server: an order in, a report out, and a
//! `StopSignal`.
//!
//! The server's end is [`Supervised`](super::Supervised).

use std::{
    io::{self, BufReader, Read, Write as _},
    os::unix::net::UnixStream,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde::{Serialize, de::DeserializeOwned};

use super::json_line;

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

/// The reason for the end of a supervisor's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// The server wants the program to stop, or is gone.
    Stop,
    /// The program has exited. It is still a zombie, so its process id is not reused yet.
    Exited,
}

/// Tells a supervisor when to stop, and when its program has exited.
///
/// The server holds the other end of the supervisor's input. It closes that to stop the program,
/// and the kernel closes it when the server dies, however that happens.
#[derive(Debug)]
pub(crate) struct StopSignal {
    events: Receiver<Event>,
    sender: Sender<Event>,
}

impl StopSignal {
    /// Creates a signal that is raised when `input` ends. What is read before is ignored.
    fn at_end_of(mut input: impl Read + Send + 'static) -> Self {
        let (sender, events) = mpsc::channel();
        let stop = sender.clone();
        thread::spawn(move || {
            let mut ignored = [0; 64];
            while input.read(&mut ignored).is_ok_and(|read| read > 0) {}
            let _ = stop.send(Event::Stop);
        });
        Self { events, sender }
    }

    /// Raises the signal also when `program`, a child of this process, exits. Reaping it is left to
    /// the caller.
    pub(crate) fn also_at_exit_of(&self, program: Pid) {
        let exited = self.sender.clone();
        thread::spawn(move || {
            let left_as_zombie = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            let _ = waitid(WaitId::Pid(program), left_as_zombie);
            let _ = exited.send(Event::Exited);
        });
    }

    /// Waits until the signal is raised.
    #[cfg(feature = "embedded-postgres")]
    pub(crate) fn wait(&self) -> Event {
        // The sender is never dropped before this.
        self.events.recv().unwrap_or(Event::Stop)
    }

    /// Waits until the signal is raised, but no longer than `time`.
    pub(crate) fn wait_for(&self, time: Duration) -> Option<Event> {
        match self.events.recv_timeout(time) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write as _,
        os::unix::net::UnixStream,
        process::{Command, Stdio},
    };

    use super::*;

    const SHORT: Duration = Duration::from_millis(20);

    #[test]
    fn the_signal_is_raised_when_the_server_closes_its_end() {
        let (mut server, supervisor) = UnixStream::pair().unwrap();
        let signal = StopSignal::at_end_of(supervisor);
        server.write_all(&[b'x'; 1_000]).unwrap();
        assert_eq!(signal.wait_for(SHORT), None);
        drop(server);
        assert_eq!(signal.wait(), Event::Stop);
    }

    #[test]
    fn the_signal_is_raised_when_the_program_exits_and_it_can_still_be_reaped() {
        let (_server, supervisor) = UnixStream::pair().unwrap();
        let signal = StopSignal::at_end_of(supervisor);
        let mut program = Command::new("/bin/cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        signal.also_at_exit_of(Pid::from_child(&program));
        assert_eq!(signal.wait_for(SHORT), None);
        drop(program.stdin.take());
        assert_eq!(signal.wait(), Event::Exited);
        assert!(program.wait().unwrap().success());
    }
}
