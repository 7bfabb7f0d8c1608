//! The files of a process that was killed while it wrote.

use super::{
    super::ExecutionLog,
    harness::{TODAY, TestFolder, numbers, record},
};

const ASIDE: &str = "executions-2026-11-15.jsonl.torn";

/// Opens and closes the log on a file with these contents. Returns what is left, and what was moved
/// aside.
fn mended(contents: &str) -> (String, Option<String>) {
    let test = TestFolder::new();
    test.put(TODAY, contents);
    drop(ExecutionLog::open(test.options()).unwrap());
    let aside = std::fs::read_to_string(test.path(ASIDE)).ok();
    (test.read(TODAY), aside)
}

fn aside(piece: &str) -> Option<String> {
    let length = piece.len();
    Some(format!(
        "# {length} bytes, cut off at 2026-11-15T12:00:00Z\n{piece}\n"
    ))
}

#[test]
fn an_incomplete_last_line_is_moved_aside() {
    let whole = "{\"n\":1}\n{\"n\":2}\n";
    let long = format!("{{\"n\":3,\"output\":\"{}", "y".repeat(200_000));
    for torn in [
        "{\"n\":3,\"argu",
        "{",
        "{\"n\":3}",
        "{\"n\":3}}\n",
        "{\"n\":\n",
        "\0\0\0\0\0\0",
        "\0\0\0\0\n",
        "\n",
        "42\n",
        &long,
    ] {
        let (left, moved) = mended(&format!("{whole}{torn}"));
        assert_eq!(left, whole, "{torn:.20}");
        assert_eq!(moved, aside(torn), "{torn:.20}");
        assert_eq!(mended(torn), (String::new(), aside(torn)), "{torn:.20}");
    }
}

#[test]
fn a_complete_file_is_not_changed() {
    let deep = format!("{{\"n\":{}1{}}}\n", "[".repeat(500), "]".repeat(500));
    for whole in ["", "{}\n", "{\"n\":1}\n{\"n\":2}\n", &deep] {
        assert_eq!(mended(whole), (whole.to_owned(), None));
    }
}

#[tokio::test]
async fn incomplete_lines_are_collected_in_one_file() {
    let test = TestFolder::new();
    test.put(TODAY, "{\"n\":1}\n{\"n\"");
    test.put(ASIDE, "# earlier\n{\n");
    let log = ExecutionLog::open(test.options()).unwrap();
    log.append(record(2, 10)).await.unwrap();
    log.close().await;
    assert_eq!(numbers(&test.read(TODAY)), [1, 2]);
    let expected = format!("# earlier\n{{\n{}", aside("{\"n\"").unwrap());
    assert_eq!(test.read(ASIDE), expected);
}

#[test]
fn files_of_other_days_and_processes_are_repaired_too() {
    let test = TestFolder::new();
    let names = [
        "executions-2026-11-14.jsonl",
        "executions-2026-11-15.2.jsonl",
    ];
    for name in names {
        test.put(name, "{\"n\":1}\n{");
    }
    drop(ExecutionLog::open(test.options()).unwrap());
    for name in names {
        assert_eq!(test.read(name), "{\"n\":1}\n");
        assert_eq!(Some(test.read(&format!("{name}.torn"))), aside("{"));
    }
}

#[tokio::test]
async fn a_line_that_another_process_writes_is_not_moved_aside() {
    let test = TestFolder::new();
    let _log = ExecutionLog::open(test.options()).unwrap();
    // As if it were in the middle of a record.
    std::fs::write(test.path(TODAY), "{\"n\":1").unwrap();
    let other = ExecutionLog::open(test.options()).unwrap();
    other.append(record(2, 10)).await.unwrap();
    assert_eq!(test.read(TODAY), "{\"n\":1");
    let second = test.read("executions-2026-11-15.2.jsonl");
    assert_eq!(numbers(&second), [2]);
}
