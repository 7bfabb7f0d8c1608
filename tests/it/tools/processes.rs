//! Queries the processes of this machine.

use std::{fs, os::unix::fs::MetadataExt as _, time::Duration};

/// Returns whether the tests run as the superuser.
pub(crate) fn is_superuser() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// Returns whether a process exists and is not a zombie.
pub(crate) fn is_alive(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ")
        .is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// Waits until none of them is alive.
pub(crate) async fn until_gone(processes: &[u32]) {
    for _ in 0..1_000 {
        if !processes.iter().any(|process| is_alive(*process)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("some of {processes:?} are still there");
}

/// Returns the processes that have `mark` in their environment.
pub(super) fn inside(mark: &str) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|process| {
            let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            String::from_utf8_lossy(&environment).contains(mark)
        })
        .collect()
}
