//! Tests of the client with servers in this process: limits, redirects, names that change their
//! address.

mod server;

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::{Method, Request};

use self::server::{Server, answer, redirect};
use crate::{
    AddressPolicy, HttpClient, HttpError, HttpResponse, RequestLimits, address_policy::Resolver,
};

const LONG: Duration = Duration::from_secs(30);
const HERE: &str = "127.0.0.1";
/// An address of this machine that stands for a private one.
const FORBIDDEN: &str = "127.0.0.2";

/// Allows all addresses but the one that stands for a private one.
fn policy() -> AddressPolicy {
    AddressPolicy::of(|address| address != FORBIDDEN.parse::<IpAddr>().unwrap())
}

async fn get(client: &HttpClient, url: &str, most_bytes: usize) -> Result<HttpResponse, HttpError> {
    let limits = RequestLimits {
        most_bytes,
        deadline: Instant::now() + LONG,
    };
    let request = Request::new(Method::GET, url.parse().unwrap());
    client.send(request, limits).await
}

async fn refusal(client: &HttpClient, url: &str) -> String {
    get(client, url, 1000).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_response_has_its_status_and_headers() {
    let server = Server::start(HERE, |_| answer("200 OK", "hello")).await;
    let client = HttpClient::new(AddressPolicy::ANY, 0);
    let fetched = get(&client, &server.url("/a?b"), 5).await.unwrap();
    assert_eq!(fetched.status, 200);
    assert_eq!(fetched.headers["content-length"], "5");
    assert_eq!(&fetched.body[..], b"hello");
    assert_eq!(fetched.url.as_str(), server.url("/a?b"));
}

#[tokio::test]
async fn connections_are_reused() {
    let server = Server::start(HERE, |_| answer("200 OK", "hello")).await;
    let client = HttpClient::new(AddressPolicy::ANY, 0);
    for _ in 0..3 {
        get(&client, &server.url("/"), 5).await.unwrap();
    }
    assert_eq!((server.connections(), server.requests()), (1, 3));
}

#[tokio::test]
async fn a_body_over_the_limit_is_not_read() {
    let large = "x".repeat(100_000);
    let server = Server::start(HERE, move |path| match path {
        "/announced" => answer("200 OK", &large),
        // Without a length, so that only reading shows it.
        _ => format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{large}"),
    })
    .await;
    let client = HttpClient::new(AddressPolicy::ANY, 0);
    for path in ["/announced", "/streamed"] {
        let error = get(&client, &server.url(path), 99_999).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "the response of `127.0.0.1` is larger than 99999 bytes"
        );
        let whole = get(&client, &server.url(path), 100_000).await.unwrap();
        assert_eq!(whole.body.len(), 100_000);
    }
}

#[tokio::test]
async fn a_silent_server_fails_at_the_deadline() {
    let server = Server::start(HERE, |path| match path {
        "/silent" => String::new(),
        _ => "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhe".into(),
    })
    .await;
    let client = HttpClient::new(AddressPolicy::ANY, 0);
    for path in ["/silent", "/slow"] {
        let limits = RequestLimits {
            most_bytes: 10,
            deadline: Instant::now() + Duration::from_millis(300),
        };
        let request = Request::new(Method::GET, server.url(path).parse().unwrap());
        let error = client.send(request, limits).await.unwrap_err();
        assert!(matches!(error, HttpError::Timeout { .. }), "{error}");
    }
}

#[tokio::test]
async fn an_error_does_not_show_the_query() {
    let client = HttpClient::new(AddressPolicy::ANY, 0);
    let gone = Server::start(HERE, |_| String::new())
        .await
        .url("/?key=secret");
    let message = refusal(&client, &gone).await;
    assert!(
        message.starts_with("`127.0.0.1` cannot be reached: ") && !message.contains("secret"),
        "{message}"
    );
    let cut = Server::start(HERE, |_| {
        "HTTP/1.1 200 OK\r\ncontent-length: 99\r\nconnection: close\r\n\r\nhe".into()
    })
    .await;
    let message = refusal(&client, &cut.url("/?key=secret")).await;
    assert!(
        message.starts_with("`127.0.0.1` cannot be reached: ") && !message.contains("secret"),
        "{message}"
    );
}

#[tokio::test]
async fn redirects_are_followed_and_counted() {
    let server = Server::start(HERE, |path| match path {
        "/0" => answer("200 OK", "there"),
        "/round" => redirect("/round"),
        _ => redirect(&format!("/{}", path[1..].parse::<u8>().unwrap() - 1)),
    })
    .await;
    let client = HttpClient::new(policy(), 3);
    let fetched = get(&client, &server.url("/3"), 10).await.unwrap();
    assert_eq!(fetched.url.as_str(), server.url("/0"));
    assert_eq!(
        refusal(&client, &server.url("/4")).await,
        "more than 3 redirects"
    );
    assert_eq!(
        refusal(&client, &server.url("/round")).await,
        "more than 3 redirects"
    );
    let none = HttpClient::new(policy(), 0);
    let fetched = get(&none, &server.url("/3"), 10).await.unwrap();
    assert_eq!(fetched.status, 302);
}

