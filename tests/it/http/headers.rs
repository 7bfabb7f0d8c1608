//! Headers that repeat what a modern request says.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use toolwright::prelude::*;

use crate::{
    fixtures::{add, sum},
    harness::{Answer, Modern, TestServer, complete, error, new_server, result, soon},
};

/// Ask a region for something.
#[tool]
async fn routed(
    #[header("Region")] region: String,
    #[header("Shard")] shard: Option<i64>,
) -> Content {
    Content::text(format!("{region} {shard:?}"))
}

async fn start() -> TestServer {
    TestServer::start(new_server().tools(tools![add, routed])).await
}

async fn answered(request: RequestBuilder) -> Answer {
    Answer::read(soon(request.send()).await.unwrap()).await
}

fn mismatch(message: &str) -> Answer {
    Answer::json(400, error(1, -32020, message))
}

fn with(request: RequestBuilder, headers: &[(&str, &str)]) -> RequestBuilder {
    headers.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    })
}

#[tokio::test]
async fn a_method_or_name_header_must_match_the_body() {
    let server = start().await;
    let modern = Modern::of(&server);
    let body = modern.body(
        "tools/call",
        json!({"name": "add", "arguments": {"a": 1, "b": 2}}),
    );
    let post = |headers: &[(&str, &str)]| {
        let request = server
            .http()
            .post(server.url("/mcp"))
            .header("MCP-Protocol-Version", "2026-07-28")
            .json(&body);
        answered(with(request, headers))
    };
    assert_eq!(
        post(&[]).await,
        mismatch("the header `Mcp-Method` is missing")
    );
    assert_eq!(
        post(&[("mcp-method", "tools/list")]).await,
        mismatch("the header `Mcp-Method` is `tools/list`, but the body says `tools/call`")
    );
    let method = ("mcp-method", "tools/call");
    assert_eq!(
        post(&[method]).await,
        mismatch("the header `Mcp-Name` is missing")
    );
    assert_eq!(
        post(&[method, ("MCP-NAME", "Add")]).await,
        mismatch("the header `Mcp-Name` is `Add`, but the body says `add`")
    );
    assert_eq!(
        post(&[method, ("mcp-name", "=?base64?YWRk?=")]).await,
        Answer::json(200, result(1, sum(3)))
    );
}

#[tokio::test]
async fn a_revision_header_must_match_the_body() {
    let server = start().await;
    let modern = Modern::of(&server);
    let other = modern.clone().meta(
        "io.modelcontextprotocol/protocolVersion",
        json!("2027-01-01"),
    );
    assert_eq!(
        other.ask("tools/list", json!({})).await,
        mismatch(
            "the header `MCP-Protocol-Version` is `2026-07-28`, but the body says `2027-01-01`"
        )
    );
    let unsaid = server
        .http()
        .post(server.url("/mcp"))
        .json(&modern.body("tools/list", json!({})));
    assert_eq!(
        answered(unsaid).await,
        mismatch("the header `MCP-Protocol-Version` is `missing`, but the body says `2026-07-28`")
    );
}

#[tokio::test]
async fn an_unknown_revision_is_refused_with_the_supported_ones() {
    let server = start().await;
    let future = Modern::of(&server)
        .meta("io.modelcontextprotocol/protocolVersion", json!("v999.0.0"))
        .body("tools/list", json!({}));
    let request = server
        .http()
        .post(server.url("/mcp"))
        .header("MCP-Protocol-Version", "v999.0.0");
    let mut expected = error(1, -32022, "unsupported protocol version `v999.0.0`");
    expected["error"]["data"] = json!({
        "requested": "v999.0.0",
        "supported": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
    });
    assert_eq!(
        answered(request.json(&future)).await,
        Answer::json(400, expected)
    );
}

