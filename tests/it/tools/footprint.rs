//! [`Footprint`]: the memory and CPU time of a process and its children, as the kernel counts it.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

/// Watches the memory of a process and its children until it is dropped.
///
/// Only private memory is counted, not the pages of the program itself, which all of them share.
pub(super) struct Footprint {
    peak: Arc<AtomicU64>,
    largest_child: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
}

impl Footprint {
    pub(super) fn of(process: u32) -> Self {
        let peak = Arc::new(AtomicU64::new(0));
        let is_over = Arc::new(AtomicBool::new(false));
        let largest_child = Arc::new(AtomicU64::new(0));
        let (seen, child) = (Arc::clone(&peak), Arc::clone(&largest_child));
        let over = Arc::clone(&is_over);
        thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                seen.fetch_max(bytes(process), Ordering::Relaxed);
                let largest = children(process).into_iter().filter_map(own_bytes).max();
                child.fetch_max(largest.unwrap_or(0), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(1));
            }
        });
        Self {
            peak,
            largest_child,
            is_over,
        }
    }

    /// Returns the peak so far, in bytes.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Returns the peak of a single child so far, in bytes.
    pub(super) fn largest_child(&self) -> u64 {
        self.largest_child.load(Ordering::Relaxed)
    }
}

impl Drop for Footprint {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Returns the current memory of a process and its children, in bytes.
pub(super) fn bytes(process: u32) -> u64 {
    let all = children(process).into_iter().chain([process]);
    all.filter_map(own_bytes).sum()
}

fn own_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Returns the children of all threads of a process.
pub(super) fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    threads
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|children| {
            let children = children.split_whitespace();
            children
                .filter_map(|child| child.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the CPU time of the children of a process that have ended.
pub(super) fn time_of_past_children(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // Fields are counted after the name, which may contain spaces: the user and system time of
    // children are the 14th and 15th.
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks: u64 = fields[13..15]
        .iter()
        .map(|ticks| ticks.parse::<u64>().unwrap())
        .sum();
    // Linux always shows them in hundredths of a second.
    Duration::from_millis(ticks * 10)
}
