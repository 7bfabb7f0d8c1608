//! A log that can be broken, and governance with it.

use std::{
    error::Error,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use toolwright::{
    BoxFuture,
    govern::Governance,
    log::{CallLog, Redactor},
};

/// A log that stores nothing, and fails while it is broken.
#[derive(Debug, Default)]
pub(super) struct ShakyLog {
    is_broken: AtomicBool,
}

impl ShakyLog {
    pub(super) fn set_broken(&self, is_broken: bool) {
        self.is_broken.store(is_broken, Ordering::SeqCst);
    }

    /// Returns governance with this log.
    pub(super) fn governance(self: &Arc<Self>) -> Governance {
        let log = Arc::clone(self) as Arc<dyn CallLog>;
        Governance::new().log(log, Redactor::default())
    }
}

impl CallLog for ShakyLog {
    fn append(&self, _: Vec<u8>) -> BoxFuture<'_, Result<(), Box<dyn Error + Send + Sync>>> {
        let kept = if self.is_broken.load(Ordering::SeqCst) {
            Err(io::Error::from(io::ErrorKind::StorageFull).into())
        } else {
            Ok(())
        };
        Box::pin(std::future::ready(kept))
    }

    fn post(&self, _: Vec<u8>) {}
}
