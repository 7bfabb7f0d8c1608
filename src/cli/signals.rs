//! [`Signals`]: Ctrl-C and SIGTERM. The first asks to stop, the second does.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio_util::sync::CancellationToken;

/// What a shell reports for a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C and SIGTERM.
#[derive(Debug)]
pub(super) struct Signals {
    first: CancellationToken,
    impatient: Arc<AtomicBool>,
}

impl Signals {
    /// Listens from now on.
    pub(super) fn listen() -> io::Result<Self> {
        let mut signal = Either::listen()?;
        let signals = Self {
            first: CancellationToken::new(),
            impatient: Arc::default(),
        };
        let (first, impatient) = (signals.first.clone(), Arc::clone(&signals.impatient));
        tokio::spawn(async move {
            signal.next().await;
            if !impatient.load(Ordering::Relaxed) {
                first.cancel();
                signal.next().await;
            }
            std::process::exit(INTERRUPTED);
        });
        Ok(signals)
    }

    /// Ready when the first has come.
    pub(super) async fn first(&self) {
        self.first.cancelled().await;
    }

    /// While this says `true`, already the first ends the process: a question blocks the work that would hear it.
    pub(super) fn impatience(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.impatient)
    }
}

/// Ctrl-C or SIGTERM.
#[cfg(unix)]
struct Either {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Either {
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

/// Ctrl-C or the console's end.
#[cfg(windows)]
struct Either {
    interrupt: tokio::signal::windows::CtrlC,
    terminate: tokio::signal::windows::CtrlClose,
}

#[cfg(windows)]
impl Either {
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
