//! [`Confinement`]: the limits that the kernel holds a worker to.
//!
//! Linux enforces all of them. macOS has the same calls but does not count all memory: there only
//! the limits of time, and what each engine checks itself, remain.

use std::{
    io,
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use rustix::process::Resource;

use super::super::rlimit::restrict;

/// The memory of a worker beside its values and its stack: static data, other stacks, and what the
/// allocator keeps.
const BASE: u64 = 1024 * 1024;

/// The limits that the kernel holds a worker to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Confinement {
    /// The most bytes of memory for values.
    pub(crate) memory: u64,
    /// The bytes of stack of the thread that does the work.
    pub(crate) stack: usize,
    /// The most processor time of the whole process, if nothing else limits it.
    pub(crate) time: Option<Duration>,
}

impl Confinement {
    /// Confines this process for good and then calls `work` on a thread of its own.
    ///
    /// The thread is started first: a confined process cannot start one.
    ///
    /// # Errors
    /// If the process cannot be confined. Then `work` is not called.
    pub(crate) fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<JoinHandle<io::Result<T>>> {
        let (confined, ready) = mpsc::channel();
        let thread = thread::Builder::new()
            .stack_size(self.stack)
            .spawn(move || match ready.recv() {
                Ok(()) => work(),
                Err(not_confined) => Err(io::Error::other(not_confined)),
            })?;
        self.enter()?;
        // Fails only if the thread is gone, which joining it shows.
        let _ = confined.send(());
        Ok(thread)
    }

    /// Limits memory and time, and forbids to open files or sockets and to start processes. The two
    /// pipes stay open.
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
