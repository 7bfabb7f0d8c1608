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
