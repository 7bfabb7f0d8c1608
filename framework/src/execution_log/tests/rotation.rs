//! A file for each day, and the deletion of old ones.

use std::sync::Arc;

use super::{
    super::ExecutionLog,
    harness::{Faults, TODAY, TestFolder, numbers, record},
};

#[tokio::test]
async fn each_day_has_its_file_and_the_day_ends_at_midnight_utc() {
    let test = TestFolder::new();
    let log = ExecutionLog::open(test.options()).unwrap();
    for (number, time) in [
        (1, "2026-11-15T23:59:59.999999Z"),
        (2, "2026-11-16T00:00:00Z"),
        (3, "2026-11-18T08:00:00Z"),
        // The clock is set back.
        (4, "2026-11-16T00:00:01Z"),
    ] {
        test.set_time(time);
        log.append(record(number, 10)).await.unwrap();
    }
    log.close().await;
    assert_eq!(numbers(&test.read(TODAY)), [1]);
    assert_eq!(numbers(&test.read("executions-2026-11-16.jsonl")), [2, 4]);
    assert_eq!(numbers(&test.read("executions-2026-11-18.jsonl")), [3]);
    assert_eq!(test.names().len(), 3);
}

const YESTERDAY: &str = "executions-2026-11-14.jsonl";
const OLD: [&str; 6] = [
    "executions-2026-10-15.jsonl",
    "executions-2026-10-15.jsonl.torn",
    "executions-2026-10-15.2.jsonl",
    "executions-2025-12-31.jsonl",
    "executions-2026-10-16.jsonl",
    "executions-2026-10-16.3.jsonl.torn",
];
const KEPT: [&str; 5] = [
    "executions-2026-10-17.jsonl",
    YESTERDAY,
    "executions-2026-12-24.jsonl",
    "executions-2025-12-31.jsonl.gz",
    "notes-2025-12-31.txt",
];

