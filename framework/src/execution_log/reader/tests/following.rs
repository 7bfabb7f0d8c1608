//! Records that are written while the log is followed.

use super::{
    super::{Filter, follower::Follower},
    Folder, ids, record,
};

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
    let (there, mut follower) = folder.reader().follow(Filter::default()).unwrap();
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
    let (_, mut follower) = folder.reader().follow(Filter::default()).unwrap();
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
    let (_, mut follower) = folder.reader().follow(Filter::default()).unwrap();
    let end = record("a", "15T10:00:00");
    folder.write(TODAY, &end.replace("\"ok\"", "\"begun\""));
    assert!(news(&mut follower).is_empty());
    folder.add(TODAY, &end);
    assert_eq!(news(&mut follower), ["a"]);
}

#[test]
fn only_matching_records_are_followed() {
    let folder = Folder::new();
    let filter = Filter {
        id: Some("b".into()),
        ..Filter::default()
    };
    let (_, mut follower) = folder.reader().follow(filter).unwrap();
    folder.write(TODAY, "junk\n");
    folder.add(TODAY, &record("a", "15T10:00:00"));
    folder.add(TODAY, &record("b", "15T10:00:00"));
    assert_eq!(news(&mut follower), ["b"]);
    assert_eq!(follower.skipped().foreign, 1);
}