#[tokio::test]
async fn a_modern_request_without_its_meta_is_refused() {
    let server = start().await;
    for (key, params) in [
        ("protocolVersion", json!({})),
        ("protocolVersion", json!({"_meta": {}})),
        (
            "clientCapabilities",
            json!({"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}),
        ),
    ] {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params});
        let request = server
            .http()
            .post(server.url("/mcp"))
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/list");
        let expected = error(
            1,
            -32602,
            &format!("`_meta` is missing `io.modelcontextprotocol/{key}`"),
        );
        assert_eq!(
            answered(request.json(&body)).await,
            Answer::json(400, expected)
        );
    }
}

#[tokio::test]
async fn a_repeated_header_or_an_encoded_method_is_refused() {
    let server = start().await;
    let list = || Modern::of(&server).request("tools/list", json!({}));
    for (name, value) in [
        ("Mcp-Method", "tools/list"),
        ("Mcp-Method", "tools/call"),
        ("MCP-Protocol-Version", "2026-07-28"),
    ] {
        assert_eq!(
            answered(list().header(name, value)).await,
            mismatch(&format!("the header `{name}` is repeated"))
        );
    }
    let encoded = "=?base64?dG9vbHMvbGlzdA==?=";
    let body = Modern::of(&server).body("tools/list", json!({}));
    let request = server.http().post(server.url("/mcp")).json(&body);
    let headers = [
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", encoded),
    ];
    let why = format!("the header `Mcp-Method` is `{encoded}`, but the body says `tools/list`");
    assert_eq!(answered(with(request, &headers)).await, mismatch(&why));
}

/// Calls `routed` with further headers.
async fn route(server: &TestServer, arguments: Value, headers: &[(&str, &str)]) -> Answer {
    let call = json!({"name": "routed", "arguments": arguments});
    let request = Modern::of(server).request("tools/call", call);
    answered(with(request, headers)).await
}

fn routed_to(text: &str) -> Answer {
    let content = json!({"content": [{"type": "text", "text": text}]});
    Answer::json(200, result(1, complete(content)))
}

#[tokio::test]
async fn a_parameter_header_must_match_the_body() {
    let server = start().await;
    let north = || json!({"region": "north"});
    let region = ("Mcp-Param-Region", "north");
    let shard = ("Mcp-Param-Shard", "3");
    for (headers, expected) in [
        (&[region][..], routed_to("north None")),
        (&[], mismatch("the header `Mcp-Param-Region` is missing")),
        (
            &[("mcp-param-region", "south")],
            mismatch("the header `Mcp-Param-Region` is `south`, but the body says `north`"),
        ),
        (
            &[region, shard],
            mismatch("the header `Mcp-Param-Shard` is set, but the body has no `shard`"),
        ),
    ] {
        assert_eq!(route(&server, north(), headers).await, expected);
    }
    for three in ["3", "3.0"] {
        let sharded = json!({"region": "north", "shard": 3});
        let headers = [region, ("Mcp-Param-Shard", three)];
        assert_eq!(
            route(&server, sharded, &headers).await,
            routed_to("north Some(3)")
        );
    }
}

#[tokio::test]
async fn a_parameter_header_may_be_base64_encoded() {
    let server = start().await;
    let accented = || json!({"region": "zürich"});
    let encoded = [("Mcp-Param-Region", "=?base64?esO8cmljaA==?=")];
    assert_eq!(
        route(&server, accented(), &encoded).await,
        routed_to("zürich None")
    );
    for broken in ["=?base64?esO8cmljaA?=", "=?base64?***?="] {
        assert_eq!(
            route(&server, accented(), &[("Mcp-Param-Region", broken)]).await,
            mismatch("the header `Mcp-Param-Region` is not valid base64")
        );
    }
}

#[tokio::test]
async fn the_schema_names_the_parameter_headers() {
    let server = start().await;
    let list = Modern::of(&server).result("tools/list", json!({})).await;
    assert_eq!(
        list["tools"][1]["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "region": {"type": "string", "x-mcp-header": "Region"},
                "shard": {"type": "integer", "x-mcp-header": "Shard"},
            },
            "required": ["region"],
            "additionalProperties": false,
        })
    );
}
