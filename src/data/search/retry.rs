//! When to ask again.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::DateTime;
use reqwest::{
    StatusCode,
    header::{HeaderMap, RETRY_AFTER},
};

/// How often a question is asked at most.
pub(super) const ATTEMPTS: u32 = 3;
/// How long to wait after the first failure, where nobody says; twice as long after each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// Whether the same question may be answered a little later.
pub(super) fn is_passing(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
}

/// How long to wait after attempt number `attempt`, where nobody says.
pub(super) fn pause(attempt: u32) -> Duration {
    FIRST_PAUSE * 2_u32.pow(attempt.saturating_sub(1).min(6))
}

/// How long the service says to wait: in seconds or until a date, or until the first of Brave's limits is lifted.
pub(super) fn asked_for(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
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
    fn the_service_says_how_long_to_wait() {
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
    fn pauses_double() {
        let pauses = [1, 2, 3].map(|attempt| pause(attempt).as_millis());
        assert_eq!(pauses, [500, 1_000, 2_000]);
    }
}
