//! Reads the execution log for a request.

use std::io;

use chrono::{DateTime, Utc};
use tokio::sync::Semaphore;
use toolwright::log::Since;

use super::{problem::Problem, texts};

/// The number of requests that read the log at once. Each may read for seconds.
static READS: Semaphore = Semaphore::const_new(4);

/// Runs `read` where it may block. A log that does not exist yet is empty.
///
/// # Errors
/// If the log cannot be read.
pub(super) async fn read_blocking<T: Default + Send + 'static>(
    read: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, Problem> {
    let permit = READS.acquire().await;
    let reading = tokio::task::spawn_blocking(move || {
        // Until the reading has ended, also if nobody waits for it any more.
        let _permit = permit;
        read()
    });
    match reading.await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => Ok(T::default()),
        Ok(Err(error)) => {
            tracing::error!("the execution log cannot be read: {error}");
            Err(Problem::unavailable(texts::log_unreadable()))
        }
        Err(error) => {
            tracing::error!("reading the execution log failed: {error}");
            Err(Problem::internal(texts::log_reading_failed()))
        }
    }
}

/// Reads a time of a query.
///
/// # Errors
/// If it is not a time.
pub(super) fn time(name: &str, text: Option<&str>) -> Result<Option<DateTime<Utc>>, Problem> {
    let Some(text) = text else {
        return Ok(None);
    };
    match text.parse::<Since>() {
        Ok(since) => Ok(Some(since.time(Utc::now()))),
        Err(expected) => {
            let message = texts::invalid_time(name, expected);
            Err(Problem::bad_request(message.clone()).at(&format!("?{name}"), message))
        }
    }
}
