//! [`Signals`]: stops on Ctrl-C and SIGTERM, gracefully on the first signal and at once on the
//! second.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio_util::sync::CancellationToken;

/// The exit code of a program that was ended by Ctrl-C, as shells report it.
const INTERRUPTED: i32 = 130;

/// Handles Ctrl-C and SIGTERM.
#[derive(Debug)]
pub(super) struct Signals {
    first: CancellationToken,
    exits_at_once: Arc<AtomicBool>,
}

impl Signals {
    /// Installs the handlers. The second signal exits the process.
    pub(super) fn listen() -> io::Result<Self> {
        let mut signal = StopSignals::listen()?;
        let signals = Self {
            first: CancellationToken::new(),
            exits_at_once: Arc::default(),
        };
        let (first, exits_at_once) = (signals.first.clone(), Arc::clone(&signals.exits_at_once));
        tokio::spawn(async move {
            signal.next().await;
            if !exits_at_once.load(Ordering::Relaxed) {
                first.cancel();
                signal.next().await;
            }
            std::process::exit(INTERRUPTED);
        });
        Ok(signals)
    }

    /// Waits until the first signal arrives.
    pub(super) async fn first(&self) {
        self.first.cancelled().await;
    }

    /// Returns a switch that makes the first signal exit the process.
    ///
    /// It is on while a question waits for a person, because that blocks the task that would stop.
    pub(super) fn exit_at_once(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.exits_at_once)
    }
}

/// Ctrl-C or SIGTERM.
#[cfg(unix)]
struct StopSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Ctrl-C or the closing of the console.
#[cfg(windows)]
struct StopSignals {
    interrupt: tokio::signal::windows::CtrlC,
    terminate: tokio::signal::windows::CtrlClose,
}

#[cfg(windows)]
impl StopSignals {
    fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: tokio::signal::windows::ctrl_c()?,
            terminate: tokio::signal::windows::ctrl_close()?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