#[tokio::test]
async fn redirects_are_checked_like_the_first_url() {
    let forbidden = Server::start(FORBIDDEN, |_| answer("200 OK", "secret")).await;
    let port = forbidden.port();
    let server = Server::start(HERE, move |path| match path {
        "/address" => redirect(&format!("http://127.0.0.2:{port}/")),
        "/number" => redirect(&format!("http://2130706434:{port}/")),
        "/mapped" => redirect(&format!("//[::ffff:127.0.0.2]:{port}/")),
        "/file" => redirect("file:///etc/passwd"),
        _ => redirect(&format!("http://user:password@127.0.0.1:{port}/")),
    })
    .await;
    let policy = AddressPolicy::of(|address| address == HERE.parse::<IpAddr>().unwrap());
    let client = HttpClient::new(policy, 5);
    for (path, message) in [
        ("/address", "`127.0.0.2` is a private address"),
        ("/number", "`127.0.0.2` is a private address"),
        ("/mapped", "`[::ffff:7f00:2]` is a private address"),
        (
            "/password",
            "a URL must not contain a user name or a password",
        ),
    ] {
        assert_eq!(refusal(&client, &server.url(path)).await, message);
    }
    // The HTTP library itself stops at other schemes, and gives the redirect as the answer.
    let fetched = get(&client, &server.url("/file"), 10).await;
    assert!(
        !matches!(&fetched, Ok(fetched) if fetched.status == 200),
        "{fetched:?}"
    );
    assert_eq!(forbidden.connections(), 0);
}

#[tokio::test]
async fn private_addresses_and_names_are_refused_before_anything_is_sent() {
    let server = Server::start(HERE, |_| answer("200 OK", "secret")).await;
    let client = HttpClient::new(AddressPolicy::PUBLIC, 5);
    let port = server.port();
    for (host, named) in [
        ("127.0.0.1", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
        ("localhost", "localhost"),
        ("LOCALHOST", "localhost"),
    ] {
        let message = refusal(&client, &format!("http://{host}:{port}/")).await;
        assert_eq!(message, format!("`{named}` is a private address"));
    }
    assert_eq!(server.connections(), 0);
}

/// A resolver that returns these answers in turn, and then the last one again.
fn changing(policy: AddressPolicy, answers: &'static [&'static [&'static str]]) -> Resolver {
    let asked = AtomicUsize::new(0);
    let lookup = move |_| {
        let turn = asked.fetch_add(1, Ordering::Relaxed).min(answers.len() - 1);
        let found = answers[turn].iter().map(|text| text.parse().unwrap());
        let found: Vec<IpAddr> = found.collect();
        let looking = async move { Ok(found) };
        Box::pin(looking) as futures_util::future::BoxFuture<'static, _>
    };
    Resolver::new(policy, Arc::new(lookup))
}

#[tokio::test]
async fn a_name_that_changes_its_address_gains_nothing() {
    let forbidden = Server::start(FORBIDDEN, |_| answer("200 OK", "secret")).await;
    let port = forbidden.port();
    let server = Server::at(HERE, port, |_| {
        "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nfine".into()
    })
    .await;
    let resolver = changing(policy(), &[&[HERE], &[FORBIDDEN]]);
    let client = HttpClient::with_resolver(policy(), 5, resolver);
    let url = format!("http://rebind.test:{port}/");
    assert_eq!(&get(&client, &url, 10).await.unwrap().body[..], b"fine");
    assert_eq!(
        refusal(&client, &url).await,
        "`rebind.test` is a private address"
    );
    assert_eq!((server.requests(), forbidden.connections()), (1, 0));
}

#[tokio::test]
async fn of_several_addresses_only_allowed_ones_are_tried() {
    let forbidden = Server::start(FORBIDDEN, |_| answer("200 OK", "secret")).await;
    let port = forbidden.port();
    let _server = Server::at(HERE, port, |_| answer("200 OK", "fine")).await;
    let resolver = changing(policy(), &[&[FORBIDDEN, HERE, FORBIDDEN]]);
    let client = HttpClient::with_resolver(policy(), 5, resolver);
    let fetched = get(&client, &format!("http://both.test:{port}/"), 10).await;
    assert_eq!(&fetched.unwrap().body[..], b"fine");
    assert_eq!(forbidden.connections(), 0);
}