fn sorted(names: &[&str]) -> Vec<String> {
    let mut names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn files_older_than_thirty_full_days_are_deleted_at_the_start_and_at_midnight() {
    let test = TestFolder::new();
    for name in OLD.iter().chain(&KEPT) {
        test.put(name, "{}\n");
    }
    let log = ExecutionLog::open(test.options()).unwrap();
    let started = [&OLD[4..], &KEPT, &[TODAY]].concat();
    assert_eq!(test.names(), sorted(&started));

    test.set_time("2026-11-16T00:00:00Z");
    log.append(record(1, 10)).await.unwrap();
    log.close().await;
    let next = [&KEPT[..], &[TODAY, "executions-2026-11-16.jsonl"]].concat();
    assert_eq!(test.names(), sorted(&next));
}

#[tokio::test]
async fn a_file_that_another_process_writes_is_not_deleted() {
    let test = TestFolder::new();
    test.set_time("2026-10-01T12:00:00Z");
    let late = ExecutionLog::open(test.options()).unwrap();
    test.set_time("2026-11-15T12:00:00Z");
    test.put(YESTERDAY, "{}\n");
    let log = ExecutionLog::open(test.options()).unwrap();
    let all = ["executions-2026-10-01.jsonl", YESTERDAY, TODAY];
    assert_eq!(test.names(), all);
    late.close().await;
    log.close().await;
    ExecutionLog::open(test.options()).unwrap().close().await;
    assert_eq!(test.names(), [YESTERDAY, TODAY]);
}

#[tokio::test]
async fn one_full_day_can_be_kept() {
    let test = TestFolder::new();
    test.put("executions-2026-11-13.jsonl", "{}\n");
    test.put(YESTERDAY, "{}\n");
    let log = ExecutionLog::open(test.options().days_kept(1)).unwrap();
    log.close().await;
    assert_eq!(test.names(), [YESTERDAY, TODAY]);
}

#[tokio::test]
async fn a_clock_that_jumps_deletes_nothing() {
    let test = TestFolder::new();
    for name in ["executions-2026-10-20.jsonl", YESTERDAY] {
        test.put(name, "{}\n");
    }
    let before = ["executions-2026-10-20.jsonl", YESTERDAY, TODAY];
    // While the log is open: forward, to the next day there, and back.
    let log = ExecutionLog::open(test.options()).unwrap();
    for (number, time) in [
        (1, "2027-06-01T12:00:00Z"),
        (2, "2027-06-02T00:00:00Z"),
        (3, "2026-11-15T12:00:00Z"),
    ] {
        test.set_time(time);
        log.append(record(number, 10)).await.unwrap();
    }
    log.close().await;
    for name in before {
        assert!(test.names().contains(&name.to_owned()), "{name}");
    }
    // Before the start.
    std::fs::remove_file(test.path("executions-2027-06-01.jsonl")).unwrap();
    std::fs::remove_file(test.path("executions-2027-06-02.jsonl")).unwrap();
    test.set_time("2040-01-01T00:00:00Z");
    ExecutionLog::open(test.options()).unwrap().close().await;
    let after = [&before[..], &["executions-2040-01-01.jsonl"]].concat();
    assert_eq!(test.names(), after);
}

#[tokio::test]
async fn the_oldest_files_are_deleted_when_all_are_too_large() {
    let test = TestFolder::new();
    test.put("executions-2026-11-13.jsonl", &"{}\n".repeat(1000));
    test.put(YESTERDAY, &"{}\n".repeat(1000));
    let options = test.options().max_bytes(16_000);
    let log = ExecutionLog::open(options.clone()).unwrap();
    let mut deleted = Vec::new();
    for number in 0..400 {
        log.append(record(number, 70)).await.unwrap();
        // So that files have different times.
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        for name in ["executions-2026-11-13.jsonl", YESTERDAY] {
            let name = name.to_owned();
            if !deleted.contains(&name) && !test.names().contains(&name) {
                deleted.push(name);
            }
        }
    }
    log.close().await;
    // The oldest day went first, and the newest records are there.
    assert_eq!(deleted, ["executions-2026-11-13.jsonl", YESTERDAY]);
    let numbers = test.numbers();
    let newest: Vec<u64> = (400 - numbers.len() as u64..400).collect();
    assert_eq!(numbers, newest);
    let bytes: usize = test.names().iter().map(|name| test.read(name).len()).sum();
    assert!((12_000..=16_000).contains(&bytes), "{bytes}");
    // A full file is not written any more after a restart either.
    let log = ExecutionLog::open(options).unwrap();
    log.append(record(400, 70)).await.unwrap();
    log.close().await;
    for name in test.names() {
        assert!(test.read(&name).len() < 1_100, "{name}");
    }
}

#[tokio::test]
async fn files_that_are_full_are_not_opened_again() {
    let test = TestFolder::new();
    let disk = Faults::new();
    let options = test.options().max_bytes(16_000);
    let log = ExecutionLog::open(options.disk(Arc::new(disk.clone()))).unwrap();
    for number in 0..4 {
        log.append(record(number, 1_000)).await.unwrap();
    }
    log.close().await;
    let mut opened = disk.opened();
    // The file that is open is tried, and is locked.
    opened.dedup();
    let second = |slot| format!("executions-2026-11-15.{slot}.jsonl");
    assert_eq!(opened, [TODAY.to_owned(), second(2), second(3), second(4)]);
}

#[tokio::test]
async fn a_deleted_file_is_created_again() {
    let test = TestFolder::new();
    let log = ExecutionLog::open(test.options()).unwrap();
    log.append(record(1, 10)).await.unwrap();
    std::fs::remove_dir_all(test.folder()).unwrap();
    test.set_time("2026-11-15T12:00:01Z");
    log.append(record(2, 10)).await.unwrap();
    assert_eq!(numbers(&test.read(TODAY)), [2]);
}
