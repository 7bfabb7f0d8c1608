//! What a process leaves behind that was killed while it wrote.

use super::{
    super::ExecutionLog,
    harness::{Bench, TODAY, numbers, record},
};

const ASIDE: &str = "executions-2026-11-15.jsonl.torn";

/// Opens and closes the log on a file with these contents; what is left, and what was moved aside.
fn mended(contents: &str) -> (String, Option<String>) {
    let bench = Bench::new();
    bench.put(TODAY, contents);
    drop(ExecutionLog::open(bench.options()).unwrap());
    let aside = std::fs::read_to_string(bench.path(ASIDE)).ok();
    (bench.read(TODAY), aside)
}

fn aside(piece: &str) -> Option<String> {
    let length = piece.len();
    Some(format!(
        "# {length} bytes, cut off at 2026-11-15T12:00:00Z\n{piece}\n"
    ))
}

#[test]
fn a_last_line_that_is_not_whole_is_moved_aside() {
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
fn a_file_that_is_whole_is_left_as_it_is() {
    let deep = format!("{{\"n\":{}1{}}}\n", "[".repeat(500), "]".repeat(500));
    for whole in ["", "{}\n", "{\"n\":1}\n{\"n\":2}\n", &deep] {
        assert_eq!(mended(whole), (whole.to_owned(), None));
    }
}

#[tokio::test]
async fn pieces_collect_in_one_file_and_the_log_goes_on() {
    let bench = Bench::new();
    bench.put(TODAY, "{\"n\":1}\n{\"n\"");
    bench.put(ASIDE, "# earlier\n{\n");
    let log = ExecutionLog::open(bench.options()).unwrap();
    log.append(record(2, 10)).await.unwrap();
    log.close().await;
    assert_eq!(numbers(&bench.read(TODAY)), [1, 2]);
    let expected = format!("# earlier\n{{\n{}", aside("{\"n\"").unwrap());
    assert_eq!(bench.read(ASIDE), expected);
}

#[test]
fn files_of_other_days_and_processes_are_mended_too() {
    let bench = Bench::new();
    let names = [
        "executions-2026-11-14.jsonl",
        "executions-2026-11-15.2.jsonl",
    ];
    for name in names {
        bench.put(name, "{\"n\":1}\n{");
    }
    drop(ExecutionLog::open(bench.options()).unwrap());
    for name in names {
        assert_eq!(bench.read(name), "{\"n\":1}\n");
        assert_eq!(Some(bench.read(&format!("{name}.torn"))), aside("{"));
    }
}

#[tokio::test]
async fn what_another_process_is_about_to_write_is_not_torn() {
    let bench = Bench::new();
    let _log = ExecutionLog::open(bench.options()).unwrap();
    // As if it were in the middle of a record.
    std::fs::write(bench.path(TODAY), "{\"n\":1").unwrap();
    let other = ExecutionLog::open(bench.options()).unwrap();
    other.append(record(2, 10)).await.unwrap();
    assert_eq!(bench.read(TODAY), "{\"n\":1");
    let second = bench.read("executions-2026-11-15.2.jsonl");
    assert_eq!(numbers(&second), [2]);
}
