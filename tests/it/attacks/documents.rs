//! A document wants to take the places of all others, and more than its folder.

use std::{fs, time::Instant};

use serde_json::{Value, json};

use crate::harness::Home;

async fn parse(page: &str) -> (String, f32) {
    let home = Home::new();
    let folder = home.join("files");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("page.html"), page).unwrap();
    let settings = [("TOOLWRIGHT_FILES_DIR", folder.to_str().unwrap())];
    let client = home.server(&settings).client().await.unwrap();
    let since = Instant::now();
    let answer = client
        .call("doc_parser", json!({"path": "page.html"}))
        .await;
    (answer.unwrap().joined_text(), since.elapsed().as_secs_f32())
}

#[tokio::test]
async fn a_page_of_nested_elements_takes_no_time() {
    let (answer, seconds) = parse(&"<div>".repeat(100_000)).await;
    assert_eq!(
        answer,
        "the document is too large: its elements are nested more than 2000 deep"
    );
    assert!(seconds < 5.0, "{seconds} s");
}

#[tokio::test]
async fn an_element_with_countless_attributes_takes_no_time() {
    let attributes: String = (0..100_000).map(|number| format!(" a{number}")).collect();
    let (answer, seconds) = parse(&format!("<html><div{attributes}>text</div>")).await;
    assert_eq!(
        answer,
        "the document is too large: an element has more than 1000 attributes"
    );
    assert!(seconds < 5.0, "{seconds} s");
}

#[tokio::test]
async fn a_hard_link_does_not_lead_out_of_the_folder() {
    let home = Home::new();
    let folder = home.join("files");
    fs::create_dir(&folder).unwrap();
    fs::write(home.join("secret.txt"), "secret").unwrap();
    fs::hard_link(home.join("secret.txt"), folder.join("link.txt")).unwrap();
    let settings = [("TOOLWRIGHT_FILES_DIR", folder.to_str().unwrap())];
    let client = home.server(&settings).client().await.unwrap();
    let arguments: Value = json!({"path": "link.txt"});
    let answer = client.call("doc_parser", arguments.clone()).await.unwrap();
    assert!(answer.is_error);
    assert_eq!(
        answer.joined_text(),
        "`link.txt` has another name, maybe outside of the folder that may be read: copy the file"
    );
    // A copy is read.
    fs::remove_file(folder.join("link.txt")).unwrap();
    fs::copy(home.join("secret.txt"), folder.join("link.txt")).unwrap();
    let answer = client.call("doc_parser", arguments).await.unwrap();
    assert!(!answer.is_error, "{}", answer.joined_text());
}
