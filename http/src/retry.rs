//! [`RetryPolicy`]: when and how often a request is repeated.

use std::{
    fmt,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use chrono::DateTime;
use reqwest::{
    StatusCode,
    header::{HeaderMap, RETRY_AFTER},
};
use toolwright_base::Backoff;

use super::error::HttpError;

/// The longest wait that a server may ask for. It is passed on to clients.
const MAX_REQUESTED: Duration = Duration::from_secs(3600);

/// How often a request is tried, and how long to wait in between.
#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    attempts: u32,
    backoff: Backoff,
}

/// An attempt that failed.
#[derive(Debug)]
pub struct FailedAttempt<E> {
    /// The error of the attempt.
    pub error: E,
    /// The wait before the next attempt; `None` if another one would not help.
    pub delay: Option<RetryDelay>,
}

/// The wait before the next attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryDelay {
    /// The delay of the backoff.
    Backoff,
    /// The delay that the server asked for.
    Requested(Duration),
}

impl<E> FailedAttempt<E> {
    /// A failure that another attempt would not change.
    pub const fn for_good(error: E) -> Self {
        Self { error, delay: None }
    }
}

/// A request without a response.
impl<E: From<HttpError>> From<HttpError> for FailedAttempt<E> {
    fn from(error: HttpError) -> Self {
        Self {
            delay: delay_after_error(&error),
            error: error.into(),
        }
    }
}

impl RetryPolicy {
    /// Tries `attempts` times. The delays begin with `first` and double up to `longest`.
    pub const fn new(attempts: u32, first: Duration, longest: Duration) -> Self {
        Self {
            attempts,
            backoff: Backoff::new(first, longest),
        }
    }

    /// Runs `attempt` until it succeeds, until the attempts are used up, or until the next one
    /// would begin after `deadline`. Attempts are numbered from 1.
    ///
    /// # Errors
    /// Returns the error of the last attempt.
    pub async fn run<T, E, F>(
        &self,
        deadline: Instant,
        mut attempt: impl FnMut(u32) -> F,
    ) -> Result<T, E>
    where
        E: fmt::Display,
        F: Future<Output = Result<T, FailedAttempt<E>>>,
    {
        let mut number = 1;
        loop {
            let FailedAttempt { error, delay } = match attempt(number).await {
                Ok(done) => return Ok(done),
                Err(failed) => failed,
            };
            let delay = delay.map(|delay| match delay {
                RetryDelay::Backoff => self.backoff.pause(number),
                RetryDelay::Requested(time) => time,
            });
            let in_time = delay.filter(|delay| {
                let start = Instant::now().checked_add(*delay);
                start.is_some_and(|start| start < deadline)
            });
            let Some(delay) = in_time.filter(|_| number < self.attempts) else {
                return Err(error);
            };
            tracing::debug!(attempt = number, ?delay, "retrying: {error}");
            tokio::time::sleep(delay).await;
            number += 1;
        }
    }
}

/// Returns the delay after a response with this status, or `None` if the request would fail again.
pub fn delay_after_status(status: StatusCode, headers: &HeaderMap) -> Option<RetryDelay> {
    let is_temporary = status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error();
    is_temporary.then(|| {
        let asked = asked_for(headers, SystemTime::now());
        asked.map_or(RetryDelay::Backoff, |time| {
            RetryDelay::Requested(time.min(MAX_REQUESTED))
        })
    })
}

/// Returns the delay after a request without a response, or `None` if it would fail again.
pub const fn delay_after_error(error: &HttpError) -> Option<RetryDelay> {
    match error {
        HttpError::Unreachable { .. } => Some(RetryDelay::Backoff),
        _ => None,
    }
}

/// Returns the wait that the server asks for: in seconds, until a date, or until the first of
/// Brave's limits is reset.
fn asked_for(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    if let Some(text) = text(RETRY_AFTER.as_str()) {
        return seconds(text).or_else(|| until(text, now));
    }
    seconds(text("x-ratelimit-reset")?.split(',').next()?)
}

fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.trim().parse().ok()?).ok()
}

fn until(text: &str, now: SystemTime) -> Option<Duration> {
    let date = DateTime::parse_from_rfc2822(text).ok()?.timestamp();
    let now = now.duration_since(UNIX_EPOCH).ok()?;
    let date = Duration::from_secs(u64::try_from(date).ok()?);
    Some(date.saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &'static str, value: &'static str) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
        asked_for(&headers, now).map(|time| time.as_secs())
    }

    #[test]
    fn the_wait_that_a_server_asks_for_is_read() {
        assert_eq!(asked("retry-after", "7"), Some(7));
        assert_eq!(
            asked("retry-after", "Sun, 06 Nov 1994 08:49:47 GMT"),
            Some(10)
        );
        assert_eq!(
            asked("retry-after", "Sun, 06 Nov 1994 08:49:00 GMT"),
            Some(0)
        );
        assert_eq!(asked("x-ratelimit-reset", "1, 1419704"), Some(1));
        for value in ["", "soon", "-1", "NaN", "inf", "1e300"] {
            assert_eq!(asked("retry-after", value), None, "{value}");
        }
        assert_eq!(asked("age", "7"), None);
    }

    #[test]
    fn a_server_may_ask_for_at_most_an_hour() {
        for (asked, granted) in [("90", 90), ("9999999999", 3600)] {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, asked.parse().unwrap());
            let delay = delay_after_status(StatusCode::TOO_MANY_REQUESTS, &headers);
            let granted = RetryDelay::Requested(Duration::from_secs(granted));
            assert_eq!(delay, Some(granted));
        }
    }

    #[tokio::test]
    async fn retries_stop_when_attempts_or_time_are_used_up() {
        let policy = RetryPolicy::new(3, Duration::from_millis(1), Duration::from_secs(1));
        let outcome = async |patience, delay| {
            let deadline = Instant::now() + Duration::from_millis(patience);
            let failing = |number| async move {
                Err::<(), _>(FailedAttempt {
                    error: number,
                    delay,
                })
            };
            policy.run(deadline, failing).await.unwrap_err()
        };
        assert_eq!(outcome(60_000, Some(RetryDelay::Backoff)).await, 3);
        assert_eq!(outcome(60_000, None).await, 1);
        let asked = |time| Some(RetryDelay::Requested(Duration::from_millis(time)));
        assert_eq!(outcome(60_000, asked(2)).await, 3);
        assert_eq!(outcome(60_000, asked(60_000)).await, 1);
        assert_eq!(
            outcome(60_000, Some(RetryDelay::Requested(Duration::MAX))).await,
            1
        );
    }
}
