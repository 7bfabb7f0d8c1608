//! The time that this process has had a processor, on all of its threads: calls validate on others. Other programs
//! do not lengthen it, as they do the time of a clock.

use std::{fs, time::Duration};

/// The ticks of a second, as Linux counts processor time.
const TICKS: u64 = 100;

/// Returns the processor time of this process so far; zero where the system does not tell it.
pub fn processor_time() -> Duration {
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in brackets, may contain spaces.
    let fields = told.rsplit_once(") ").map_or("", |(_, fields)| fields);
    let times = fields.split(' ').skip(11).take(2);
    let ticks: u64 = times.filter_map(|time| time.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1_000 / TICKS)
}
