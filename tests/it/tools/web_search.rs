//! `web_search` with a local server that responds as each service documents:
//! [SearXNG](https://docs.searxng.org/dev/search_api.html),
//! [Brave](https://api-dashboard.search.brave.com/api-reference/web/search/get) and
//! [Tavily](https://docs.tavily.com/documentation/api-reference/endpoint/search).

use std::time::Duration;

use serde_json::{Value, json};
use toolwright::Client;

use super::local_server::{Asked, LocalServer, Reply};
use crate::harness::soon;

const KEY: &str = "s3cret-key";

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Searxng,
    Brave,
    Tavily,
}

use Kind::{Brave, Searxng, Tavily};

const ALL: [Kind; 3] = [Searxng, Brave, Tavily];

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Searxng => "searxng",
            Brave => "brave",
            Tavily => "tavily",
        }
    }

    /// A successful response, with everything that the service sends besides the results.
    fn found(self, query: &str) -> Reply {
        let body = match self {
            Searxng => json!({
                "query": query, "number_of_results": 0,
                "results": [
                    {"url": "https://a.example/", "title": "서울 날씨", "content": "맑음,\n 21도", "publishedDate": "2026-01-31T08:00:00",
                     "engine": "brave", "parsed_url": ["https", "a.example", "/", "", "", ""], "template": "default.html",
                     "engines": ["brave"], "positions": [1], "score": 1.0, "category": "general"},
                    {"url": "https://b.example/x", "title": "B", "content": "", "publishedDate": null, "engine": "bing",
                     "engines": ["bing"], "positions": [2], "score": 0.5, "category": "general"},
                ],
                "answers": [], "corrections": [], "infoboxes": [], "suggestions": ["b"],
                "unresponsive_engines": [["google", "timeout"]],
            }),
            Brave => json!({
                "type": "search",
                "query": {"original": query, "more_results_available": true},
                "mixed": {"type": "mixed", "main": [{"type": "web", "index": 0, "all": false}], "top": [], "side": []},
                "web": {"type": "search", "family_friendly": true, "results": [
                    {"title": "서울 날씨", "url": "https://a.example/", "is_source_local": false, "is_source_both": false,
                     "description": "맑음, 21도", "page_age": "2026-01-31T08:00:00", "age": "January 31, 2026", "language": "ko",
                     "family_friendly": true, "type": "search_result", "subtype": "generic", "meta_url": {"hostname": "a.example"}},
                    {"title": "B", "url": "https://b.example/x", "description": "", "type": "search_result", "language": "en"},
                ]},
            }),
            Tavily => json!({
                "query": query, "follow_up_questions": null, "answer": null, "images": [],
                "results": [
                    {"title": "서울 날씨", "url": "https://a.example/", "content": "맑음, 21도", "score": 0.98, "raw_content": null,
                     "published_date": "Sat, 31 Jan 2026 08:00:00 GMT"},
                    {"title": "B", "url": "https://b.example/x", "content": "", "score": 0.5, "raw_content": null},
                ],
                "response_time": 1.1, "request_id": "123e4567-e89b-12d3-a456-426614174111",
            }),
        };
        Reply::json(200, body)
    }

    /// The response to an unknown key.
    fn key_refused(self) -> Reply {
        match self {
            Searxng => Reply::html(401),
            Brave => Reply::json(
                422,
                json!({
                    "id": "f4ab", "status": 422, "type": "ErrorResponse", "time": 1_769_000_000,
                    "error": {"id": "f4ab", "status": 422, "code": "SUBSCRIPTION_TOKEN_INVALID",
                              "detail": format!("The provided subscription token {KEY} is invalid."), "meta": {"component": "authentication"}},
                }),
            ),
            Tavily => Reply::json(
                401,
                json!({"detail": {"error": "Unauthorized: missing or invalid API key."}}),
            ),
        }
    }

    fn rate_limited(self) -> Reply {
        match self {
            Searxng => Reply::html(429),
            Brave => Reply::json(
                429,
                json!({
                    "type": "ErrorResponse", "time": 1_769_000_000,
                    "error": {"id": "f4ab", "status": 429, "code": "RATE_LIMITED", "detail": "Request rate limit exceeded for plan.",
                              "meta": {"plan": "Free", "rate_limit": 1, "rate_current": 1}},
                }),
            ),
            Tavily => Reply::json(
                429,
                json!({
                    "detail": {"error": "Your request has been blocked due to excessive requests. Please reduce rate of requests."},
                }),
            ),
        }
    }
}

