//! Tests of the reader.

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{
    LogEntry, LogFilter, LogReader, Skipped,
    lines::{BackwardLines, ForwardLines, Lines, LogLine},
    log_reader::Follower,
};

/// A folder that is deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("toolwright-reader-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn reader(&self) -> LogReader {
        LogReader::new(&self.0)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn add(&self, name: &str, text: &str) {
        let former = fs::read_to_string(self.path(name)).unwrap_or_default();
        self.write(name, &(former + text));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A record of a call that began at this time of 2026-11, with a newline.
fn record(id: &str, time: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"time\":\"2026-11-{time}Z\",\"tool\":\"add\",\"outcome\":\"ok\",\"elapsed_us\":100}}\n"
    )
}

fn ids(entries: &[LogEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.id.as_str()).collect()
}

const TODAY: &str = "executions-2026-11-15.jsonl";

fn news(follower: &mut Follower) -> Vec<String> {
    let news = follower.read_new().unwrap();
    ids(&news).into_iter().map(ToOwned::to_owned).collect()
}

#[test]
fn no_record_is_missed_or_read_twice_when_following_begins() {
    let folder = Folder::new();
    let torn = record("b", "15T10:00:01");
    let (head, tail) = torn.split_at(20);
    folder.write(TODAY, &(record("a", "15T10:00:00") + head));
    let (there, mut follower) = folder.reader().follow(LogFilter::default()).unwrap();
    let there: Vec<_> = there.map(Result::unwrap).collect();
    assert_eq!(ids(&there), ["a"]);
    assert!(news(&mut follower).is_empty());
    folder.add(TODAY, &tail[..tail.len() - 1]);
    assert!(news(&mut follower).is_empty());
    folder.add(TODAY, "\n");
    assert_eq!(news(&mut follower), ["b"]);
    assert!(news(&mut follower).is_empty());
}

#[test]
fn the_next_day_and_other_processes_are_followed_too() {
    let folder = Folder::new();
    folder.write(TODAY, &record("a", "15T10:00:00"));
    let (_, mut follower) = folder.reader().follow(LogFilter::default()).unwrap();
    folder.write("executions-2026-11-15.2.jsonl", &record("b", "15T23:00:00"));
    folder.add(TODAY, &record("c", "15T22:00:00"));
    assert_eq!(news(&mut follower), ["c", "b"]);
    folder.write("executions-2026-11-16.jsonl", &record("d", "16T00:00:00"));
    std::fs::remove_file(folder.path(TODAY)).unwrap();
    assert_eq!(news(&mut follower), ["d"]);
    folder.write(TODAY, "");
    assert!(news(&mut follower).is_empty());
    folder.write(TODAY, &record("e", "15T23:59:59"));
    assert_eq!(news(&mut follower), ["e"]);
}

#[test]
fn a_followed_call_is_read_when_it_ends() {
    let folder = Folder::new();
    let (_, mut follower) = folder.reader().follow(LogFilter::default()).unwrap();
    let end = record("a", "15T10:00:00");
    folder.write(TODAY, &end.replace("\"ok\"", "\"begun\""));
    assert!(news(&mut follower).is_empty());
    folder.add(TODAY, &end);
    assert_eq!(news(&mut follower), ["a"]);
}

#[test]
fn only_matching_records_are_followed() {
    let folder = Folder::new();
    let filter = LogFilter {
        id: Some("b".into()),
        ..LogFilter::default()
    };
    let (_, mut follower) = folder.reader().follow(filter).unwrap();
    folder.write(TODAY, "junk\n");
    folder.add(TODAY, &record("a", "15T10:00:00"));
    folder.add(TODAY, &record("b", "15T10:00:00"));
    assert_eq!(news(&mut follower), ["b"]);
    assert_eq!(follower.skipped().foreign, 1);
}

const MAX_LENGTH: usize = 9;

fn all(mut lines: impl Lines) -> Vec<LogLine> {
    std::iter::from_fn(|| lines.next_line().unwrap()).collect()
}

/// The lines of a text, both ways.
fn both_ways(text: &str, chunk: usize) -> (Vec<LogLine>, Vec<LogLine>) {
    let folder = Folder::new();
    folder.write("a", text);
    let length = text.len() as u64;
    let forward = ForwardLines::open(&folder.path("a"), 0, length).unwrap();
    let backward = BackwardLines::open(&folder.path("a"), length).unwrap();
    let mut backward = all(backward.sizes(chunk, MAX_LENGTH));
    backward.reverse();
    (all(forward.longest(MAX_LENGTH)), backward)
}

