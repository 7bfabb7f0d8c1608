//! [`Confinement`]: what the kernel holds a worker to.
//!
//! Linux holds all of it. macOS has the same calls, but does not count all memory: there the limits of time, and what each engine
//! checks itself, are what remains.

use std::{
    io,
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use rustix::process::Resource;

use crate::data::supervise::rlimit::restrict;

/// What a worker has beside its values and its stack: its own data, other stacks, what the allocator keeps for itself.
const BASE: u64 = 1024 * 1024;

/// What the kernel holds a worker to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Confinement {
    /// The most memory for values, in bytes.
    pub(crate) memory: u64,
    /// The stack of the thread that works, in bytes.
    pub(crate) stack: usize,
    /// The most time of the processor for the whole life of the process, where it is not watched otherwise.
    pub(crate) time: Option<Duration>,
}

impl Confinement {
    /// Confines this process for good, and only then does `work`, on a thread of its own: a confined process gets no new thread.
    ///
    /// # Errors
    /// When the process cannot be confined; then nothing is done.
    pub(crate) fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<JoinHandle<io::Result<T>>> {
        let (confined, ready) = mpsc::channel();
        let thread = thread::Builder::new()
            .stack_size(self.stack)
            .spawn(move || match ready.recv() {
                Ok(()) => work(),
                Err(never) => Err(io::Error::other(never)),
            })?;
        self.enter()?;
        // It fails only when the thread is gone, which whoever waits for it sees.
        let _ = confined.send(());
        Ok(thread)
    }

    /// Takes from this process the memory and the time beyond its limits, and new files, sockets and processes. What is open stays
    /// open: the two pipes.
    fn enter(self) -> io::Result<()> {
        let data = self.memory + self.stack as u64 + BASE;
        let time = self.time.map(|time| (Resource::Cpu, time.as_secs()));
        let fixed = [
            (Resource::Data, data),
            (Resource::Nofile, 0),
            (Resource::Fsize, 0),
            (Resource::Nproc, 0),
            (Resource::Core, 0),
        ];
        fixed
            .into_iter()
            .chain(time)
            .try_for_each(|(resource, most)| restrict(resource, most))
    }
}