/// Returns a client of a server with a search service of this kind.
async fn client(kind: Kind, service: &LocalServer) -> Client {
    let url = format!("{}+{}", kind.name(), service.url());
    super::client(&[
        ("TOOLWRIGHT_SEARCH_URL", &url),
        ("TOOLWRIGHT_SEARCH_KEY", KEY),
    ])
    .await
}

async fn search(client: &Client, arguments: Value) -> Result<Value, String> {
    let output = soon(client.call("web_search", arguments)).await.unwrap();
    if output.is_error {
        return Err(output.joined_text());
    }
    Ok(output.structured_value().unwrap())
}

/// Returns the result of a search with a service that always responds with `reply`, and the number of
/// requests.
async fn outcome(kind: Kind, reply: fn(Kind) -> Reply) -> (Result<Value, String>, usize) {
    let service = LocalServer::start(move |_, _| reply(kind)).await;
    let client = client(kind, &service).await;
    let answer = search(&client, json!({"query": "x"})).await;
    (answer, service.asked().len())
}

fn expected(kind: Kind, is_cached: bool) -> Value {
    json!({
        "results": [
            {"title": "서울 날씨", "url": "https://a.example/", "snippet": "맑음, 21도", "date": "2026-01-31"},
            {"title": "B", "url": "https://b.example/x", "snippet": ""},
        ],
        "service": kind.name(),
        "cached": is_cached,
    })
}

#[tokio::test]
async fn each_service_is_asked_as_documented() {
    for kind in ALL {
        let service = LocalServer::start(move |_, _| kind.found("x")).await;
        let client = client(kind, &service).await;
        let arguments = json!({"query": "서울 날씨 & more", "limit": 3, "recency": "week"});
        assert_eq!(
            search(&client, arguments).await,
            Ok(expected(kind, false)),
            "{kind:?}"
        );
        let Asked {
            line,
            query,
            headers,
            body,
        } = service.asked().remove(0);
        let query = json!(query);
        let body: Value = serde_json::from_str(&body).unwrap_or_default();
        let text = "서울 날씨 & more";
        let key = match kind {
            Brave => &headers["x-subscription-token"],
            Searxng | Tavily => headers["authorization"].strip_prefix("Bearer ").unwrap(),
        };
        assert_eq!(key, KEY);
        let (wanted_line, wanted_query, wanted_body) = match kind {
            Searxng => (
                "GET /search",
                json!({"q": text, "format": "json", "time_range": "week"}),
                Value::Null,
            ),
            Brave => (
                "GET /res/v1/web/search",
                json!({"q": text, "count": "3", "freshness": "pw", "text_decorations": "false", "result_filter": "web"}),
                Value::Null,
            ),
            Tavily => (
                "POST /search",
                json!({}),
                json!({"query": text, "max_results": 3, "time_range": "week"}),
            ),
        };
        assert_eq!(
            (line.as_str(), query, body),
            (wanted_line, wanted_query, wanted_body)
        );
    }
}

#[tokio::test]
async fn the_same_query_is_cached_for_a_minute() {
    for kind in ALL {
        let service = LocalServer::start(move |_, _| kind.found("x")).await;
        let client = client(kind, &service).await;
        let question = json!({"query": "x"});
        assert_eq!(
            search(&client, question.clone()).await,
            Ok(expected(kind, false))
        );
        assert_eq!(search(&client, question).await, Ok(expected(kind, true)));
        assert_eq!(service.asked().len(), 1);
        search(&client, json!({"query": "x", "recency": "day"}))
            .await
            .unwrap();
        assert_eq!(service.asked().len(), 2);
    }
}

#[tokio::test]
async fn the_number_of_results_is_limited() {
    for kind in ALL {
        let service = LocalServer::start(move |_, _| kind.found("x")).await;
        let client = client(kind, &service).await;
        let answer = search(&client, json!({"query": "x", "limit": 1}))
            .await
            .unwrap();
        assert_eq!(answer["results"].as_array().unwrap().len(), 1, "{kind:?}");
    }
}

