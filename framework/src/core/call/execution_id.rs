//! [`ExecutionId`]: identifies a call in the log and in its result.

use std::{
    fmt,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

/// Identifies a call, in the execution log and in its result.
///
/// It is a UUID of version 7, so ids sort by time. It is unique but not secret: others can be
/// guessed from it.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use toolwright::call::ExecutionId;
///
/// let first = ExecutionId::new(SystemTime::UNIX_EPOCH);
/// let second = ExecutionId::new(SystemTime::UNIX_EPOCH + Duration::from_millis(1));
/// assert!(first.to_string() < second.to_string());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ExecutionId(u128);

/// The start of the counter, different in each process.
static SEED: LazyLock<u64> =
    LazyLock::new(|| getrandom::u64().unwrap_or_else(|_| u64::from(std::process::id()) << 32));
static COUNT: AtomicU64 = AtomicU64::new(0);

impl ExecutionId {
    /// Creates the id of a call that begins at `time`.
    #[must_use]
    pub fn new(time: SystemTime) -> Self {
        let time = time
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or(Duration::ZERO);
        let within = time.subsec_nanos() % 1_000_000;
        // Twelve bits of a millisecond: about a quarter of a microsecond each.
        let fraction = u128::from(within) * 4096 / 1_000_000;
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let rest = u128::from(mix(SEED.wrapping_add(count)) >> 2);
        let milliseconds = time.as_millis() & 0xffff_ffff_ffff;
        Self(milliseconds << 80 | 7 << 76 | fraction << 64 | 2 << 62 | rest)
    }
}

/// Spreads a counter over all bits. Different numbers stay different.
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl fmt::Display for ExecutionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.write(&mut [0; 36]))
    }
}

impl ExecutionId {
    /// Writes the id into `place` without `std::fmt`, which would cost too much for every call.
    #[doc(hidden)]
    pub fn write(self, place: &mut [u8; 36]) -> &str {
        /// The position of each byte's two digits.
        const PLACES: [usize; 16] = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        place.fill(b'-');
        for (byte, at) in self.0.to_be_bytes().into_iter().zip(PLACES) {
            place[at] = DIGITS[usize::from(byte >> 4)];
            place[at + 1] = DIGITS[usize::from(byte & 15)];
        }
        std::str::from_utf8(place).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_uuid_of_version_7_with_its_time() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_micros(1_700_000_000_123_500);
        let id = ExecutionId::new(time).to_string();
        assert_eq!(id.len(), 36);
        // 1_700_000_000_123 is 0x18bcfe5687b, and half a millisecond is 0x800.
        assert_eq!(&id[..19], "018bcfe5-687b-7800-", "{id}");
        assert!(matches!(&id[19..20], "8" | "9" | "a" | "b"), "{id}");
        assert_eq!(&id[23..24], "-");
    }

    #[test]
    fn ids_of_the_same_time_differ() {
        let now = SystemTime::now();
        let ids: std::collections::HashSet<_> =
            (0..10_000).map(|_| ExecutionId::new(now)).collect();
        assert_eq!(ids.len(), 10_000);
    }
}
