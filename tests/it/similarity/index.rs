//! `toolwright index`, into the embedded index.

use std::{collections::BTreeSet, fs};

use crate::harness::{Home, run, run_with_input};

#[test]
fn the_columns_of_the_database_become_documents_and_a_second_run_adds_nothing() {
    let home = Home::new();
    let index = || run(home.toolwright(&["index", "--from-db", "--collection", "columns"]));
    let first = index().answer();
    assert!(
        first.ends_with(" added to the collection `columns`, 0 there already\n"),
        "{first}"
    );
    let second = index().answer();
    assert!(
        second.starts_with("0 documents were added to the collection `columns`, "),
        "{second}"
    );
    let found = run(home.toolwright(&[
        "call",
        "get_sim_search",
        r#"query_list=["주문 날짜 필드"]"#,
        "collection=columns",
        "n_results=1",
    ]));
    assert_eq!(
        found.answer(),
        "[[\"orders.order_date TIMESTAMP 주문 생성 일시\"]]\n"
    );
}

/// The sample's documents are in the program, so that its first search needs no database.
#[test]
fn the_sample_is_what_the_sample_tables_would_give() {
    let home = Home::new();
    let indexed = run(home.toolwright(&["index", "--from-db", "--collection", "columns"]));
    assert_eq!(indexed.code, Some(0), "{indexed:?}");
    let documents = |collection: &[&str]| {
        let words = [
            "call",
            "get_sim_search",
            "query_list=[\"a\"]",
            "n_results=1000",
        ];
        let found = run(home.toolwright(&[&words, collection].concat()));
        let lists: Vec<Vec<String>> = serde_json::from_str(&found.answer()).unwrap();
        lists.into_iter().flatten().collect::<BTreeSet<_>>()
    };
    let sample = documents(&[]);
    assert!(sample.len() > 20, "{sample:?}");
    assert_eq!(sample, documents(&["collection=columns"]));
}

#[test]
fn lines_become_documents_up_to_the_one_that_is_wrong() {
    let home = Home::new();
    let file = home.join("documents.jsonl");
    let good: String = (0..100)
        .map(|number| format!("{{\"document\":\"document number {number}\"}}\n"))
        .collect();
    fs::write(
        &file,
        format!("{good}nonsense\n{{\"document\":\"the last\"}}\n"),
    )
    .unwrap();
    let path = file.to_str().unwrap();
    let ended = run(home.toolwright(&["index", path, "--collection", "lines", "--batch", "30"]));
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(
        ended.stderr.contains("line 101 is not a document"),
        "{}",
        ended.stderr
    );
    fs::write(&file, format!("{good}{{\"document\":\"the last\"}}\n")).unwrap();
    let ended = run(home.toolwright(&["index", path, "--collection", "lines"]));
    assert_eq!(
        ended.answer(),
        "1 document was added to the collection `lines`, 100 there already\n"
    );
}

#[test]
fn documents_can_come_from_a_pipe() {
    let home = Home::new();
    let input = "{\"id\":\"a\",\"document\":\"the quick fox\"}\n{\"id\":\"b\",\"document\":\"a slow tortoise\"}\n";
    let ended = run_with_input(
        home.toolwright(&["index", "-", "--collection", "animals"]),
        input,
    );
    assert_eq!(
        ended.answer(),
        "2 documents were added to the collection `animals`, 0 there already\n"
    );
    let found = run(home.toolwright(&[
        "call",
        "get_sim_search",
        r#"query_list=["tortoise"]"#,
        "collection=animals",
        "n_results=1",
    ]));
    assert_eq!(found.answer(), "[[\"a slow tortoise\"]]\n");
}

#[test]
fn neither_a_file_nor_the_database_is_a_mistake_of_the_caller() {
    let home = Home::new();
    let ended = run(home.toolwright(&["index"]));
    assert_eq!(ended.code, Some(2), "{ended:?}");
    let ended = run(home.toolwright(&["index", "/no/such/file"]));
    assert!(
        ended.stderr.contains("cannot read `/no/such/file`"),
        "{}",
        ended.stderr
    );
}
