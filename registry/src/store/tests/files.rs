//! The tests of the store on files alone: the text of a person stays, and edits by hand are
//! versions.

use std::{fs, sync::Arc, time::Duration};

use serde_json::json;

use super::folder::{Folder, contents, put, remove, spec};
use crate::{
    spec::ToolSpec,
    store::{ChangeKind, Edit, Expected, MAX_BYTES, Store as _, StoreError},
    tests::engines,
};

const TEXT: &str = r#"{
  // Our tools.
  "tools": [
    {
      "name": "a", // the first
      "type": "expression", "description": "d",
      "config": {"expression": "1"}
    },
    /* the second */
    { "name": "b", "type": "expression", "description": "d", "config": {"expression": "2"} },
  ],
}
"#;

#[tokio::test]
async fn a_change_leaves_the_rest_of_the_text_as_it_is() {
    let folder = Folder::with(TEXT);
    let store = folder.store();
    store
        .apply(vec![put("a", "10", Expected::Any)])
        .await
        .unwrap();
    let changed = TEXT.replace(r#"{"expression": "1"}"#, r#"{ "expression": "10" }"#);
    assert_eq!(folder.read("tools.json"), changed);
    store
        .apply(vec![put("c", "3", Expected::Absent)])
        .await
        .unwrap();
    let added = changed.replace(
        "    { \"name\": \"b\", \"type\": \"expression\", \"description\": \"d\", \"config\": {\"expression\": \"2\"} },\n",
        "    { \"name\": \"b\", \"type\": \"expression\", \"description\": \"d\", \"config\": {\"expression\": \"2\"} },\n    {\n      \"name\": \"c\",\n      \"type\": \"expression\",\n      \"description\": \"d\",\n      \"config\": { \"expression\": \"3\" }\n    },\n",
    );
    assert_eq!(folder.read("tools.json"), added);
    store.apply(vec![remove("c")]).await.unwrap();
    assert_eq!(folder.read("tools.json"), changed);
    store.apply(vec![remove("b")]).await.unwrap();
    store.apply(vec![remove("a")]).await.unwrap();
    assert_eq!(contents(&folder.store()).await, []);
    assert!(folder.read("tools.json").contains("// Our tools."));
    store
        .apply(vec![put("a", "1", Expected::Absent)])
        .await
        .unwrap();
    assert_eq!(
        contents(&folder.store()).await,
        [("a".to_owned(), json!("1"), 4)]
    );
}

#[tokio::test]
async fn an_array_of_any_layout_takes_changes() {
    for text in [
        "[]",
        "{\"tools\":[]}",
        "{\"tools\": [\n]}",
        "{\"tools\": [ // none\n ]}",
        "[{\"name\":\"z\",\"type\":\"expression\",\"description\":\"d\",\"config\":{\"expression\":\"0\"}}]",
    ] {
        let folder = Folder::with(text);
        let store = folder.store();
        for name in ["a", "b", "c"] {
            store
                .apply(vec![put(name, "1", Expected::Absent)])
                .await
                .unwrap();
        }
        for name in ["c", "a"] {
            store.apply(vec![remove(name)]).await.unwrap();
        }
        let fresh = contents(&folder.store()).await;
        assert_eq!(
            fresh.last(),
            Some(&("b".to_owned(), json!("1"), 1)),
            "{text}"
        );
        assert_eq!(fresh, contents(&store).await);
    }
}

#[tokio::test]
async fn an_edit_by_hand_is_a_version_and_a_definition_that_did_not_change_is_the_same_value() {
    let folder = Folder::with(TEXT);
    let store = folder.store();
    let before = store.load().await.unwrap();
    folder.write("tools.json", &TEXT.replace("\"2\"", "\"20\""));
    let after = store.load().await.unwrap();
    assert!(Arc::ptr_eq(&before[0].spec, &after[0].spec));
    assert_eq!((after[0].revision, after[1].revision), (1, 2));
    let versions = store.history("b".into()).await.unwrap();
    let shown: Vec<_> = versions
        .iter()
        .map(|version| (version.change, version.by.as_str()))
        .collect();
    assert_eq!(
        shown,
        [(ChangeKind::Found, "file"), (ChangeKind::Found, "file")]
    );
    // Also if nobody looked while it happened.
    folder.write("tools.json", "{\"tools\": []}");
    let versions = folder.store().history("b".into()).await.unwrap();
    assert_eq!((versions.len(), versions[2].spec.is_some()), (3, false));
}

#[tokio::test]
async fn a_file_that_is_missing_too_large_or_not_text_is_refused() {
    let folder = Folder::with("");
    let invalid = folder.store().load().await;
    assert!(
        matches!(invalid, Err(StoreError::Invalid(_))),
        "{invalid:?}"
    );
    fs::write(folder.0.join("tools.json"), b"{\"tools\": [\"\xff\"]}").unwrap();
    let encoding = folder.store().load().await;
    let message = |why: &str| format!("`{}`: {why}", folder.0.join("tools.json").display());
    assert_eq!(
        encoding.unwrap_err().to_string(),
        message("it is not UTF-8 text")
    );
    let large = fs::File::create(folder.0.join("tools.json")).unwrap();
    large.set_len(100 * 1024 * 1024).unwrap();
    let too_large = folder.store().load().await;
    assert_eq!(
        too_large.unwrap_err().to_string(),
        message("it is larger than 67108864 bytes")
    );
    fs::remove_file(folder.0.join("tools.json")).unwrap();
    let missing = folder.store().load().await;
    assert!(
        matches!(missing, Err(StoreError::Missing { .. })),
        "{missing:?}"
    );
}

#[tokio::test]
async fn a_broken_file_takes_no_changes_and_loses_nothing() {
    let folder = Folder::with(TEXT);
    let store = folder.store();
    store.load().await.unwrap();
    let broken = &TEXT[..TEXT.len() / 2];
    folder.write("tools.json", broken);
    let refused = store.apply(vec![put("c", "3", Expected::Absent)]).await;
    assert!(
        matches!(refused, Err(StoreError::Invalid(_))),
        "{refused:?}"
    );
    assert_eq!(folder.read("tools.json"), broken);
    assert_eq!(spec("c", "3").name(), "c");
}

#[tokio::test]
async fn a_tool_that_follows_a_comment_can_be_removed_from_any_place() {
    let tool = |name: &str| {
        format!(
            r#"{{"name": "{name}", "type": "expression", "description": "d", "config": {{"expression": "1"}}}}"#
        )
    };
    let (a, b) = (tool("a"), tool("b"));
    for text in [
        format!("[{a}, // the first\n {b}]"),
        format!("[{a} // the first\n ,{b}]"),
        format!("[{a},// the first\n{b} // the second\n]"),
        format!("[{a}, /* the first // */ {b}]"),
        format!("[ // both\n {a}, {b}, // the second\n]"),
        format!("{{\"tools\": [{a}, {b}] // all\n}}"),
    ] {
        for (first, second) in [("a", "b"), ("b", "a")] {
            let folder = Folder::with(&text);
            let store = folder.store();
            for name in [first, second] {
                store.apply(vec![remove(name)]).await.unwrap();
                let left = contents(&store).await;
                let read = contents(&folder.store()).await;
                assert_eq!(read, left, "{text}\n{}", folder.read("tools.json"));
            }
            assert_eq!(contents(&store).await, []);
        }
    }
}

#[tokio::test]
async fn a_pipe_in_the_place_of_the_file_is_refused() {
    let folder = Folder::with("");
    let path = folder.0.join("tools.json");
    fs::remove_file(&path).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let store = folder.store();
    let loaded = tokio::time::timeout(Duration::from_secs(5), store.load()).await;
    let refused = loaded.expect("nobody writes to the pipe").unwrap_err();
    let expected = format!("`{}`: it is not a regular file", path.display());
    assert_eq!(refused.to_string(), expected);
}

#[tokio::test]
async fn a_version_is_what_the_file_says_in_its_order() {
    let folder = Folder::with(TEXT);
    let store = folder.store();
    store.load().await.unwrap();
    let json = r#"{"config": {"expression": "10"}, "description": "d", "type": "expression", "name": "a"}"#;
    let spec = ToolSpec::parse("a", json, &engines(&folder.0)).unwrap();
    let edit = Edit {
        spec: Some(Arc::new(spec)),
        ..put("a", "10", Expected::Any)
    };
    store.apply(vec![edit]).await.unwrap();
    // Another process reads the file, and finds nothing that is not a version yet.
    let versions = folder.store().history("a".into()).await.unwrap();
    assert_eq!(versions.len(), 2);
}

#[tokio::test]
async fn a_definition_that_was_put_stays_the_same_one() {
    let folder = Folder::with("[]");
    let store = folder.store();
    let edit = put("a", "1", Expected::Absent);
    let spec = Arc::clone(edit.spec.as_ref().unwrap());
    store.apply(vec![edit]).await.unwrap();
    let records = store.load().await.unwrap();
    assert!(Arc::ptr_eq(&records[0].spec, &spec));
}

#[tokio::test]
async fn a_change_that_would_make_the_file_too_large_to_be_read_is_refused() {
    let space = " ".repeat(usize::try_from(MAX_BYTES).unwrap() - 10);
    let folder = Folder::with(&format!("[{space}]"));
    let store = folder.store();
    let refused = store.apply(vec![put("a", "1", Expected::Absent)]).await;
    assert!(
        matches!(refused, Err(StoreError::TooLarge { .. })),
        "{refused:?}"
    );
    assert_eq!(contents(&folder.store()).await, []);
}

#[cfg(unix)]
#[tokio::test]
async fn a_pipe_in_place_of_the_history_does_not_hold_up_changes() {
    let folder = Folder::with("{\"tools\": []}");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.0.join("history.jsonl"))
        .status();
    assert!(made.unwrap().success());
    let store = folder.store();
    let loaded = tokio::time::timeout(Duration::from_secs(20), store.load()).await;
    let error = loaded.unwrap().unwrap_err().to_string();
    assert!(error.contains("not a regular file"), "{error}");
}

