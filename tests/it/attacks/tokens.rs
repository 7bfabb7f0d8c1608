//! An attacker wants to be let in with a token that is not for this server, or to keep others out by showing many.

use std::time::{Duration, Instant};

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use graviola::hashing::{Sha256, hmac::Hmac};
use serde_json::{Value, json};
use toolwright::tools;
use toolwright_access::OAuth;

use crate::{
    fixtures::add,
    harness::{
        AUDIENCE, HUGE, Issuer, IssuerMood, Logs, Modern, Raw, Signer, TestServer, new_server, soon,
    },
};

/// How long all requests to an issuer may take together, and a bit.
const FETCH: Duration = Duration::from_secs(8);

async fn start(issuer: &Issuer) -> TestServer {
    let oauth = OAuth::issuer(issuer.url()).audience(AUDIENCE);
    TestServer::start(new_server().tools(tools![add]).authenticate(oauth)).await
}

async fn status(server: &TestServer, token: &str) -> u16 {
    let client = Modern::of(server).with_key(token);
    client.ask("tools/list", json!({})).await.status
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The first two parts of a token.
fn unsigned(header: &Value, claims: &Value) -> String {
    format!(
        "{}.{}",
        encode(header.to_string()),
        encode(claims.to_string())
    )
}

#[tokio::test]
async fn by_a_token_for_others() {
    let signer = Signer::es256("a");
    let issuer = Issuer::start(&[&signer]).await;
    let server = start(&issuer).await;
    let good = issuer.claims("ada");
    assert_eq!(status(&server, &signer.sign("ES256", &good)).await, 200);
    let now = good["iat"].as_u64().unwrap();
    for (name, value) in [
        ("aud", json!("https://other.test/mcp")),
        ("aud", json!(format!("{AUDIENCE}/"))),
        ("aud", json!([])),
        ("aud", Value::Null),
        ("iss", json!("https://id.test")),
        ("iss", json!(format!("{}/", issuer.url()))),
        ("iss", Value::Null),
        ("exp", json!(now - 61)),
        ("exp", json!((now + 600).to_string())),
        ("exp", Value::Null),
        ("nbf", json!(now + 90)),
        ("sub", json!("")),
        ("sub", json!("ada\nadmin")),
        ("sub", Value::Null),
    ] {
        let mut claims = good.clone();
        claims[name] = value.clone();
        let refused = status(&server, &signer.sign("ES256", &claims)).await;
        assert!([401, 429].contains(&refused), "{name}: {value}: {refused}");
    }
    let mut near = good.clone();
    (near["exp"], near["nbf"]) = (json!(now - 30), json!(now + 30));
    assert_eq!(status(&server, &signer.sign("ES256", &near)).await, 200);
}

#[tokio::test]
async fn by_choosing_the_algorithm() {
    let (rsa, es256) = (Signer::rsa("rsa"), Signer::es256("ec"));
    let issuer = Issuer::start(&[&rsa, &es256]).await;
    let server = start(&issuer).await;
    let claims = issuer.claims("ada");
    assert_eq!(status(&server, &rsa.sign("RS256", &claims)).await, 200);
    let mut forged = Vec::new();
    for name in ["none", "None", "NONE", ""] {
        let message = unsigned(&json!({"alg": name, "kid": "rsa"}), &claims);
        forged.extend([format!("{message}."), message]);
    }
    // The public key, as whoever mistakes it for a secret would have it.
    let public = rsa.public_key();
    let modulus = BASE64_URL_SAFE_NO_PAD.decode(public["n"].as_str().unwrap());
    for secret in [modulus.unwrap(), public.to_string().into_bytes()] {
        let message = unsigned(&json!({"alg": "HS256", "kid": "rsa"}), &claims);
        let mut hmac = Hmac::<Sha256>::new(&secret);
        hmac.update(message.as_bytes());
        forged.push(format!("{message}.{}", encode(hmac.finish())));
    }
    // The key that it names is of another type.
    forged.push(rsa.sign("ES256", &claims));
    forged.push(es256.sign("RS256", &claims));
    for token in forged {
        let refused = status(&server, &token).await;
        assert!([401, 429].contains(&refused), "{token}: {refused}");
    }
    // None of them names a key that the issuer might have since.
    assert_eq!(issuer.fetches(), 1);
}

#[tokio::test]
async fn by_bringing_the_key() {
    let (signer, own) = (Signer::es256("a"), Signer::es256("a"));
    let issuer = Issuer::start(&[&signer]).await;
    let server = start(&issuer).await;
    let claims = issuer.claims("ada");
    assert_eq!(status(&server, &own.sign("ES256", &claims)).await, 401);
    let mine = Issuer::start(&[&own]).await;
    let address = format!("{}/keys", mine.url());
    for (name, value) in [
        ("jwk", own.public_key()),
        ("jku", json!(address)),
        ("x5u", json!(address)),
    ] {
        let mut header = json!({"alg": "ES256", "kid": "a"});
        header[name] = value;
        let token = own.sign_with(&header, &claims);
        assert_eq!(status(&server, &token).await, 401, "{name}");
    }
    assert_eq!(mine.fetches(), 0);
    // An extension that must be understood, and is not.
    let header = json!({"alg": "ES256", "kid": "a", "crit": ["b64"], "b64": false});
    let token = signer.sign_with(&header, &claims);
    assert_eq!(status(&server, &token).await, 401);
    assert_eq!(status(&server, &signer.sign("ES256", &claims)).await, 200);
}

#[tokio::test]
async fn by_malformed_tokens() {
    let signer = Signer::es256("a");
    let issuer = Issuer::start(&[&signer]).await;
    let server = start(&issuer).await;
    let token = signer.sign("ES256", &issuer.claims("ada"));
    for length in [1, token.len() / 3, token.len() / 2, token.len() - 1] {
        let refused = status(&server, &token[..length]).await;
        assert_eq!(refused, 401, "{length}");
    }
    let mut large = issuer.claims("ada");
    large["padding"] = "x".repeat(16 * 1024).into();
    assert_eq!(status(&server, &signer.sign("ES256", &large)).await, 401);
    let deep = format!("{}1{}", "[".repeat(3000), "]".repeat(3000));
    let deep = format!(
        "{}.{}.AAAA",
        encode(r#"{"alg":"ES256","kid":"a"}"#),
        encode(deep)
    );
    assert_eq!(status(&server, &deep).await, 401);
    // Nobody knows which of two credentials counts.
    let good = format!("Authorization: Bearer {token}\r\n");
    let body = Modern::of(&server)
        .body("tools/list", json!({}))
        .to_string();
    for second in [
        &good,
        "X-API-Key: tw_a\r\n",
        "Authorization: Basic YTpi\r\n",
    ] {
        let mut raw = Raw::connect(&server).await;
        raw.post(&format!("{good}{second}"), &body).await;
        assert_eq!(raw.answer().await.status, 400, "{second}");
    }
    assert_eq!(status(&server, &token).await, 200);
}

#[tokio::test]
async fn to_flood_the_issuer_with_unknown_keys() {
    let signer = Signer::es256("a");
    let issuer = Issuer::start(&[&signer]).await;
    let server = start(&issuer).await;
    let claims = issuer.claims("ada");
    let tokens = (0..1000).map(|number| {
        let header = json!({"alg": "ES256", "kid": format!("key-{number}")});
        Modern::of(&server).with_key(signer.sign_with(&header, &claims))
    });
    let mut asked = tokio::task::JoinSet::new();
    for client in tokens {
        asked.spawn(async move { client.ask("tools/list", json!({})).await.status });
    }
    let refused = soon(asked.join_all()).await;
    assert!(refused.iter().all(|status| [401, 429].contains(status)));
    assert_eq!(status(&server, &signer.sign("ES256", &claims)).await, 200);
    assert_eq!(issuer.fetches(), 1);
}

#[tokio::test]
async fn to_flood_the_issuer_by_going_away() {
    let signer = Signer::es256("a");
    let issuer = Issuer::start(&[&signer]).await;
    issuer.behave(IssuerMood::Hanging);
    let server = start(&issuer).await;
    let token = signer.sign("ES256", &issuer.claims("ada"));
    let body = Modern::of(&server)
        .body("tools/list", json!({}))
        .to_string();
    for _ in 0..50 {
        let mut raw = Raw::connect(&server).await;
        raw.post(&format!("Authorization: Bearer {token}\r\n"), &body)
            .await;
        drop(raw);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(issuer.fetches(), 1);
}

#[tokio::test]
async fn to_fill_the_memory_with_a_huge_key_set() {
    let signer = Signer::es256("a");
    let issuer = Issuer::start(&[&signer]).await;
    issuer.behave(IssuerMood::Huge);
    let server = start(&issuer).await;
    let token = signer.sign("ES256", &issuer.claims("ada"));
    assert_eq!(status(&server, &token).await, 503);
    // The buffers of the sockets have some of it.
    assert!(issuer.sent() < HUGE / 2, "{}", issuer.sent());
}

#[tokio::test]
async fn to_make_callers_wait_for_a_key_set_that_never_comes() {
    let signer = Signer::es256("a");
    let issuer = Issuer::start(&[&signer]).await;
    issuer.behave(IssuerMood::Hanging);
    let server = start(&issuer).await;
    let token = signer.sign("ES256", &issuer.claims("ada"));
    let start = Instant::now();
    assert_eq!(status(&server, &token).await, 503);
    assert!(start.elapsed() < FETCH, "{:?}", start.elapsed());
    // The next one does not wait.
    let start = Instant::now();
    assert_eq!(status(&server, &token).await, 503);
    assert!(start.elapsed() < FETCH / 4, "{:?}", start.elapsed());
    assert_eq!(issuer.fetches(), 1);
}

#[tokio::test]
async fn to_have_the_keys_of_another_issuer_used() {
    let signer = Signer::es256("a");
    for mood in [
        IssuerMood::Renamed,
        IssuerMood::Elsewhere("http://keys.test/"),
        IssuerMood::Elsewhere("file:///etc/passwd"),
    ] {
        let issuer = Issuer::start(&[&signer]).await;
        issuer.behave(mood);
        let server = start(&issuer).await;
        let token = signer.sign("ES256", &issuer.claims("ada"));
        assert_eq!(status(&server, &token).await, 503, "{mood:?}");
        assert_eq!(issuer.fetches(), 0, "{mood:?}");
    }
}

#[tokio::test]
async fn to_lock_everybody_out_by_stopping_the_issuer() {
    let signer = Signer::es256("a");
    let mut issuer = Issuer::start(&[&signer]).await;
    let server = start(&issuer).await;
    let token = signer.sign("ES256", &issuer.claims("ada"));
    assert_eq!(status(&server, &token).await, 200);
    issuer.stop().await;
    assert_eq!(status(&server, &token).await, 200);
    // So does a token that was not seen before, since its key is known.
    let other = signer.sign("ES256", &issuer.claims("bob"));
    assert_eq!(status(&server, &other).await, 200);
    let unknown = Signer::es256("b").sign("ES256", &issuer.claims("eve"));
    assert_eq!(status(&server, &unknown).await, 401);
}

#[tokio::test]
async fn to_find_tokens_in_the_log_or_in_an_answer() {
    let (logs, _guard) = Logs::capture();
    let (signer, wrong) = (Signer::es256("a"), Signer::es256("a"));
    let issuer = Issuer::start(&[&signer]).await;
    let server = start(&issuer).await;
    for signer in [&signer, &wrong] {
        let token = signer.sign("ES256", &issuer.claims("ada"));
        let client = Modern::of(&server).with_key(&token);
        let response = client
            .request("tools/list", json!({}))
            .send()
            .await
            .unwrap();
        let shown = format!("{:?}", response.headers()) + &response.text().await.unwrap();
        for part in token.split('.').skip(1) {
            assert!(!shown.contains(part), "{shown}");
            assert_eq!(logs.with(part), Vec::<String>::new());
        }
    }
    assert_eq!(logs.with("refused credentials").len(), 1);
}
