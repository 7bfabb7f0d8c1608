//! [`Attempts`]: counts how often a caller shows wrong credentials.

use std::{
    collections::HashMap,
    sync::Mutex,
    time::{Duration, Instant},
};

use toolwright_base::lock;

use crate::core::Caller;

/// The number of failures that a caller may have within [`WINDOW`].
const MAX_FAILURES: u32 = 20;
const WINDOW: Duration = Duration::from_secs(60);
/// The number of callers that are remembered. When it is reached, the windows that are over go.
const MAX_CALLERS: usize = 10_000;

/// The failures of callers by address.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<HashMap<Caller, Failures>>);

#[derive(Debug, Clone, Copy)]
struct Failures {
    since: Instant,
    count: u32,
}

impl Attempts {
    /// Counts a failure. Returns how long the caller has to wait if it had too many.
    pub fn fail(&self, caller: &Caller, now: Instant) -> Option<Duration> {
        let mut all = lock(&self.0);
        if all.len() >= MAX_CALLERS {
            forget(&mut all, now);
        }
        let new = Failures {
            since: now,
            count: 0,
        };
        let failures = all.entry(caller.clone()).or_insert(new);
        if now.duration_since(failures.since) >= WINDOW {
            *failures = new;
        }
        failures.count = failures.count.saturating_add(1);
        let rest = (failures.since + WINDOW).saturating_duration_since(now);
        (failures.count > MAX_FAILURES).then_some(rest)
    }
}

/// Removes windows that are over, and all of them if none is: an attacker with that many addresses
/// is not stopped by counting.
fn forget(all: &mut HashMap<Caller, Failures>, now: Instant) {
    all.retain(|_, failures| now.duration_since(failures.since) < WINDOW);
    if all.len() >= MAX_CALLERS {
        all.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Origin;

    fn caller(address: &str) -> Caller {
        Caller::of(Origin::Address(address.parse().unwrap()))
    }

    #[test]
    fn an_address_waits_after_too_many_failures() {
        let (attempts, start) = (Attempts::default(), Instant::now());
        for _ in 0..MAX_FAILURES {
            assert_eq!(attempts.fail(&caller("192.0.2.1"), start), None);
        }
        let later = start + Duration::from_secs(10);
        let rest = Some(Duration::from_secs(50));
        assert_eq!(attempts.fail(&caller("192.0.2.1"), later), rest);
        assert_eq!(attempts.fail(&caller("::ffff:192.0.2.1"), later), rest);
        assert_eq!(attempts.fail(&caller("192.0.2.2"), later), None);
        assert_eq!(attempts.fail(&caller("192.0.2.1"), start + WINDOW), None);
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_together() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for host in 0..MAX_FAILURES {
            attempts.fail(&caller(&format!("2001:db8::{host:x}")), now);
        }
        assert!(attempts.fail(&caller("2001:db8::ffff:1"), now).is_some());
        assert_eq!(attempts.fail(&caller("2001:db8:0:1::1"), now), None);
    }

    #[test]
    fn many_addresses_do_not_fill_the_memory() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for number in 0..3 * u32::try_from(MAX_CALLERS).unwrap() {
            attempts.fail(
                &Caller::of(Origin::Address(std::net::IpAddr::V4(number.into()))),
                now,
            );
        }
        assert!(lock(&attempts.0).len() <= MAX_CALLERS);
    }
}
