//! The settings of the authorization server.

use super::*;
use crate::config::oauth::OAuthSettings;

const ISSUER: (&str, &str) = ("TOOLWRIGHT_OAUTH_ISSUER", "https://id.test");
const AUDIENCE: (&str, &str) = ("TOOLWRIGHT_OAUTH_AUDIENCE", "tools");
const RESOURCE: (&str, &str) = ("TOOLWRIGHT_OAUTH_RESOURCE", "https://a.test/mcp");

fn oauth<const N: usize>(values: [(&str, &str); N]) -> Option<OAuthSettings> {
    read(values).unwrap().access.oauth
}

#[test]
fn tokens_are_accepted_of_the_configured_issuer() {
    assert_eq!(oauth([]), None);
    let least = OAuthSettings {
        issuer: "https://id.test".into(),
        audience: "tools".into(),
        resource: None,
        scopes: Vec::new(),
        user_claim: "sub".into(),
        role_claim: None,
    };
    assert_eq!(oauth([ISSUER, AUDIENCE]), Some(least.clone()));
    let all = OAuthSettings {
        resource: Some("https://a.test/mcp".into()),
        scopes: vec!["read".into(), "write".into()],
        user_claim: "email".into(),
        role_claim: Some("groups".into()),
        ..least
    };
    let more = [
        ISSUER,
        AUDIENCE,
        RESOURCE,
        ("TOOLWRIGHT_OAUTH_SCOPES", "read, write"),
        ("TOOLWRIGHT_OAUTH_USER_CLAIM", "email"),
        ("TOOLWRIGHT_OAUTH_ROLE_CLAIM", "groups"),
    ];
    assert_eq!(oauth(more), Some(all));
}

#[test]
fn the_address_of_the_server_is_the_audience_unless_another_is_set() {
    let audience = |values| oauth(values).unwrap().audience;
    assert_eq!(audience([ISSUER, RESOURCE]), "https://a.test/mcp");
    let error = read([ISSUER]).unwrap_err().to_string();
    assert!(
        error.starts_with("`TOOLWRIGHT_OAUTH_AUDIENCE` is not set: "),
        "{error}"
    );
}

#[test]
fn an_address_that_cannot_be_an_issuer_is_refused() {
    let issuer = ("TOOLWRIGHT_OAUTH_ISSUER", "http://id.test");
    assert_eq!(
        read([issuer, AUDIENCE]).unwrap_err().to_string(),
        "`TOOLWRIGHT_OAUTH_ISSUER` is `http://id.test` in the settings: expected `https://…`; \
         `http://` is for this machine alone"
    );
    let resource = ("TOOLWRIGHT_OAUTH_RESOURCE", "a.test");
    let error = read([ISSUER, resource]).unwrap_err().to_string();
    assert!(
        error.contains("expected the address of this server"),
        "{error}"
    );
}

#[test]
fn settings_without_an_issuer_are_warned_about() {
    let warnings = read([AUDIENCE]).unwrap().summary.warnings;
    assert!(
        warnings[0].contains("TOOLWRIGHT_OAUTH_AUDIENCE")
            && warnings[0].contains("TOOLWRIGHT_OAUTH_ISSUER"),
        "{warnings:?}"
    );
}