#[tokio::test]
async fn a_file_of_very_many_values_is_refused_before_it_is_parsed() {
    let text = format!("{{\"tools\": [{}{{}}]}}", "{},".repeat(1_100_000));
    let folder = Folder::with(&text);
    let error = folder.store().load().await.unwrap_err().to_string();
    assert!(error.contains("more than 2000000 values"), "{error}");
}

#[tokio::test]
async fn the_schema_of_a_definition_that_was_accepted_before_is_not_checked_again() {
    let pattern = |pattern: &str| {
        let schema =
            json!({"type": "object", "properties": {"a": {"type": "string", "pattern": pattern}}});
        json!({
            "name": "a", "type": "expression", "description": "d",
            "config": {"expression": "a"}, "input_schema": schema,
        })
    };
    let (known, other) = (pattern("("), pattern("(("));
    let folder = Folder::with(&json!({"tools": [known]}).to_string());
    assert!(folder.store().load().await.is_err());
    let version = json!({
        "tool": "a", "revision": 1, "at": "2026-01-31T12:00:00.000Z", "by": "ada", "change": "add",
        "spec": known,
    });
    folder.write("history.jsonl", &format!("{version}\n"));
    let records = folder.store().load().await.unwrap();
    assert_eq!((records.len(), records[0].revision), (1, 1));
    folder.write("tools.json", &json!({"tools": [other]}).to_string());
    assert!(folder.store().load().await.is_err());
}

