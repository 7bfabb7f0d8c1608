//! Why a token was refused: the operator reads it in the log, its sender does not learn it.

use std::io::Read as _;

use serde_json::{Value, json};

use super::oauth::{claims_with, settings};
use crate::harness::{Answer, Body, Home, Issuer, Serving, Signer, borrowed, http_client};

#[tokio::test]
async fn the_log_says_why_a_token_was_refused_and_its_sender_learns_that_it_is_not_valid() {
    let (home, signer) = (Home::new(), Signer::es256("a"));
    let issuer = Issuer::start(&[&signer]).await;
    let mut command = home.toolwright(&["serve", "--port", "0"]);
    command.envs(borrowed(&settings(&issuer)));
    let start = tokio::task::spawn_blocking(|| Serving::start(command));
    let mut serving = start.await.unwrap();
    let url = format!("http://{}/api/v1/session", serving.address);
    let other = Signer::es256("a");
    let with = |more: Value| claims_with(&issuer, "ada", more);
    let tokens = [
        signer.sign("ES256", &with(json!({"exp": 1_000}))),
        signer.sign("ES256", &with(json!({"aud": "somebody-else"}))),
        other.sign("ES256", &with(json!({}))),
    ];
    for token in &tokens {
        let request = http_client().get(&url).bearer_auth(token);
        let answer = Answer::read(request.send().await.unwrap()).await;
        let Body::Text(problem) = answer.body else {
            panic!("{:?}", answer.body);
        };
        let problem: Value = serde_json::from_str(&problem).unwrap();
        assert_eq!(answer.status, 401);
        assert_eq!(problem["detail"], "the credentials are not valid");
    }
    serving.kill();
    let mut log = String::new();
    let stderr = serving.child.stderr.as_mut().unwrap();
    stderr.read_to_string(&mut log).unwrap();
    for reason in [
        "it is expired, or has no expiry",
        "it is for another audience",
        "its signature is wrong",
    ] {
        let mut lines = log.lines().filter(|line| line.contains("WARN"));
        assert!(lines.any(|line| line.contains(reason)), "{reason}: {log}");
    }
    assert!(tokens.iter().all(|token| !log.contains(token.as_str())));
}
