//! A disk that is full or broken, and recovers.

use std::{
    io::ErrorKind,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    super::{ExecutionLog, LogError},
    harness::{Faults, TODAY, TestFolder, numbers, record},
};

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(100);

fn open(test: &TestFolder, faults: &Faults, patience: Duration) -> ExecutionLog {
    let options = test.options().write_timeout(patience);
    ExecutionLog::open(options.disk(Arc::new(faults.clone()))).unwrap()
}

/// Appends records of 100 bytes with these numbers, all at once.
fn append(log: &Arc<ExecutionLog>, numbers: std::ops::Range<u64>) -> Vec<Appending> {
    let appending = |number| {
        let log = Arc::clone(log);
        tokio::spawn(async move { log.append(record(number, 70)).await })
    };
    numbers.map(appending).collect()
}

type Appending = tokio::task::JoinHandle<Result<(), LogError>>;

#[tokio::test]
async fn calls_wait_while_the_disk_is_full() {
    for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
        let test = TestFolder::new();
        let faults = Faults::new();
        faults.kind(kind);
        let log = Arc::new(open(&test, &faults, LONG));
        // Two and a half records fit.
        faults.space(250);
        let appending = append(&log, 0..20);
        // The half of a record stays until it is cut off.
        while test.read(TODAY).matches('\n').count() < 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(SHORT).await;
        let waiting = appending.iter().filter(|task| !task.is_finished()).count();
        assert_eq!(waiting, 18, "{kind}");
        faults.space(usize::MAX);
        for task in appending {
            task.await.unwrap().unwrap();
        }
        assert_eq!(test.numbers(), (0..20).collect::<Vec<_>>(), "{kind}");
        log.append(record(20, 10)).await.unwrap();
        assert_eq!(numbers(&test.read(TODAY)).len(), 21);
    }
}

#[tokio::test]
async fn a_timed_out_call_fails_and_its_record_is_not_written_later() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = Arc::new(open(&test, &faults, SHORT));
    faults.space(30);
    let began = Instant::now();
    for task in append(&log, 0..10) {
        let error = task.await.unwrap().unwrap_err();
        assert!(matches!(error, LogError::Unwritable { .. }));
        let expected = "cannot write the execution log: no storage space";
        assert_eq!(error.to_string(), expected);
    }
    assert!(began.elapsed() >= SHORT);
    faults.space(usize::MAX);
    // No restart is needed.
    log.append(record(10, 10)).await.unwrap();
    log.close().await;
    assert_eq!(test.numbers(), [10]);
}

#[tokio::test]
async fn an_incomplete_line_that_cannot_be_cut_off_is_moved_aside() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = Arc::new(open(&test, &faults, LONG));
    log.append(record(0, 10)).await.unwrap();
    faults.cuts_fail(true);
    faults.space(30);
    let appending = append(&log, 1..3);
    tokio::time::sleep(SHORT).await;
    faults.space(usize::MAX);
    tokio::time::sleep(SHORT).await;
    assert!(appending.iter().all(|task| !task.is_finished()));
    faults.cuts_fail(false);
    for task in appending {
        task.await.unwrap().unwrap();
    }
    assert_eq!(numbers(&test.read(TODAY)), [0, 1, 2]);
    let aside = test.read("executions-2026-11-15.jsonl.torn");
    assert!(aside.starts_with("# 30 bytes, cut off at"), "{aside}");
}

#[tokio::test]
async fn a_cancelled_call_is_in_the_log() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = Arc::new(open(&test, &faults, LONG));
    faults.space(0);
    let mut appending = append(&log, 0..2);
    tokio::time::sleep(SHORT).await;
    appending.remove(0).abort();
    log.post(record(2, 10)).unwrap();
    faults.space(usize::MAX);
    log.close().await;
    assert_eq!(test.numbers(), [0, 1, 2]);
    assert!(appending.remove(0).await.unwrap().is_ok());
}

