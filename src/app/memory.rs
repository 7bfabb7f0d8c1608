//! Returns memory to the system after a peak.

use std::{convert::Infallible, fs, time::Duration};

use crate::server::Server;

/// The interval at which the memory is looked at.
const INTERVAL: Duration = Duration::from_secs(5);
/// The growth, in bytes, that is worth a trim.
const WORTH: u64 = 16 * 1024 * 1024;

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
#[derive(Debug, Default)]
struct Peaks {
    /// The least that was seen since the last trim.
    least: Option<u64>,
    last: u64,
}

impl Peaks {
    /// Returns whether a peak has ended: much more is resident than before it, and not more than the
    /// last time.
    fn is_over(&mut self, resident: u64) -> bool {
        let least = self.least.map_or(resident, |least| least.min(resident));
        let is_growing = resident > self.last;
        (self.least, self.last) = (Some(least), resident);
        !is_growing && resident >= least + WORTH
    }

    /// Begins again with what is left after a trim.
    const fn trimmed(&mut self, resident: u64) {
        (self.least, self.last) = (Some(resident), resident);
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

    #[test]
    fn a_server_that_needs_its_memory_is_trimmed_once() {
        let mut peaks = Peaks::default();
        let seen = [20, 100, 100].map(|mib| peaks.is_over(mib * MIB));
        assert_eq!(seen, [false, false, true]);
        peaks.trimmed(99 * MIB);
        let seen = [99, 100, 101, 100].map(|mib| peaks.is_over(mib * MIB));
        assert_eq!(seen, [false; 4]);
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