#[tokio::test]
async fn an_empty_result_is_no_error() {
    for kind in ALL {
        let (answer, _) = outcome(kind, |kind| {
            Reply::json(
                200,
                if kind == Brave {
                    json!({"type": "search"})
                } else {
                    json!({"results": []})
                },
            )
        })
        .await;
        let nothing = json!({"results": [], "service": kind.name(), "cached": false});
        assert_eq!(answer, Ok(nothing));
    }
}

#[tokio::test]
async fn a_refused_key_is_reported_without_showing_it() {
    for (kind, message) in [
        (
            Searxng,
            "`searxng` refuses the key (`TOOLWRIGHT_SEARCH_KEY`)",
        ),
        (
            Brave,
            "`brave` refuses the key: The provided subscription token ******** is invalid. (`TOOLWRIGHT_SEARCH_KEY`)",
        ),
        (
            Tavily,
            "`tavily` refuses the key: Unauthorized: missing or invalid API key. (`TOOLWRIGHT_SEARCH_KEY`)",
        ),
    ] {
        assert_eq!(
            outcome(kind, Kind::key_refused).await,
            (Err(message.into()), 1)
        );
    }
}

#[tokio::test]
async fn an_exhausted_plan_is_reported() {
    let (answer, asked) = outcome(Tavily, |_| {
        Reply::json(
            432,
            json!({"detail": {"error": "This request exceeds your plan's set usage limit."}}),
        )
    })
    .await;
    let message = "`tavily` refuses the key: This request exceeds your plan's set usage limit. (`TOOLWRIGHT_SEARCH_KEY`)";
    assert_eq!((answer, asked), (Err(message.into()), 1));
}

#[tokio::test]
async fn a_searxng_that_does_not_speak_json_is_explained() {
    let message = "`searxng` responded with 403 Forbidden: it does not respond with JSON: add `json` to `search.formats` in its settings";
    assert_eq!(
        outcome(Searxng, |_| Reply::html(403)).await,
        (Err(message.into()), 1)
    );
}

#[tokio::test]
async fn a_rate_limited_request_is_repeated_after_the_given_time() {
    for kind in ALL {
        let service = LocalServer::start(move |number, _| match (number, kind) {
            (0, Brave) => kind.rate_limited().with("x-ratelimit-reset", "1, 1419704"),
            (0, _) => kind.rate_limited().with("retry-after", "1"),
            _ => kind.found("x"),
        })
        .await;
        let client = client(kind, &service).await;
        let start = tokio::time::Instant::now();
        assert_eq!(
            search(&client, json!({"query": "x"})).await,
            Ok(expected(kind, false))
        );
        assert!(start.elapsed() >= Duration::from_secs(1));
        assert_eq!(service.asked().len(), 2);
    }
}

#[tokio::test]
async fn a_long_wait_is_left_to_the_caller() {
    for kind in ALL {
        let (answer, asked) =
            outcome(kind, |kind| kind.rate_limited().with("retry-after", "3600")).await;
        assert_eq!(
            (answer, asked),
            (Err("too many calls: try again in 3600.0 s".into()), 1)
        );
    }
}

#[tokio::test]
async fn a_failing_service_is_asked_three_times() {
    for kind in ALL {
        let (answer, asked) = outcome(kind, |_| Reply::html(503)).await;
        let message = format!("`{}` responded with 503 Service Unavailable", kind.name());
        assert_eq!((answer, asked), (Err(message), 3));
    }
}

#[tokio::test]
async fn an_interrupted_response_is_requested_again() {
    for kind in ALL {
        let service = LocalServer::start(move |number, _| match number {
            0 => kind.found("x").cut(),
            _ => kind.found("x"),
        })
        .await;
        let client = client(kind, &service).await;
        assert_eq!(
            search(&client, json!({"query": "x"})).await,
            Ok(expected(kind, false))
        );
        assert_eq!(service.asked().len(), 2);
    }
}

