//! Returns memory to the system after a peak.

use std::{convert::Infallible, fs, time::Duration};

use toolwright::Server;

/// The interval at which the memory is looked at.
const INTERVAL: Duration = Duration::from_secs(5);
/// The growth, in bytes, that is worth a trim.
const WORTH: u64 = 16 * 1024 * 1024;
/// The number of intervals after a trim until the next one without a new peak: 20 seconds, and 40 if
/// little was returned. Not more, since memory that is in use during a peak is free soon after it.
const PATIENCE: u32 = 4;
const LONG_PATIENCE: u32 = 8;

/// Lets `server` return memory to the system after a peak.
pub(super) fn trimmed(server: Server) -> Server {
    server.on_start(|_| async {
        if resident().is_some() {
            tokio::spawn(watch());
        }
        Ok::<_, Infallible>(())
    })
}

async fn watch() {
    let mut peaks = Peaks::default();
    let mut interval = tokio::time::interval(INTERVAL);
    loop {
        interval.tick().await;
        if !resident().is_some_and(|bytes| peaks.is_over(bytes)) {
            continue;
        }
        // It locks the allocator for a moment, and so does not belong on a thread of the runtime.
        if tokio::task::spawn_blocking(toolwright_memory::trim)
            .await
            .is_ok()
        {
            peaks.trimmed(resident().unwrap_or_default());
        }
    }
}

/// Finds the ends of peaks.
#[derive(Debug)]
struct Peaks {
    /// The least that was ever seen.
    least: Option<u64>,
    last: u64,
    /// The bytes that were resident after the last trim.
    left: u64,
    /// The number of calls of [`is_over`](Self::is_over) until the next trim without a new peak.
    patience: u32,
    /// The number of those calls since the last trim.
    looks: u32,
}

impl Default for Peaks {
    fn default() -> Self {
        Self {
            least: None,
            last: 0,
            left: 0,
            patience: PATIENCE,
            looks: 0,
        }
    }
}

impl Peaks {
    /// Returns whether a peak has ended: much more is resident than at the least, and not more than
    /// the last time.
    ///
    /// Memory can become free after a trim without another peak, so this also returns `true` some
    /// time after one.
    fn is_over(&mut self, resident: u64) -> bool {
        let least = self.least.map_or(resident, |least| least.min(resident));
        let is_growing = resident > self.last;
        (self.least, self.last) = (Some(least), resident);
        self.looks += 1;
        let is_new = resident >= self.left + WORTH;
        !is_growing && resident >= least + WORTH && (is_new || self.looks >= self.patience)
    }

    /// Notes what is left after a trim. After one that returned little, the next is later.
    fn trimmed(&mut self, resident: u64) {
        let is_fruitless = resident + WORTH / 16 > self.last;
        self.patience = match is_fruitless {
            true => LONG_PATIENCE,
            false => PATIENCE,
        };
        (self.last, self.left, self.looks) = (resident, resident, 0);
    }
}

/// Returns the bytes of the process that are in memory, where the system tells.
fn resident() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1024 * 1024;

    #[test]
    fn a_peak_is_over_when_nothing_grows_any_more() {
        let mut peaks = Peaks::default();
        let seen = [20, 21, 60, 90, 90].map(|mib| peaks.is_over(mib * MIB));
        assert_eq!(seen, [false, false, false, false, true]);
        peaks.trimmed(25 * MIB);
        let seen = [25, 40, 40, 41, 41].map(|mib| peaks.is_over(mib * MIB));
        assert_eq!(seen, [false, false, false, false, true]);
    }

    /// Looks at the same size until it is trimmed. Returns how often.
    fn looks(peaks: &mut Peaks, mib: u64) -> usize {
        (1..).find(|_| peaks.is_over(mib * MIB)).unwrap()
    }

    #[test]
    fn what_is_freed_after_a_trim_is_returned_later() {
        let mut peaks = Peaks::default();
        let seen = [20, 100, 100].map(|mib| peaks.is_over(mib * MIB));
        assert_eq!(seen, [false, false, true]);
        peaks.trimmed(80 * MIB);
        assert_eq!(looks(&mut peaks, 80), 4);
        peaks.trimmed(25 * MIB);
        assert!((0..1000).all(|_| !peaks.is_over(25 * MIB)));
    }

    #[test]
    fn a_server_that_needs_its_memory_is_trimmed_less_often() {
        let mut peaks = Peaks::default();
        assert!(!peaks.is_over(20 * MIB));
        assert_eq!(looks(&mut peaks, 100), 2);
        let waits = [(); 3].map(|()| {
            peaks.trimmed(100 * MIB);
            looks(&mut peaks, 100)
        });
        assert_eq!(waits, [8, 8, 8]);
    }

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn memory_between_what_is_kept_is_returned() {
        let mut blocks: Vec<_> = (0..100_000).map(|_| vec![1_u8; 1024]).collect();
        let mut index = 0;
        blocks.retain(|_| {
            index += 1;
            index % 1000 == 0
        });
        let before = resident().unwrap();
        assert!(toolwright_memory::trim());
        let after = resident().unwrap();
        assert_eq!(blocks.len(), 100);
        assert!(before - after > 50 * MIB, "{before} bytes, then {after}");
    }
}
