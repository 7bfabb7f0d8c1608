//! Workers that are slow or die, and programs that are no workers.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use toolwright::call::Origin;

use super::{
    super::{
        content::Content,
        error::DocumentError,
        parser::{DocumentParser, parse_with, prepare},
        selection::{DocumentLimits, ParseJob},
    },
    job,
};
use crate::supervise::worker::Worker;

/// Returns the error of a worker that is this script.
async fn outcome(script: &str, time: Duration) -> DocumentError {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]);
    let worker = Worker::spawn(command).unwrap();
    let limits = DocumentLimits {
        time,
        ..DocumentLimits::default()
    };
    // More than a pipe holds, so that a worker that does not read is noticed.
    let document = vec![b'x'; 1 << 20];
    let job = ParseJob {
        limits,
        size: document.len(),
        ..job("a.txt")
    };
    let outcome = parse_with(worker, &document, &job).await;
    outcome.unwrap_err()
}

const LONG: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_worker_that_takes_too_long_is_killed() {
    let note = std::env::temp_dir().join(format!("toolwright-worker-{}", std::process::id()));
    let script = format!("echo $$ > {}; exec sleep 60", note.display());
    let start = Instant::now();
    let error = outcome(&script, Duration::from_secs(1)).await;
    assert_eq!(error, DocumentError::TimedOut(1));
    assert!(start.elapsed() < LONG);
    let process = std::fs::read_to_string(&note).unwrap();
    std::fs::remove_file(&note).unwrap();
    let place = format!("/proc/{}/stat", process.trim());
    while std::fs::read_to_string(&place).is_ok_and(|state| !state.contains(") Z ")) {
        assert!(start.elapsed() < LONG, "the worker lives on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_worker_that_dies_is_only_an_error() {
    for (script, cause) in [
        ("kill -ABRT $$", "ran out of memory or of stack"),
        ("kill -SEGV $$", "ran out of memory or of stack"),
        ("kill -XCPU $$", "ran out of time"),
        ("kill -KILL $$", "was ended by signal 9"),
        ("exit 3", "ended with exit status: 3"),
    ] {
        assert_eq!(
            outcome(script, LONG).await,
            DocumentError::Crashed(cause.into())
        );
    }
}

#[tokio::test]
async fn a_program_that_is_not_a_worker_is_an_error() {
    for script in ["echo hello", "head -c 1000 > /dev/null", "cat"] {
        let error = outcome(script, LONG).await;
        let expected =
            DocumentError::NoWorker("the program does not answer as a worker does".into());
        assert_eq!(error, expected, "{script}");
    }
    let parser = DocumentParser::new("/no/such/program", DocumentLimits::default());
    let error = parser
        .parse(Content::Bytes(b"x".to_vec()), job("a.txt"), Origin::Local)
        .await
        .unwrap_err();
    let expected = "documents cannot be parsed here: `/no/such/program` does not start: No such file or directory (os error 2)";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn a_page_that_takes_too_long_starts_no_worker() {
    let parser = DocumentParser::new("/no/such/program", DocumentLimits::default());
    for levels in [5_000, 50_000] {
        let page = Content::Base64("PGRpdj48ZGl2PjxkaXY+".repeat(levels / 3));
        let error = parser.parse(page, job("a.html"), Origin::Local).await;
        assert!(
            matches!(error, Err(DocumentError::TooLarge(_))),
            "{error:?}"
        );
    }
    let error = parser.parse(Content::Bytes(Vec::new()), job("a.html"), Origin::Local);
    assert_eq!(error.await.unwrap_err(), DocumentError::Empty);
}

#[tokio::test]
async fn a_long_text_is_decoded_too() {
    let text = Content::Base64("QUJD".repeat(64 * 1024));
    let (bytes, job) = prepare(text, job("a.txt")).await.unwrap();
    assert_eq!(bytes, b"ABC".repeat(64 * 1024));
    assert_eq!(job.size, bytes.len());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_worker_has_a_lower_priority_than_the_server() {
    let own = rustix::process::getpriority_process(None).unwrap();
    let mut command = Command::new("/bin/sh");
    let script = "sleep 0.2; read -r a b c d e f g h i j k l m n o p q r niceness rest < /proc/$$/stat; echo $niceness";
    command.args(["-c", script]);
    let mut worker = Worker::spawn(command).unwrap();
    let niceness = worker.ask(&[], 100).await.unwrap();
    let niceness: i32 = str::from_utf8(&niceness).unwrap().trim().parse().unwrap();
    assert_eq!(niceness, own.max(10));
}
