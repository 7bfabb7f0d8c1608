//! Many concurrent writers.

use std::{process::Command, sync::Arc};

use super::{
    super::{ExecutionLog, LogOptions},
    harness::{TestFolder, names, numbers, record},
};

const TASKS: u64 = 64;
const APPENDS: u64 = 200;
/// The variables that tell a child process its folder and its first number.
const FOLDER: &str = "TOOLWRIGHT_TEST_LOG_FOLDER";
const FIRST: &str = "TOOLWRIGHT_TEST_LOG_FIRST";

/// Appends records from many tasks, short and long ones.
async fn append_many(log: ExecutionLog, first: u64) {
    let log = Arc::new(log);
    let tasks = (0..TASKS).map(|task| {
        let log = Arc::clone(&log);
        tokio::spawn(async move {
            for at in 0..APPENDS {
                let number = first + task * APPENDS + at;
                let length = if number.is_multiple_of(50) {
                    100_000
                } else {
                    300
                };
                log.append(record(number, length)).await.unwrap();
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn lines_of_many_tasks_are_complete_when_append_returns() {
    let test = TestFolder::new();
    let log = ExecutionLog::open(test.options()).unwrap();
    append_many(log, 0).await;
    assert_eq!(test.numbers(), (0..TASKS * APPENDS).collect::<Vec<_>>());
    assert_eq!(test.names().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "started by another test"]
async fn child_of_several_processes() {
    let folder = std::env::var_os(FOLDER).unwrap();
    let first = std::env::var(FIRST).unwrap().parse().unwrap();
    let log = ExecutionLog::open(LogOptions::new(folder)).unwrap();
    append_many(log, first).await;
}

#[test]
fn several_processes_share_a_folder() {
    let test = TestFolder::new();
    let process = |number: u64| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact"])
            .arg(
                concat!(module_path!(), "::child_of_several_processes")
                    .split_once("::")
                    .unwrap()
                    .1,
            )
            .env(FOLDER, test.folder())
            .env(FIRST, (number * TASKS * APPENDS).to_string())
            .spawn()
            .unwrap()
    };
    for mut process in (0..3).map(process).collect::<Vec<_>>() {
        assert!(process.wait().unwrap().success());
    }
    assert_eq!(test.numbers(), (0..3 * TASKS * APPENDS).collect::<Vec<_>>());
    assert!(test.names().iter().all(|name| name.ends_with(".jsonl")));
}

#[tokio::test]
async fn each_log_in_a_folder_has_its_own_file() {
    let test = TestFolder::new();
    let first = ExecutionLog::open(test.options()).unwrap();
    let second = ExecutionLog::open(test.options()).unwrap();
    first.append(record(1, 10)).await.unwrap();
    second.append(record(2, 10)).await.unwrap();
    first.close().await;
    let third = ExecutionLog::open(test.options()).unwrap();
    third.append(record(3, 10)).await.unwrap();
    let files = names(&test.folder());
    let read: Vec<_> = files.iter().map(|name| numbers(&test.read(name))).collect();
    assert_eq!(read, [vec![2], vec![1, 3]]);
}

#[tokio::test]
async fn a_record_of_several_lines_becomes_one_line() {
    let test = TestFolder::new();
    let log = ExecutionLog::open(test.options()).unwrap();
    log.append(b"{\n  \"n\": 1\n}".to_vec()).await.unwrap();
    assert_eq!(test.read(&test.names()[0]), "{   \"n\": 1 }\n");
}
