//! Access tokens of an authorization server.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use toolwright::{Tool, ToolDef, ToolOutput};
use toolwright_access::OAuth;

use crate::harness::{
    AUDIENCE, Answer, Body, Home, Issuer, Modern, Serving, Signer, TestServer, borrowed,
    defined_tool, http_client, new_server, run, tool_names,
};

/// Tells the name of its caller.
fn named(definition: ToolDef) -> Arc<dyn Tool> {
    defined_tool(definition, |ctx, _| async move {
        Ok(ToolOutput::text(ctx.client().caller().name()))
    })
}

/// A server with a tool for all, one of Ada's own, and one that needs a scope.
async fn start(oauth: OAuth) -> TestServer {
    let definition = |name: &str| ToolDef::new(name, "A tool of a test.");
    let tools = [
        named(definition("hello")),
        named(definition("mine").private_to("ada")),
        named(definition("wipe").scope("wipe")),
    ];
    TestServer::start(new_server().tools(tools).authenticate(oauth)).await
}

async fn listed(server: &TestServer, token: &str) -> Vec<String> {
    let client = Modern::of(server).with_key(token);
    let list = client.result("tools/list", json!({})).await;
    tool_names(&list).into_iter().map(str::to_owned).collect()
}

pub(super) fn claims_with(issuer: &Issuer, user: &str, more: Value) -> Value {
    let mut claims = issuer.claims(user);
    let more = more.as_object().unwrap().clone();
    claims.as_object_mut().unwrap().extend(more);
    claims
}

#[tokio::test]
async fn claims_decide_what_a_caller_sees() {
    let signer = Signer::ed25519("a");
    let issuer = Issuer::start(&[&signer]).await;
    let oauth = OAuth::issuer(issuer.url()).audience(AUDIENCE);
    let server = start(oauth.role_claim("groups")).await;
    for (user, more, expected) in [
        ("bob", json!({}), &["hello"][..]),
        ("ada", json!({}), &["hello", "mine"]),
        ("bob", json!({"scope": "read wipe"}), &["hello", "wipe"]),
        ("bob", json!({"scp": ["wipe"]}), &["hello", "wipe"]),
        ("bob", json!({"groups": ["author", "x"]}), &["hello"]),
        ("bob", json!({"groups": "root"}), &["hello"]),
        ("bob", json!({"role": "admin"}), &["hello"]),
        (
            "eve",
            json!({"groups": ["admin"]}),
            &["hello", "mine", "wipe"],
        ),
    ] {
        let token = signer.sign("EdDSA", &claims_with(&issuer, user, more.clone()));
        assert_eq!(listed(&server, &token).await, expected, "{user} {more}");
    }
    let token = signer.sign("EdDSA", &issuer.claims("ada"));
    let answer = Modern::of(&server)
        .with_key(&token)
        .call("mine", json!({}))
        .await;
    assert_eq!(answer.into_result()["content"][0]["text"], "ada");
}

#[tokio::test]
async fn clients_learn_where_to_get_tokens() {
    let signer = Signer::es384("a");
    let issuer = Issuer::start(&[&signer]).await;
    let resource = "https://tools.test/agents/mcp";
    let oauth = OAuth::issuer(issuer.url())
        .audience("tools")
        .resource(resource);
    let server = start(oauth.scopes(["tools"])).await;
    let refused = Modern::of(&server)
        .request("tools/list", json!({}))
        .send()
        .await
        .unwrap();
    assert_eq!(refused.status(), 401);
    let document = "https://tools.test/.well-known/oauth-protected-resource/agents/mcp";
    assert_eq!(
        refused.headers()["www-authenticate"],
        format!("Bearer resource_metadata=\"{document}\"")
    );
    let expected = json!({
        "resource": resource,
        "authorization_servers": [issuer.url()],
        "scopes_supported": ["tools"],
        "bearer_methods_supported": ["header"],
    });
    for path in ["", "/mcp", "/agents/mcp"] {
        let path = format!("/.well-known/oauth-protected-resource{path}");
        let response = server.http().get(server.url(&path)).send().await.unwrap();
        let found = Answer::read(response).await;
        assert_eq!(found, Answer::json(200, expected.clone()), "{path}");
    }
    let other = "/.well-known/oauth-protected-resource/other";
    let response = server.http().get(server.url(other)).send().await.unwrap();
    assert_eq!(response.status(), 404);
}

#[tokio::test]
async fn a_token_without_a_needed_scope_is_refused_with_its_name() {
    let signer = Signer::es256("a");
    let issuer = Issuer::start(&[&signer]).await;
    let oauth = OAuth::issuer(issuer.url())
        .audience(AUDIENCE)
        .scopes(["tools", "read"]);
    let server = start(oauth).await;
    let ask = |scope: &str| {
        let token = signer.sign(
            "ES256",
            &claims_with(&issuer, "ada", json!({"scope": scope})),
        );
        let request = Modern::of(&server)
            .with_key(token)
            .request("tools/list", json!({}));
        async { request.send().await.unwrap() }
    };
    assert_eq!(ask("read tools").await.status(), 200);
    let refused = ask("read").await;
    assert_eq!(refused.status(), 403);
    assert_eq!(
        refused.headers()["www-authenticate"],
        "Bearer error=\"insufficient_scope\", scope=\"tools read\", \
         resource_metadata=\"https://tools.test/.well-known/oauth-protected-resource/mcp\""
    );
}

