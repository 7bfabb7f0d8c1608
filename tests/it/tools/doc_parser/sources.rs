//! The sources of documents: which are read, and which are refused.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::json;
use toolwright::Client;

use super::{base64, client, files, read, reader};
use crate::tools::{
    local_server::{LocalServer, Reply},
    refusal,
};

/// A folder that may be read, and one beside it that may not. Dropping it removes both.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let name = format!("documents-{name}-{}", std::process::id());
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(home.join("inside/deep")).unwrap();
        fs::create_dir_all(home.join("outside")).unwrap();
        fs::write(home.join("inside/a.txt"), "inside").unwrap();
        fs::write(home.join("outside/b.txt"), "secret").unwrap();
        Self(home)
    }

    fn path(&self, path: &str) -> String {
        self.0.join(path).to_str().unwrap().to_owned()
    }

    async fn client(&self) -> Client {
        client(&[("TOOLWRIGHT_FILES_DIR", &self.path("inside"))]).await
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// Returns the text of the file at this path, or the error.
async fn text(client: &Client, path: &str) -> Result<String, String> {
    let answer = read(client, json!({"path": path})).await?;
    Ok(answer["text"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_file_is_read_by_every_form_of_its_path() {
    let place = Place::new("plain");
    symlink("../a.txt", place.path("inside/deep/link.txt")).unwrap();
    let client = place.client().await;
    for path in [
        "a.txt",
        "./a.txt",
        ".//./a.txt",
        "deep/link.txt",
        &place.path("inside/a.txt"),
    ] {
        assert_eq!(text(&client, path).await.as_deref(), Ok("inside"), "{path}");
    }
}

#[tokio::test]
async fn no_path_leads_out_of_the_folder() {
    let place = Place::new("traversal");
    symlink(place.path("outside/b.txt"), place.path("inside/file-link")).unwrap();
    symlink("../outside/b.txt", place.path("inside/relative-link")).unwrap();
    symlink(place.path("outside"), place.path("inside/folder-link")).unwrap();
    symlink("folder-link", place.path("inside/link-link")).unwrap();
    symlink("/", place.path("inside/root")).unwrap();
    symlink("/proc/self/root", place.path("inside/magic")).unwrap();
    let client = place.client().await;
    let whole = place.path("outside/b.txt");
    for path in [
        "../outside/b.txt",
        "deep/../../outside/b.txt",
        "deep/../a.txt",
        "..",
        "/etc/passwd",
        &whole,
        &place.path("inside/../outside/b.txt"),
        &place.path("insideout"),
        "file-link",
        "relative-link",
        "folder-link/b.txt",
        "link-link/b.txt",
        "root/etc/passwd",
        "magic/etc/passwd",
        "a\0.txt",
    ] {
        let message = format!("`{path}` is not a path below the folder that may be read");
        assert_eq!(text(&client, path).await, Err(message));
    }
}

#[tokio::test]
async fn only_regular_files_are_read() {
    let place = Place::new("strange");
    let pipe = Command::new("mkfifo")
        .arg(place.path("inside/pipe"))
        .status();
    assert!(pipe.unwrap().success());
    let client = place.client().await;
    assert_eq!(
        text(&client, "pipe").await,
        Err("`pipe` is not a file".into())
    );
    assert_eq!(
        text(&client, "deep").await,
        Err("`deep` is not a file".into())
    );
    for path in ["", "none.txt", "a.txt/b", "..."] {
        let message = format!("there is no file `{path}`");
        assert_eq!(text(&client, path).await, Err(message));
    }
}

#[tokio::test]
async fn a_file_that_is_too_large_is_not_read() {
    let place = Place::new("large");
    let large = fs::File::create(place.path("inside/large.txt")).unwrap();
    large.set_len((20 << 20) + 1).unwrap();
    let message = "`large.txt` has more than 20971520 bytes";
    assert_eq!(
        text(&place.client().await, "large.txt").await,
        Err(message.into())
    );
}

#[tokio::test]
async fn content_decides_the_kind_before_the_extension() {
    let place = Place::new("endings");
    let bytes = fs::read(files().join("report.docx")).unwrap();
    fs::write(place.path("inside/wrong.pdf"), bytes).unwrap();
    fs::write(place.path("inside/wrong.docx"), "only text").unwrap();
    fs::write(place.path("inside/empty.pdf"), "").unwrap();
    fs::write(
        place.path("inside/picture.txt"),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    )
    .unwrap();
    let client = place.client().await;
    let answer = read(&client, json!({"path": "wrong.pdf"})).await.unwrap();
    assert_eq!(answer["kind"], "docx");
    assert_eq!(
        text(&client, "wrong.docx").await.as_deref(),
        Ok("only text")
    );
    assert_eq!(
        text(&client, "empty.pdf").await,
        Err("the document is empty".into())
    );
    let message =
        "the document is image/png: expected PDF, DOCX, XLSX, PPTX, HTML, Markdown, CSV or text";
    assert_eq!(text(&client, "picture.txt").await, Err(message.into()));
}

#[tokio::test]
async fn without_a_folder_the_error_names_the_variable() {
    let client = client(&[]).await;
    let message = "this server reads no files: set `TOOLWRIGHT_FILES_DIR` to the folder whose documents may be read";
    assert_eq!(text(&client, "a.txt").await, Err(message.into()));
    let tools = client.tools().await.unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "doc_parser"));
}

#[tokio::test]
async fn a_document_can_be_passed_as_base64() {
    let client = client(&[]).await;
    let bytes = fs::read(files().join("sales.xlsx")).unwrap();
    let answer = read(
        &client,
        json!({"base64": base64(&bytes), "sheets": ["Notes"]}),
    )
    .await
    .unwrap();
    assert_eq!(
        (&answer["kind"], &answer["metadata"]["title"]),
        (&json!("xlsx"), &json!("매출"))
    );
    let table = json!({"base64": base64(b"a,b\n1,2"), "name": "t.csv"});
    let answer = read(&client, table).await.unwrap();
    assert_eq!(answer["text"], "| a | b |\n| --- | --- |\n| 1 | 2 |");
    let answer = read(&client, json!({"base64": "a*b"})).await.unwrap_err();
    assert!(answer.starts_with("`base64` is not Base64: "), "{answer}");
}

#[tokio::test]
async fn exactly_one_source_is_required() {
    let client = reader().await;
    for arguments in [json!({}), json!({"path": "a", "url": "http://a.example/"})] {
        let message = "expected exactly one of `path`, `url` and `base64`";
        assert_eq!(read(&client, arguments).await, Err(message.into()));
    }
}

#[tokio::test]
async fn a_document_is_fetched_from_the_web() {
    let pdf = fs::read(files().join("korean.pdf")).unwrap();
    let page = fs::read(files().join("page-euc-kr.html")).unwrap();
    let server = LocalServer::start(move |_, asked| match asked.line.as_str() {
        "GET /moved" => Reply::html(302).with("location", "/files/a.pdf"),
        "GET /files/a.pdf" => Reply::new(200, "application/octet-stream", pdf.clone()),
        "GET /page" => Reply::new(200, "text/html; charset=euc-kr", page.clone()),
        "GET /table" => Reply::new(
            200,
            "text/csv; charset=euc-kr",
            &b"\xbc\xad\xbf\xef,b\n1,2"[..],
        ),
        "GET /large" => Reply::new(200, "text/plain", vec![b'x'; (20 << 20) + 1]),
        _ => Reply::html(404),
    })
    .await;
    let client = client(&[("TOOLWRIGHT_ALLOW_PRIVATE_URLS", "true")]).await;
    let url = |path: &str| json!({"url": format!("{}{path}", server.url()), "pages": ""});
    let answer = read(&client, url("/moved")).await.unwrap();
    assert_eq!(
        (&answer["kind"], &answer["metadata"]["title"]),
        (&json!("pdf"), &json!("한글 문서"))
    );
    let answer = read(&client, url("/page")).await.unwrap();
    assert_eq!(answer["metadata"], json!({"title": "서울 안내"}));
    let answer = read(&client, url("/table")).await.unwrap();
    assert_eq!(answer["text"], "| 서울 | b |\n| --- | --- |\n| 1 | 2 |");
    let answer = read(&client, url("/none")).await;
    assert_eq!(answer, Err("`127.0.0.1` answered 404 Not Found".into()));
    let answer = read(&client, url("/large")).await;
    assert_eq!(
        answer,
        Err("the response of `127.0.0.1` is larger than 20971520 bytes".into())
    );
}

#[tokio::test]
async fn private_addresses_are_fetched_only_if_allowed() {
    let server = LocalServer::start(|_, _| Reply::new(200, "text/plain", "secret")).await;
    let client = client(&[]).await;
    let port = server.url().rsplit(':').next().unwrap().to_owned();
    for (host, named) in [
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
        ("2130706433", "127.0.0.1"),
        ("[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
        ("169.254.169.254", "169.254.169.254"),
    ] {
        let answer = read(&client, json!({"url": format!("http://{host}:{port}/")})).await;
        let message = format!(
            "`{named}` is a private address, which is fetched only if `TOOLWRIGHT_ALLOW_PRIVATE_URLS` is `true`"
        );
        assert_eq!(answer, Err(message));
    }
    assert_eq!(server.asked().len(), 0);
}

#[tokio::test]
async fn only_http_addresses_are_fetched() {
    let client = client(&[("TOOLWRIGHT_ALLOW_PRIVATE_URLS", "true")]).await;
    for (url, message) in [
        (
            "file:///etc/passwd",
            "`file` is not a supported scheme: expected `http` or `https`",
        ),
        (
            "http://user:word@127.0.0.1/",
            "a URL must not contain a user name or a password",
        ),
        ("reports/a.pdf", "`reports/a.pdf` is not a URL"),
    ] {
        assert_eq!(
            read(&client, json!({"url": url})).await,
            Err(message.into())
        );
    }
}

#[test]
fn an_invalid_setting_stops_the_start() {
    assert_eq!(
        refusal(&[("TOOLWRIGHT_FILES_DIR", "/no/such/folder")]),
        "`TOOLWRIGHT_FILES_DIR` is `/no/such/folder` in the settings: expected a folder (No such file or directory (os error 2))"
    );
    assert_eq!(
        refusal(&[("TOOLWRIGHT_ALLOW_PRIVATE_URLS", "maybe")]),
        "`TOOLWRIGHT_ALLOW_PRIVATE_URLS` is `maybe` in the settings: expected `true` or `false`"
    );
}
