//! Servers that want tokens of an authorization server: `toolwright servers login`, and what is done with
//! its tokens. The authorization server is one of a few lines; a real one is in `tests/clients`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead as _, BufReader},
    net::TcpListener,
    process::Stdio,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use toolwright::{
    BoxFuture, Client, Context, Server, ToolError,
    access::{
        AuthenticationError, AuthenticationRequest, Authenticator, Credentials, Identity,
        ResourceMetadata,
    },
    tool, tools,
    transport::{
        HttpOptions, Route,
        axum::{
            extract::Query,
            http::header::CONTENT_TYPE,
            response::{IntoResponse, Redirect},
            routing::{get, post},
        },
    },
};

use super::{Front, has};
use crate::harness::{Serving, http_client, run, until_async};

/// What the servers of the test know.
#[derive(Default)]
struct Known {
    address: String,
    /// The challenge of each code.
    codes: BTreeMap<String, String>,
    /// The tokens that are good.
    tokens: BTreeSet<String>,
    issued: usize,
    registered: usize,
    /// The grants of all token requests.
    grants: Vec<String>,
    /// All headers `Authorization` of requests for tools.
    seen: BTreeSet<String>,
}

type Shared = Arc<Mutex<Known>>;

/// Says which token the request had.
#[tool]
async fn shown_token(ctx: Context) -> Result<String, ToolError> {
    let head = ctx
        .request()
        .ok_or_else(|| ToolError::failed("no request"))?;
    Ok(head.header("authorization").unwrap_or("none").to_owned())
}

/// Lets requests in whose token is known.
struct KnownTokens {
    shared: Shared,
    metadata: ResourceMetadata,
}

impl Authenticator for KnownTokens {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        Box::pin(async move {
            let shown = Credentials::read(request.headers)?;
            let shown = shown.ok_or(AuthenticationError::Missing)?;
            let mut known = self.shared.lock().unwrap();
            let header = request.headers["authorization"].to_str().unwrap();
            known.seen.insert(header.to_owned());
            match known.tokens.iter().any(|token| shown.matches(token)) {
                true => Ok(Some(Arc::new(Identity::new("toolwright")))),
                false => Err(AuthenticationError::Invalid),
            }
        })
    }

    fn resource_metadata(&self) -> Option<&ResourceMetadata> {
        Some(&self.metadata)
    }
}

/// A server with a tool, which is its own authorization server.
async fn start() -> Shared {
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let address = format!("http://127.0.0.1:{port}");
    let shared = Shared::default();
    shared.lock().unwrap().address.clone_from(&address);
    let mut metadata = ResourceMetadata::new(format!("{address}/mcp"), &address);
    metadata.scopes_supported = vec!["tools".to_owned()];
    let known = KnownTokens {
        shared: Arc::clone(&shared),
        metadata,
    };
    let of = || Arc::clone(&shared);
    let (described, registers, authorizes, exchanges) = (of(), of(), of(), of());
    let server = Server::new("tickets")
        .tools(tools![shown_token])
        .authenticate(known)
        .pages([
            Route::new(
                "/.well-known/oauth-authorization-server",
                get(async move || described_issuer(&described)),
            )
            .open(),
            Route::new(
                "/register",
                post(async move |asked: String| register(&registers, &asked)),
            )
            .open(),
            Route::new(
                "/authorize",
                get(async move |asked: Query<BTreeMap<String, String>>| {
                    authorize(&authorizes, &asked)
                }),
            )
            .open(),
            Route::new(
                "/token",
                post(async move |asked: String| exchange(&exchanges, &asked)),
            )
            .open(),
        ]);
    let mut options = HttpOptions::default();
    options.port = port;
    let (sender, listens) = tokio::sync::oneshot::channel();
    let listening = move |_| sender.send(()).unwrap();
    let server = server.build().unwrap();
    tokio::spawn(server.serve_http(options, listening, std::future::pending()));
    listens.await.unwrap();
    shared
}

fn json_page(value: &Value) -> impl IntoResponse + use<> {
    ([(CONTENT_TYPE, "application/json")], value.to_string())
}