#[tokio::test]
async fn a_response_in_another_format_is_reported() {
    for kind in ALL {
        let name = kind.name();
        let message = format!("`{name}` responded with `text/html` instead of the documented JSON");
        assert_eq!(outcome(kind, |_| Reply::html(200)).await, (Err(message), 1));
        let message =
            format!("`{name}` responded with other content instead of the documented JSON");
        assert_eq!(
            outcome(kind, |_| Reply::json(200, json!([1, 2]))).await,
            (Err(message.clone()), 1)
        );
        assert_eq!(
            outcome(kind, |_| Reply::json(200, r#"{"results": "#)).await,
            (Err(message), 1)
        );
    }
}

#[tokio::test]
async fn a_slow_response_is_awaited() {
    let late = |kind: Kind| kind.found("x").after(Duration::from_millis(1_500));
    assert_eq!(
        outcome(Searxng, late).await,
        (Ok(expected(Searxng, false)), 1)
    );
}

#[tokio::test]
async fn an_endless_response_is_not_read() {
    let (answer, asked) = outcome(Tavily, |_| Reply::json(200, " ".repeat(5 << 20))).await;
    let message = "`tavily`: the response of `127.0.0.1` is larger than 4194304 bytes";
    assert_eq!((answer, asked), (Err(message.into()), 1));
}

#[tokio::test]
async fn a_key_does_not_follow_a_redirect() {
    for kind in ALL {
        let elsewhere = LocalServer::start(move |_, _| kind.found("x")).await;
        let target = elsewhere.url();
        let service =
            LocalServer::start(move |_, _| Reply::html(302).with("location", &target)).await;
        let client = client(kind, &service).await;
        let message = format!("`{}` responded with 302 Found", kind.name());
        assert_eq!(search(&client, json!({"query": "x"})).await, Err(message));
        assert_eq!(elsewhere.asked().len(), 0);
    }
}

#[tokio::test]
async fn an_unreachable_service_is_reported() {
    let url = LocalServer::start(|_, _| Reply::html(200)).await.url();
    let client = super::client(&[("TOOLWRIGHT_SEARCH_URL", &url)]).await;
    let message = search(&client, json!({"query": "x"})).await.unwrap_err();
    assert!(
        message.starts_with("`searxng`: `127.0.0.1` cannot be reached: "),
        "{message}"
    );
}

#[tokio::test]
async fn without_a_service_a_call_says_what_to_set() {
    let client = super::client(&[]).await;
    let tools = client.tools().await.unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "web_search"));
    let refused = client
        .call("web_search", json!({"query": "x"}))
        .await
        .unwrap();
    assert!(refused.is_error);
    assert_eq!(
        refused.joined_text(),
        "no search service is configured: the operator of the server sets `TOOLWRIGHT_SEARCH_URL` \
         to the address of a SearXNG server, or to `brave` or `tavily` with the key in \
         `TOOLWRIGHT_SEARCH_KEY`"
    );
}

#[tokio::test]
async fn the_tool_describes_its_parameters_and_results() {
    let client = super::client(&[("TOOLWRIGHT_SEARCH_URL", "http://127.0.0.1:9")]).await;
    let tools = client.tools().await.unwrap();
    let tool = tools
        .iter()
        .find(|tool| tool["name"] == "web_search")
        .unwrap();
    assert_eq!(
        tool["annotations"],
        json!({"readOnlyHint": true, "openWorldHint": true})
    );
    assert_eq!(
        tool["inputSchema"]["properties"]["recency"]["enum"],
        json!(["day", "week", "month", "year"])
    );
    assert_eq!(
        tool["outputSchema"]["required"],
        json!(["results", "service", "cached"])
    );
}

#[test]
fn an_invalid_setting_stops_the_start() {
    let refusal = |url, key| {
        super::refusal(&[
            ("TOOLWRIGHT_SEARCH_URL", url),
            ("TOOLWRIGHT_SEARCH_KEY", key),
        ])
    };
    assert_eq!(
        refusal("bing", ""),
        "`TOOLWRIGHT_SEARCH_URL` is `bing` in the settings: expected the address of a SearXNG server, `brave` or `tavily` \
         (or `searxng+`, `brave+` or `tavily+` and an address)"
    );
    assert_eq!(
        refusal("brave", ""),
        "`TOOLWRIGHT_SEARCH_KEY` is not set: `brave` needs a key"
    );
    assert_eq!(
        refusal("brave", "a b"),
        "`TOOLWRIGHT_SEARCH_KEY` is `********` in the settings: expected a key of visible ASCII characters"
    );
}
