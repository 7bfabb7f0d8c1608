//! [`DeferredLog`]: the execution log, opened when the server starts.

use std::{
    error::Error,
    sync::{Mutex, OnceLock},
};

use toolwright::{
    BoxFuture,
    log::{CallLog, ExecutionLog, LogError, LogOptions},
};
use toolwright_base::lock;

/// The execution log, opened when the server starts instead of when it is built: `--help` creates no
/// folder.
#[derive(Debug)]
pub(super) struct DeferredLog {
    options: Mutex<Option<LogOptions>>,
    log: OnceLock<ExecutionLog>,
}

impl DeferredLog {
    pub(super) const fn new(options: LogOptions) -> Self {
        Self {
            options: Mutex::new(Some(options)),
            log: OnceLock::new(),
        }
    }

    /// Opens the log.
    pub(super) fn open(&self) -> Result<(), LogError> {
        let Some(options) = lock(&self.options).take() else {
            return Ok(());
        };
        let log = ExecutionLog::open(options)?;
        // The log cannot be set yet, since the options were still there.
        let _ = self.log.set(log);
        Ok(())
    }

    /// Writes the records that are left and closes the log.
    pub(super) async fn close(&self) {
        if let Some(log) = self.log.get() {
            log.close().await;
        }
    }
}

impl CallLog for DeferredLog {
    fn append(&self, record: Vec<u8>) -> BoxFuture<'_, Result<(), Box<dyn Error + Send + Sync>>> {
        match self.log.get() {
            Some(log) => CallLog::append(log, record),
            None => Box::pin(std::future::ready(Err(LogError::Closed.into()))),
        }
    }

    fn post(&self, record: Vec<u8>) {
        if let Some(log) = self.log.get() {
            CallLog::post(log, record);
        }
    }

    fn is_failing(&self) -> bool {
        self.log.get().is_some_and(CallLog::is_failing)
    }
}