fn described_issuer(shared: &Shared) -> impl IntoResponse + use<> {
    let address = shared.lock().unwrap().address.clone();
    json_page(&json!({
        "issuer": address,
        "authorization_endpoint": format!("{address}/authorize"),
        "token_endpoint": format!("{address}/token"),
        "registration_endpoint": format!("{address}/register"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
    }))
}

fn register(shared: &Shared, asked: &str) -> impl IntoResponse + use<> {
    let asked: Value = serde_json::from_str(asked).unwrap();
    shared.lock().unwrap().registered += 1;
    json_page(&json!({"client_id": "registered", "redirect_uris": asked["redirect_uris"]}))
}

fn authorize(shared: &Shared, asked: &BTreeMap<String, String>) -> Redirect {
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(asked["scope"], "tools");
    let mut known = shared.lock().unwrap();
    assert_eq!(asked["resource"], format!("{}/mcp", known.address));
    let code = format!("code-{}", known.issued);
    known
        .codes
        .insert(code.clone(), asked["code_challenge"].clone());
    let (back, state) = (&asked["redirect_uri"], &asked["state"]);
    Redirect::to(&format!("{back}?code={code}&state={state}"))
}

fn exchange(shared: &Shared, asked: &str) -> impl IntoResponse + use<> {
    let asked = url::form_urlencoded::parse(asked.as_bytes()).into_owned();
    let asked: BTreeMap<String, String> = asked.collect();
    let mut known = shared.lock().unwrap();
    if asked["grant_type"] == "authorization_code" {
        let challenge = known.codes.remove(&asked["code"]).unwrap();
        let proof = Sha256::digest(asked["code_verifier"].as_bytes());
        assert_eq!(base64_url(&proof), challenge);
    } else {
        assert_eq!(asked["refresh_token"], "secret-renewal");
    }
    known.grants.push(asked["grant_type"].clone());
    known.issued += 1;
    let token = format!("secret-token-{}", known.issued);
    known.tokens.insert(token.clone());
    json_page(&json!({
        "access_token": token, "token_type": "Bearer", "expires_in": 3600,
        "refresh_token": "secret-renewal", "scope": "tools",
    }))
}

fn base64_url(bytes: &[u8]) -> String {
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A registry that has the server, as `tickets`.
fn front(shared: &Shared) -> Front {
    let url = format!("{}/mcp", shared.lock().unwrap().address);
    Front::with(&json!({"tickets": {"url": url}}), json!([]))
}

/// A server of the registry in a process of its own, and a client that shows a key to it. In this process, it
/// would refuse to call a server that runs here too.
async fn served(front: &Front) -> (Serving, Client) {
    let key = run(front.registry.toolwright(&["keys", "create"])).stdout;
    let mut command = front.registry.toolwright(&["serve", "--port", "0"]);
    command.stdout(Stdio::null());
    let serving = Serving::start(command);
    let url = format!("http://{}/mcp", serving.address);
    let client = Client::connect(url).bearer(key.trim_end()).await.unwrap();
    until_async(async || has(&client, "tickets.shown_token").await).await;
    (serving, client)
}

/// Logs in, as a person with a browser does.
async fn log_in(front: &Front) {
    let mut command = front.registry.toolwright(&["servers", "login", "tickets"]);
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let address = lines.find_map(|line| {
        let line = line.unwrap();
        line.starts_with("http://").then_some(line)
    });
    let page = http_client().get(address.unwrap()).send().await.unwrap();
    assert_eq!(page.status().as_u16(), 200);
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await;
    let ended = ended.unwrap().unwrap();
    assert!(ended.status.success());
    assert_eq!(
        String::from_utf8(ended.stdout).unwrap().trim(),
        "logged in to `tickets`"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_is_kept_sealed_and_its_tokens_are_renewed() {
    let shared = start().await;
    let front = front(&shared);
    let refused = run(front.registry.toolwright(&["servers", "test", "tickets"]));
    assert_eq!(refused.code, Some(1));
    assert!(
        refused.stderr.contains("toolwright servers login tickets"),
        "{}",
        refused.stderr
    );
    log_in(&front).await;
    let kept = fs::read_to_string(front.registry.path("logins.json")).unwrap();
    assert!(
        kept.contains("sealed:v1:") && !kept.contains("secret-"),
        "{kept}"
    );
    let (mut serving, client) = served(&front).await;
    let shown = async || {
        client
            .call("tickets.shown_token", json!({}))
            .await
            .unwrap()
            .joined_text()
    };
    assert_eq!(shown().await, "Bearer secret-token-1");
    // A token that is refused is renewed, and the renewed one is kept.
    shared.lock().unwrap().tokens.clear();
    assert_eq!(shown().await, "Bearer secret-token-2");
    let tested = run(front.registry.toolwright(&["servers", "test", "tickets"]));
    assert!(tested.stdout.contains("tickets.shown_token"), "{tested:?}");
    serving.kill();
    let known = shared.lock().unwrap();
    assert_eq!(known.grants, ["authorization_code", "refresh_token"]);
    assert_eq!((known.registered, known.issued), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_sees_its_own_token_and_never_the_callers() {
    let shared = start().await;
    let front = front(&shared);
    log_in(&front).await;
    let (mut serving, caller) = served(&front).await;
    let shown = caller.call("tickets.shown_token", json!({})).await.unwrap();
    assert_eq!(shown.joined_text(), "Bearer secret-token-1");
    serving.kill();
    let seen = shared.lock().unwrap().seen.clone();
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        ["Bearer secret-token-1"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_that_nobody_makes_ends_and_one_can_log_out() {
    let shared = start().await;
    let front = front(&shared);
    let words = ["servers", "login", "--timeout", "0", "tickets"];
    let ended = run(front.registry.toolwright(&words));
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.stderr.contains("nobody has logged in within"),
        "{}",
        ended.stderr
    );
    assert!(!front.registry.path("logins.json").exists());
    log_in(&front).await;
    let out = run(front.registry.toolwright(&["servers", "logout", "tickets"]));
    assert_eq!(out.answer().trim(), "logged out of `tickets`");
    let refused = run(front.registry.toolwright(&["servers", "test", "tickets"]));
    assert_eq!(refused.code, Some(1));
    let unknown = run(front.registry.toolwright(&["servers", "login", "nowhere"]));
    assert!(
        unknown.stderr.contains("no MCP server `nowhere`"),
        "{}",
        unknown.stderr
    );
}

/// Sends a request to the API of a server, and returns its status and its answer.
async fn send(serving: &Serving, key: &str, path: &str, body: &Value) -> (u16, Value) {
    let url = format!("http://{}/api/v1/servers/tickets/{path}", serving.address);
    let sent = http_client().post(url).bearer_auth(key).json(body).send();
    let sent = sent.await.unwrap();
    (sent.status().as_u16(), sent.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_admin_logs_in_with_the_browser_that_shows_the_console() {
    let shared = start().await;
    let front = front(&shared);
    let data = front.registry.path("../data");
    let toolwright = |words: &[&str]| {
        let mut command = front.registry.toolwright(words);
        command.env("TOOLWRIGHT_DATA_DIR", &data);
        command
    };
    let key = run(toolwright(&["keys", "create"])).stdout;
    let key = key.trim_end();
    let mut command = toolwright(&["serve", "--port", "0"]);
    command.stdout(Stdio::null());
    let mut serving = Serving::start(command);
    let page = format!("http://{}/servers/tickets", serving.address);
    let (status, told) = send(&serving, key, "login", &json!({"redirect": "file:///a"})).await;
    assert_eq!(status, 422, "{told}");
    let (status, begun) = send(&serving, key, "login", &json!({"redirect": page})).await;
    assert_eq!(status, 200, "{begun}");
    let address = begun["address"].as_str().unwrap();
    let ended = http_client().get(address).send().await.unwrap();
    let redirected = ended.url().to_string();
    assert!(
        redirected.starts_with(&format!("{page}?code=")),
        "{redirected}"
    );
    // The answer to another login does not end this one.
    let other = format!("{page}?code=stolen&state=made-up");
    let refused = send(&serving, key, "login/finish", &json!({"redirected": other})).await;
    assert_eq!(refused.0, 409, "{}", refused.1);
    let answer = json!({"redirected": redirected});
    let finished = send(&serving, key, "login/finish", &answer).await;
    assert_eq!(finished.0, 200, "{}", finished.1);
    let client = Client::connect(format!("http://{}/mcp", serving.address)).bearer(key);
    let client = client.await.unwrap();
    until_async(async || has(&client, "tickets.shown_token").await).await;
    // It was used.
    let again = send(&serving, key, "login/finish", &answer).await;
    assert_eq!(again.0, 409, "{}", again.1);
    let audit = fs::read_to_string(data.join("audit.jsonl")).unwrap();
    assert!(
        audit.contains("finish_server_login") && !audit.contains("code-0"),
        "{audit}"
    );
    serving.kill();
    assert_eq!(shared.lock().unwrap().grants, ["authorization_code"]);
}
