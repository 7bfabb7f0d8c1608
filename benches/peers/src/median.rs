//! The output of a client that is measured.

use std::time::Duration;

/// Prints the median of some times, in microseconds.
pub fn print_median(mut times: Vec<Duration>) {
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    println!("{:.1}", median.as_secs_f64() * 1e6);
}