#[tokio::test]
async fn callers_wait_for_room_when_the_queue_is_full() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let options = test.options().write_timeout(LONG).most_pending(250);
    let options = options.disk(Arc::new(faults.clone()));
    let log = Arc::new(ExecutionLog::open(options).unwrap());
    faults.space(0);
    let mut appending = append(&log, 0..50);
    // One that is larger than all the room.
    let large = Arc::clone(&log);
    appending.push(tokio::spawn(
        async move { large.append(record(50, 900)).await },
    ));
    tokio::time::sleep(SHORT).await;
    // The writing caller, and two more that have room.
    assert_eq!(log.queue.pending(), 3);
    faults.space(usize::MAX);
    for task in appending {
        task.await.unwrap().unwrap();
    }
    assert_eq!(test.numbers(), (0..=50).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_records_of_cancelled_calls_do_not_pile_up() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = open(&test, &faults, LONG);
    faults.space(0);
    for number in 0..200 {
        log.post(record(number, 1 << 20)).unwrap();
        log.post(record(number, 1 << 10)).unwrap();
    }
    // 8 MB of large records and 8 MB of small ones may wait, and the one that is being written.
    let mut bytes = 0;
    for _ in 0..100 {
        // The thread takes them out for a moment when it tries again.
        bytes = bytes.max(log.queue.pending_bytes());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!((7 << 20..17 << 20).contains(&bytes), "{bytes}");
    faults.space(usize::MAX);
    log.close().await;
    assert_eq!(test.numbers().len(), 200 + 8);
}

#[tokio::test]
async fn a_record_that_is_too_large_for_the_disk_holds_up_no_other() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = Arc::new(open(&test, &faults, LONG));
    faults.space(100_000);
    let large = Arc::clone(&log);
    let large = tokio::spawn(async move { large.append(record(0, 10 << 20)).await });
    while !log.queue.is_busy() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let began = Instant::now();
    for number in 1..10 {
        log.append(record(number, 70)).await.unwrap();
    }
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(test.numbers(), (1..10).collect::<Vec<_>>());
    // Small records can be written, so that calls need not be refused.
    assert!(!log.is_failing());
    assert!(!large.is_finished());
    faults.space(usize::MAX);
    large.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_log_fails_from_the_first_refused_record_to_the_next_written_one() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = Arc::new(open(&test, &faults, SHORT));
    log.append(record(0, 10)).await.unwrap();
    assert!(!log.is_failing());
    faults.space(0);
    let appending = append(&log, 1..2);
    while !log.is_failing() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    for task in appending {
        task.await.unwrap().unwrap_err();
    }
    faults.space(usize::MAX);
    tokio::time::sleep(SHORT).await;
    // Nothing has shown yet that the disk has space again.
    assert!(log.is_failing());
    log.append(record(2, 10)).await.unwrap();
    assert!(!log.is_failing());
}

#[tokio::test]
async fn a_closed_log_refuses_records() {
    let test = TestFolder::new();
    let log = ExecutionLog::open(test.options()).unwrap();
    log.append(record(0, 10)).await.unwrap();
    log.close().await;
    log.close().await;
    let error = log.append(record(1, 10)).await.unwrap_err();
    assert_eq!(error.to_string(), "the execution log is closed");
    assert!(log.post(record(2, 10)).is_err());
    assert_eq!(test.numbers(), [0]);
}

#[tokio::test]
async fn a_log_closes_even_if_the_disk_stays_full() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = open(&test, &faults, SHORT);
    faults.space(0);
    log.post(record(0, 10)).unwrap();
    log.close().await;
    assert_eq!(test.numbers(), Vec::<u64>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hanging_disk_blocks_one_thread_and_the_other_calls_time_out() {
    let test = TestFolder::new();
    let faults = Faults::new();
    let log = Arc::new(open(&test, &faults, SHORT));
    faults.hangs(true);
    let mut appending = append(&log, 0..1);
    while !log.queue.is_busy() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    for task in append(&log, 1..5) {
        let error = task.await.unwrap().unwrap_err();
        let expected = "cannot write the execution log: the disk did not respond within 100ms";
        assert_eq!(error.to_string(), expected);
    }
    faults.hangs(false);
    // It was the writing caller, which has no timeout.
    appending.remove(0).await.unwrap().unwrap();
    log.append(record(5, 10)).await.unwrap();
    assert_eq!(test.numbers(), [0, 5]);
}