fn whole(text: &str) -> LogLine {
    LogLine::Complete(text.as_bytes().to_vec())
}

#[test]
fn lines_are_the_same_in_both_directions() {
    let cases: [(&str, Vec<LogLine>); 13] = [
        ("", vec![]),
        ("\n", vec![whole("")]),
        ("a\n", vec![whole("a")]),
        ("a", vec![LogLine::Incomplete]),
        ("a\nb", vec![whole("a"), LogLine::Incomplete]),
        ("a\n\nbc\n", vec![whole("a"), whole(""), whole("bc")]),
        ("\n\n", vec![whole(""), whole("")]),
        ("123456789\n", vec![whole("123456789")]),
        (
            "a\n123456789\nb\n",
            vec![whole("a"), whole("123456789"), whole("b")],
        ),
        ("1234567890\n", vec![LogLine::TooLong]),
        (
            "a\n123456789012345678901234567890\nb\n",
            vec![whole("a"), LogLine::TooLong, whole("b")],
        ),
        (
            "a\n1234567890123456789012",
            vec![whole("a"), LogLine::Incomplete],
        ),
        (
            "123456789012345678901\n1234567890123\n",
            vec![LogLine::TooLong, LogLine::TooLong],
        ),
    ];
    for (text, expected) in &cases {
        for chunk in 1..30 {
            let (forward, backward) = both_ways(text, chunk);
            assert_eq!(&forward, expected, "{text:?} forward");
            assert_eq!(&backward, expected, "{text:?} backward by {chunk}");
        }
    }
}

#[test]
fn the_incomplete_end_of_a_file_is_measured() {
    for (text, expected) in [("", 0), ("a\n", 0), ("a\nbcd", 3), ("bcd", 3), ("\n", 0)] {
        for chunk in 1..6 {
            let folder = Folder::new();
            folder.write("a", text);
            let lines = BackwardLines::open(&folder.path("a"), text.len() as u64).unwrap();
            let torn = lines.sizes(chunk, MAX_LENGTH).incomplete_bytes().unwrap();
            assert_eq!(torn, expected, "{text:?} by {chunk}");
        }
    }
}

const ONE: &str = "executions-2026-11-14.jsonl";
const TWO: &str = "executions-2026-11-15.jsonl";
const OTHER: &str = "executions-2026-11-15.2.jsonl";

/// Two days, and two processes on the second.
fn folder() -> Folder {
    let folder = Folder::new();
    let first = record("a", "14T23:00:00") + &record("b", "14T23:30:00");
    folder.write(ONE, &first);
    folder.write(
        TWO,
        &(record("c", "15T00:00:01") + &record("f", "15T09:00:00")),
    );
    folder.write(
        OTHER,
        &(record("d", "15T00:00:02") + &record("e", "15T08:00:00")),
    );
    folder
}

fn read(reader: &LogReader, filter: &LogFilter) -> (Vec<LogEntry>, Vec<LogEntry>, Skipped) {
    let mut forward = reader.oldest_first(filter.clone()).unwrap();
    let entries: Vec<_> = forward.by_ref().map(Result::unwrap).collect();
    let mut backward = reader.newest_first(filter.clone()).unwrap();
    let reversed: Vec<_> = backward.by_ref().map(Result::unwrap).collect();
    if filter.since.is_none() {
        assert_eq!(forward.skipped(), backward.skipped());
    }
    (entries, reversed, forward.skipped())
}

