//! [`DeferredLog`]: the execution log, which is opened when the server starts.

use std::{
    error::Error,
    sync::{Mutex, OnceLock},
};

use crate::{
    core::{BoxFuture, CallLog, lock},
    data::execution_log::{ExecutionLog, LogError, LogOptions},
};

/// The execution log, which is opened when the server starts and not when it is put together: `--help` makes no folder.
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

    /// Opens it.
    pub(super) fn open(&self) -> Result<(), LogError> {
        let Some(options) = lock(&self.options).take() else {
            return Ok(());
        };
        let log = ExecutionLog::open(options)?;
        // It was not there, since the options were.
        let _ = self.log.set(log);
        Ok(())
    }

    /// Writes what is left.
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
}