#[tokio::test]
async fn one_definition_is_found_although_others_are_wrong() {
    let tool = |name: &str, expression: &str| json!({"name": name, "type": "expression", "config": {"expression": expression}});
    let mut plain =
        json!({"name": "plain", "type": "http", "config": {"base_url": "https://example.com"}});
    plain["auth"] = json!({"type": "bearer", "token": "typed by hand"});
    let tools = [
        tool("a", "1"),
        tool("wrong", "1 +"),
        tool("twice", "1"),
        tool("twice", "2"),
        plain,
        json!("no object"),
    ];
    let folder = Folder::with(&json!({"tools": tools}).to_string());
    let store = folder.store();
    assert!(store.load().await.is_err());
    let found = store.load_only("a".into()).await.unwrap();
    assert_eq!(found.unwrap().name(), "a");
    let wrong = store.load_only("wrong".into()).await;
    assert!(matches!(wrong, Err(StoreError::Invalid(_))), "{wrong:?}");
    // Only a whole load can say what these are.
    for name in ["twice", "plain", "none"] {
        assert!(store.load_only(name.into()).await.unwrap().is_none());
    }
    folder.write("tools.json", &json!([tool("a", "1")]).to_string());
    assert!(store.load_only("a".into()).await.unwrap().is_some());
    folder.write("tools.json", "{\"tools\": [{\"name\": \"a\"");
    let cut = store.load_only("a".into()).await;
    assert!(matches!(cut, Err(StoreError::Invalid(_))), "{cut:?}");
}

#[tokio::test]
async fn the_history_that_was_written_has_the_hashes_of_its_definitions() {
    let folder = Folder::with(TEXT);
    let store = folder.store();
    let spec = json!({
        "name": "c", "type": "expression", "description": "\u{a0}1.0 \"quoted\" 한글",
        "config": {"expression": "x"}, "timeout_seconds": 1.50,
        "parameters": [{"name": "x", "type": "number", "default": 1e2}],
    });
    let spec = ToolSpec::of_json("c", spec.as_object().unwrap(), &engines(&folder.0)).unwrap();
    let edit = Edit {
        spec: Some(Arc::new(spec)),
        ..put("c", "3", Expected::Absent)
    };
    store.apply(vec![edit]).await.unwrap();
    let history = folder.read("history.jsonl");
    // Another process finds nothing that it has to note.
    assert_eq!(folder.store().load().await.unwrap()[2].revision, 1);
    assert_eq!(folder.read("history.jsonl"), history);
}
