//! The files of the console, and what `/` is without it.

use reqwest::{Response, header::ACCEPT};
use serde_json::json;

use super::Api;
use crate::{
    harness::{Home, Modern, TestServer},
    registry::constant,
};

async fn page(server: &TestServer, path: &str, accept: &str) -> Response {
    let request = server.http().get(server.url(path)).header(ACCEPT, accept);
    request.send().await.unwrap()
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers()[name].to_str().unwrap()
}

/// The path of a file that the page names, if this build has the console.
fn file_of(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("src=\"/assets/")?;
    Some(rest.split_once('"')?.0)
}

#[tokio::test]
async fn the_page_allows_nothing_from_elsewhere_and_nothing_inline() {
    let home = Home::new();
    let server = TestServer::start(home.server(&[])).await;
    let response = page(&server, "/", "text/html").await;
    assert_eq!(response.status(), 200);
    let policy = header(&response, "content-security-policy").to_owned();
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert!(
        !policy.contains("unsafe") && !policy.contains("http"),
        "{policy}"
    );
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(header(&response, "x-content-type-options"), "nosniff");
    assert_eq!(header(&response, "cache-control"), "no-store");
    let text = response.text().await.unwrap();
    let Some(file) = file_of(&text) else {
        // A build without Node.
        assert!(
            text.contains("The console is not part of this build"),
            "{text}"
        );
        return;
    };
    let nonce = policy
        .split("'nonce-")
        .nth(1)
        .unwrap()
        .split('\'')
        .next()
        .unwrap();
    assert!(
        text.contains(nonce) && !text.contains("__CSP_NONCE__"),
        "{text}"
    );
    let again = page(&server, "/", "text/html").await.text().await.unwrap();
    assert!(!again.contains(nonce), "a nonce is used once");
    let path = format!("/assets/{file}");
    let file = server
        .http()
        .get(server.url(&path))
        .header("accept-encoding", "gzip, br");
    let file = file.send().await.unwrap();
    assert_eq!(header(&file, "content-encoding"), "br");
    assert_eq!(
        header(&file, "content-type"),
        "text/javascript; charset=utf-8"
    );
    assert!(header(&file, "cache-control").contains("immutable"));
    let compressed = file.bytes().await.unwrap();
    let plain = page(&server, &path, "*/*").await;
    assert!(!plain.headers().contains_key("content-encoding"));
    assert!(plain.bytes().await.unwrap().len() > 2 * compressed.len());
}

#[tokio::test]
async fn a_link_into_the_page_is_for_browsers_alone() {
    let home = Home::new();
    let server = TestServer::start(home.server(&[])).await;
    let page_of = |path: &'static str, accept: &'static str| page(&server, path, accept);
    assert_eq!(
        page_of("/tools/add", "text/html,*/*;q=0.8").await.status(),
        200
    );
    for (path, accept) in [
        ("/tools/add", "application/json"),
        ("/assets/nothing.js", "*/*"),
        ("/assets/../Cargo.toml", "text/plain"),
        ("/api/v1/nothing", "text/html"),
    ] {
        assert_eq!(page_of(path, accept).await.status(), 404, "{path}");
    }
    assert_eq!(
        page_of("/healthz", "text/html").await.text().await.unwrap(),
        "ok\n"
    );
}

#[tokio::test]
async fn the_page_can_be_switched_off() {
    let home = Home::new();
    let server = TestServer::start(home.server(&[("TOOLWRIGHT_CONSOLE", "off")])).await;
    let text = page(&server, "/", "text/html").await.text().await.unwrap();
    assert!(text.contains("an MCP server"), "{text}");
    assert_eq!(page(&server, "/tools/add", "text/html").await.status(), 404);
}

#[tokio::test]
async fn the_page_is_open_and_what_it_shows_is_not() {
    let home = Home::new();
    let server = TestServer::start(home.server(&[("TOOLWRIGHT_AUTH", "required")])).await;
    assert_eq!(page(&server, "/", "text/html").await.status(), 200);
    assert_eq!(page(&server, "/api/v1/tools", "*/*").await.status(), 401);
    let list = Modern::of(&server).ask("tools/list", json!({})).await;
    assert_eq!(list.status, 401);
    let foreign = server
        .http()
        .get(server.url("/"))
        .header("host", "evil.test");
    assert_eq!(foreign.send().await.unwrap().status(), 403);
}

#[tokio::test]
async fn the_page_without_scripts_lists_the_tools_that_one_may_call() {
    let mut hostile = constant("hostile", "1");
    hostile["description"] = "<script>alert(1)</script>\nThe second line.".into();
    let mut off = constant("switched_off", "2");
    off["is_active"] = false.into();
    let api = Api::with(json!([hostile, off])).await;
    let response = page(&api.server, "/plain", "text/html").await;
    assert_eq!(response.status(), 200);
    let policy = header(&response, "content-security-policy");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    let text = response.text().await.unwrap();
    let listed = "<dt>hostile</dt><dd>&lt;script&gt;alert(1)&lt;/script&gt;</dd>";
    assert!(text.contains(listed), "{text}");
    assert!(text.contains("<dt>calculator</dt>"), "{text}");
    for hidden in ["<script", "second line", "switched_off"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
    let home = Home::new();
    let server = TestServer::start(home.server(&[("TOOLWRIGHT_AUTH", "required")])).await;
    let text = page(&server, "/plain", "text/html").await.text().await;
    let text = text.unwrap();
    assert!(text.contains("nobody is logged in"), "{text}");
    assert!(!text.contains("calculator"), "{text}");
}