#[test]
fn records_of_all_files_are_read_in_order_in_both_directions() {
    let folder = folder();
    let (forward, backward, skipped) = read(&folder.reader(), &LogFilter::default());
    assert_eq!(ids(&forward), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(ids(&backward), ["f", "e", "d", "c", "b", "a"]);
    assert_eq!(skipped, Skipped::default());
}

#[test]
fn only_matching_records_are_read() {
    let folder = folder();
    let filter = LogFilter {
        since: Some("2026-11-14T23:30:00Z".parse().unwrap()),
        ..LogFilter::default()
    };
    let (forward, backward, _) = read(&folder.reader(), &filter);
    assert_eq!(ids(&forward), ["b", "c", "d", "e", "f"]);
    assert_eq!(ids(&backward), ["f", "e", "d", "c", "b"]);
    let filter = LogFilter {
        id: Some("d".into()),
        ..LogFilter::default()
    };
    let (forward, backward, _) = read(&folder.reader(), &filter);
    assert_eq!((ids(&forward), ids(&backward)), (vec!["d"], vec!["d"]));
}

#[test]
fn incomplete_and_foreign_lines_are_skipped_and_counted() {
    let folder = folder();
    folder.add(ONE, "not JSON\n{}\n\n\u{0}\u{0}\n");
    folder.add(ONE, "{\"id\":1,\"time\":2,\"tool\":3,\"outcome\":4}\n");
    let no_time = record("z", "99T00:00:00");
    folder.add(ONE, &no_time);
    folder.add(TWO, &record("g", "15T10:00:00"));
    folder.add(OTHER, "{\"id\":\"torn");
    std::fs::write(folder.path("executions-2026-11-13.jsonl"), b"\xff\xfe\n").unwrap();
    let (forward, backward, skipped) = read(&folder.reader(), &LogFilter::default());
    assert_eq!(ids(&forward), ["a", "b", "c", "d", "e", "f", "g"]);
    assert_eq!(backward.len(), 7);
    let expected = Skipped {
        incomplete: 1,
        foreign: 7,
        too_long: 0,
    };
    assert_eq!(skipped, expected);
    assert_eq!(skipped.to_string(), "1 incomplete, 7 not records");
    assert_eq!(skipped.total(), 8);
}

/// Returns the record that a call began, or that such a call ended, after a second.
fn begun(id: &str, time: &str, has_ended: bool) -> String {
    let end = if has_ended {
        "\"ok\",\"begun\":true,\"elapsed_us\":1000000"
    } else {
        "\"begun\""
    };
    format!("{{\"id\":\"{id}\",\"time\":\"2026-11-{time}Z\",\"tool\":\"add\",\"outcome\":{end}}}\n")
}

#[test]
fn a_call_is_read_once_and_a_call_that_never_ended_too() {
    let folder = Folder::new();
    let lines = [
        begun("killed", "14T23:00:00", false),
        begun("late", "14T23:59:59", false),
    ];
    folder.write(ONE, &lines.concat());
    let lines = [
        begun("late", "14T23:59:59", true),
        begun("moved", "15T01:00:00", false),
        begun("running", "15T02:00:00", false),
        record("plain", "15T03:00:00"),
    ];
    folder.write(TWO, &lines.concat());
    folder.write(OTHER, &begun("moved", "15T01:00:00", true));
    let (forward, backward, skipped) = read(&folder.reader(), &LogFilter::default());
    let expected = ["killed", "late", "moved", "running", "plain"];
    assert_eq!(ids(&forward), expected);
    assert_eq!(
        ids(&backward),
        expected.iter().rev().copied().collect::<Vec<_>>()
    );
    assert_eq!(skipped, Skipped::default());
    let outcomes: Vec<_> = forward.iter().map(|entry| entry.outcome.as_str()).collect();
    assert_eq!(outcomes, ["begun", "ok", "ok", "begun", "ok"]);

    let unfinished = LogFilter {
        unfinished: true,
        ..LogFilter::default()
    };
    let (forward, backward, _) = read(&folder.reader(), &unfinished);
    assert_eq!(ids(&forward), ["killed", "running"]);
    assert_eq!(ids(&backward), ["running", "killed"]);
    let found = folder.reader().find("late").unwrap().unwrap();
    assert_eq!(found.outcome, "ok");
}

#[test]
fn a_missing_folder_has_no_records() {
    let folder = Folder::new();
    let reader = LogReader::new(folder.path("missing"));
    assert_eq!(read(&reader, &LogFilter::default()).0, []);
}

#[test]
fn other_files_are_not_read() {
    let folder = folder();
    folder.write(
        "executions-2026-11-15.jsonl.torn",
        &record("x", "15T01:00:00"),
    );
    folder.write("executions.jsonl", &record("x", "15T01:00:00"));
    let (forward, ..) = read(&folder.reader(), &LogFilter::default());
    assert_eq!(forward.len(), 6);
}
