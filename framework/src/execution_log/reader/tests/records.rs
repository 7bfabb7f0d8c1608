//! Records of several days and processes, in order.

use super::{
    super::{Entry, Filter, LogReader, Skipped},
    Folder, ids, record,
};

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

fn read(reader: &LogReader, filter: &Filter) -> (Vec<Entry>, Vec<Entry>, Skipped) {
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
    let (forward, backward, skipped) = read(&folder.reader(), &Filter::default());
    assert_eq!(ids(&forward), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(ids(&backward), ["f", "e", "d", "c", "b", "a"]);
    assert_eq!(skipped, Skipped::default());
}

#[test]
fn only_matching_records_are_read() {
    let folder = folder();
    let filter = Filter {
        since: Some("2026-11-14T23:30:00Z".parse().unwrap()),
        ..Filter::default()
    };
    let (forward, backward, _) = read(&folder.reader(), &filter);
    assert_eq!(ids(&forward), ["b", "c", "d", "e", "f"]);
    assert_eq!(ids(&backward), ["f", "e", "d", "c", "b"]);
    let filter = Filter {
        id: Some("d".into()),
        ..Filter::default()
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
    let (forward, backward, skipped) = read(&folder.reader(), &Filter::default());
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
    let (forward, backward, skipped) = read(&folder.reader(), &Filter::default());
    let expected = ["killed", "late", "moved", "running", "plain"];
    assert_eq!(ids(&forward), expected);
    assert_eq!(
        ids(&backward),
        expected.iter().rev().copied().collect::<Vec<_>>()
    );
    assert_eq!(skipped, Skipped::default());
    let outcomes: Vec<_> = forward.iter().map(|entry| entry.outcome.as_str()).collect();
    assert_eq!(outcomes, ["begun", "ok", "ok", "begun", "ok"]);

    let unfinished = Filter {
        unfinished: true,
        ..Filter::default()
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
    assert_eq!(read(&reader, &Filter::default()).0, []);
}

#[test]
fn other_files_are_not_read() {
    let folder = folder();
    folder.write(
        "executions-2026-11-15.jsonl.torn",
        &record("x", "15T01:00:00"),
    );
    folder.write("executions.jsonl", &record("x", "15T01:00:00"));
    let (forward, ..) = read(&folder.reader(), &Filter::default());
    assert_eq!(forward.len(), 6);
}