#[tokio::test]
async fn new_keys_of_the_issuer_are_found_and_withdrawn_ones_forgotten() {
    let (old, new) = (Signer::es256("old"), Signer::es256("new"));
    let issuer = Issuer::start(&[&old]).await;
    let server = start(OAuth::issuer(issuer.url()).audience(AUDIENCE)).await;
    let status = async |signer: &Signer| {
        let token = signer.sign("ES256", &issuer.claims("ada"));
        let client = Modern::of(&server).with_key(token);
        client.ask("tools/list", json!({})).await.status
    };
    assert_eq!(status(&old).await, 200);
    issuer.publish(&[&new]);
    assert_eq!(status(&new).await, 401);
    // The shortest time between two fetches.
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(status(&new).await, 200);
    assert_eq!(status(&old).await, 401);
    assert_eq!(issuer.fetches(), 2);
}

#[tokio::test]
async fn an_issuer_or_audience_that_cannot_work_stops_the_build() {
    let error = |oauth: OAuth| {
        let built = new_server().authenticate(oauth).build();
        built
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(
        error(OAuth::issuer("https://id.test")),
        "requests cannot be authenticated: tokens need an audience: set `OAuth::audience`"
    );
    assert_eq!(
        error(OAuth::issuer("http://id.test").audience("a")),
        "requests cannot be authenticated: `http://id.test` cannot be an issuer: expected `https://…`; \
         `http://` is for this machine alone"
    );
}

/// The settings of a server that accepts tokens of `issuer`.
pub(super) fn settings(issuer: &Issuer) -> [(&'static str, String); 3] {
    [
        ("TOOLWRIGHT_OAUTH_ISSUER", issuer.url().to_owned()),
        ("TOOLWRIGHT_OAUTH_AUDIENCE", AUDIENCE.to_owned()),
        ("TOOLWRIGHT_OAUTH_ROLE_CLAIM", "groups".to_owned()),
    ]
}

#[tokio::test]
async fn the_binary_takes_keys_and_tokens() {
    let (home, signer) = (Home::new(), Signer::es256("a"));
    let issuer = Issuer::start(&[&signer]).await;
    // Without keys, an issuer is enough to listen beyond loopback.
    let words = ["serve", "--host", "0.0.0.0", "--port", "0"];
    let mut command = home.toolwright(&words);
    command.envs(borrowed(&settings(&issuer)));
    let mut serving = tokio::task::spawn_blocking(|| Serving::start(command))
        .await
        .unwrap();
    let created = run(home.toolwright(&["keys", "create"]));
    let key = created.stdout.trim_end();
    let token = |groups: Value| {
        let claims = claims_with(&issuer, "ada", json!({"groups": groups}));
        signer.sign("ES256", &claims)
    };
    let port = serving.address.rsplit(':').next().unwrap();
    let url = format!("http://127.0.0.1:{port}/api/v1/session");
    let session = async |header: &str, value: String| {
        let request = http_client().get(&url).header(header, value);
        let answer = Answer::read(request.send().await.unwrap()).await;
        let Body::Json(found) = answer.body else {
            return (answer.status, Value::Null);
        };
        (
            answer.status,
            json!([found["user"]["name"], found["user"]["role"], found["auth"]]),
        )
    };
    tokio::time::sleep(Duration::from_millis(600)).await;
    let bearer = |text: &str| format!("Bearer {text}");
    for (header, value, status, expected) in [
        (
            "authorization",
            bearer(key),
            200,
            json!(["admin", "admin", "key"]),
        ),
        (
            "x-api-key",
            key.to_owned(),
            200,
            json!(["admin", "admin", "key"]),
        ),
        (
            "authorization",
            bearer(&token(json!([]))),
            200,
            json!(["ada", "caller", "token"]),
        ),
        (
            "authorization",
            bearer(&token(json!("author"))),
            200,
            json!(["ada", "author", "token"]),
        ),
        ("x-api-key", token(json!([])), 401, Value::Null),
        ("authorization", bearer("tw_x"), 401, Value::Null),
        ("accept", "*/*".to_owned(), 401, Value::Null),
    ] {
        assert_eq!(session(header, value).await, (status, expected), "{header}");
    }
    serving.kill();
}

#[tokio::test]
async fn the_doctor_asks_the_issuer_for_its_keys() {
    let (home, signer) = (Home::new(), Signer::es256("a"));
    let mut issuer = Issuer::start(&[&signer]).await;
    let doctor = async |settings: Vec<(&str, String)>| {
        let mut command = home.toolwright(&["doctor", "--json"]);
        // A database that does not answer, so that none is started.
        let database = [
            ("POSTGRESQL_DB_HOST", "127.0.0.1"),
            ("POSTGRESQL_DB_PORT", "1"),
            ("POSTGRESQL_DB_NAME", "none"),
            ("POSTGRESQL_DB_USER", "nobody"),
        ];
        command.envs(settings).envs(database);
        let ended = tokio::task::spawn_blocking(|| run(command)).await.unwrap();
        let report: Value = serde_json::from_str(&ended.stdout).unwrap();
        let checks = report["checks"].as_array().unwrap().clone();
        checks
            .into_iter()
            .find(|check| check["name"] == "tokens")
            .unwrap()
    };
    let found = doctor(settings(&issuer).to_vec()).await;
    assert_eq!(found["health"], "ok", "{found}");
    let fact = found["facts"][2].as_str().unwrap();
    assert!(fact.starts_with("1 key after "), "{fact}");
    issuer.stop().await;
    let found = doctor(settings(&issuer).to_vec()).await;
    assert_eq!(found["health"], "broken", "{found}");
}
