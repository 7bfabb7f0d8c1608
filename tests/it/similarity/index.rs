//! `toolwright index` into the embedded index.

use std::fs;

use crate::harness::{Home, Seat, TestDatabase, borrowed, run, run_with_input};

#[test]
fn columns_become_documents_and_a_second_run_adds_none() {
    let home = Home::new();
    let index = || run(home.toolwright(&["index", "--from-db", "--collection", "columns"]));
    let first = index().answer();
    let count = first.strip_prefix("`columns`: ").unwrap();
    let count = count.strip_suffix(" added, 0 unchanged\n").unwrap();
    assert!(count.parse::<usize>().unwrap() > 20, "{first}");
    let second = index().answer();
    assert_eq!(second, format!("`columns`: 0 added, {count} unchanged\n"));
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

/// Returns the documents of a collection, sorted.
fn documents(home: &Home, collection: &[&str]) -> Vec<String> {
    let words = [
        "call",
        "get_sim_search",
        "query_list=[\"a\"]",
        "n_results=1000",
    ];
    let found = run(home.toolwright(&[&words, collection].concat()));
    let lists: Vec<Vec<String>> = serde_json::from_str(&found.answer()).unwrap();
    let mut documents = lists.concat();
    documents.sort();
    documents
}

/// The documents of the sample are part of the program, so that the first search needs no database.
#[test]
fn the_sample_equals_an_index_of_the_sample_tables() {
    let home = Home::new();
    let indexed = run(home.toolwright(&["index", "--from-db", "--collection", "columns"]));
    assert_eq!(indexed.code, Some(0), "{indexed:?}");
    let sample = documents(&home, &[]);
    assert!(sample.len() > 20, "{sample:?}");
    assert_eq!(sample, documents(&home, &["collection=columns"]));
}

#[test]
fn lines_are_indexed_up_to_the_first_invalid_one() {
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
    assert_eq!(ended.answer(), "`lines`: 1 added, 100 unchanged\n");
}

#[test]
fn documents_can_come_from_a_pipe() {
    let home = Home::new();
    let input = "{\"id\":\"a\",\"document\":\"the quick fox\"}\n{\"id\":\"b\",\"document\":\"a slow tortoise\"}\n";
    let ended = run_with_input(
        home.toolwright(&["index", "-", "--collection", "animals"]),
        input,
    );
    assert_eq!(ended.answer(), "`animals`: 2 added, 0 unchanged\n");
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
fn a_changed_document_replaces_the_old_one() {
    let home = Home::new();
    let index = |lines: &str| {
        let command = home.toolwright(&["index", "-", "--collection", "notes"]);
        run_with_input(command, lines).answer()
    };
    let first = r#"{"id":"a","document":"one","metadata":{"n":1,"x":null}}"#;
    let other = r#"{"id":"b","document":"two"}"#;
    assert_eq!(
        index(&format!("{first}\n{other}\n")),
        "`notes`: 2 added, 0 unchanged\n"
    );
    // Another text, and other metadata.
    for changed in [
        r#"{"id":"a","document":"three","metadata":{"n":1}}"#,
        r#"{"id":"a","document":"three","metadata":{"n":2}}"#,
        r#"{"id":"a","document":"three"}"#,
    ] {
        assert_eq!(
            index(&format!("{changed}\n{other}\n")),
            "`notes`: 0 added, 1 changed, 1 unchanged\n",
            "{changed}"
        );
    }
    let found = run(home.toolwright(&[
        "call",
        "get_sim_search",
        r#"query_list=["three"]"#,
        "collection=notes",
    ]));
    assert_eq!(found.answer(), "[[\"three\",\"two\"]]\n");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by tests/run"]
async fn the_collection_follows_the_database() {
    let home = Home::new();
    let database = TestDatabase::with(
        "CREATE TABLE pets (name text, born date);
         COMMENT ON COLUMN pets.name IS 'how it is called';
         CREATE TABLE \"odd.names\" (\"a b\" int);",
    )
    .await;
    let mut others = home.toolwright(&["index", "-", "--collection", "columns"]);
    others.envs(borrowed(&database.settings(Seat::Reader)));
    run_with_input(others, "{\"document\":\"somebody's own\"}\n").answer();
    let index = || {
        let words = ["index", "--from-db", "--collection", "columns"];
        let mut command = home.toolwright(&words);
        command.envs(borrowed(&database.settings(Seat::Reader)));
        run(command)
    };
    assert_eq!(index().answer(), "`columns`: 3 added, 0 unchanged\n");
    let change = "ALTER TABLE pets RENAME born TO birthday;
        COMMENT ON COLUMN pets.name IS 'what it listens to';
        DROP TABLE \"odd.names\";";
    database.superuser.batch_execute(change).await.unwrap();
    assert_eq!(
        index().answer(),
        "`columns`: 1 added, 1 changed, 2 removed, 0 unchanged\n"
    );
    assert_eq!(index().answer(), "`columns`: 0 added, 2 unchanged\n");
    let expected = [
        "pets.birthday DATE",
        "pets.name TEXT what it listens to",
        "somebody's own",
    ];
    assert_eq!(documents(&home, &["collection=columns"]), expected);
    // A role that has lost its rights does not empty the collection.
    let revoke = format!("REVOKE SELECT ON pets FROM {}", database.role(Seat::Reader));
    database.superuser.batch_execute(&revoke).await.unwrap();
    let ended = index();
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(
        ended
            .stderr
            .contains("no column that its role may read: the collection was not changed"),
        "{}",
        ended.stderr
    );
    assert_eq!(documents(&home, &["collection=columns"]), expected);
    database.drop_everything().await;
}

#[test]
fn a_file_or_the_database_must_be_named() {
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
