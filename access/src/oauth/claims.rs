//! [`Claims`]: what a token says about its caller.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};
use toolwright::{
    access::{AccessRole, Identity},
    call::Caller,
};

use super::token::TokenProblem;

/// How far the clocks of the issuer and of this server may differ.
const LEEWAY: Duration = Duration::from_secs(60);
/// The longest name of a user.
const MAX_USER_BYTES: usize = 256;

/// The claims of a token whose signature was checked.
pub(super) struct Claims(Map<String, Value>);

/// The names of the claims that an identity is made of.
#[derive(Debug, Clone)]
pub(super) struct ClaimNames {
    pub(super) user: String,
    pub(super) role: Option<String>,
}

impl Default for ClaimNames {
    fn default() -> Self {
        Self {
            user: "sub".to_owned(),
            role: None,
        }
    }
}

impl Claims {
    pub(super) fn parse(json: &[u8]) -> Result<Self, TokenProblem> {
        let claims = serde_json::from_slice(json);
        claims.map(Self).map_err(|_| TokenProblem::Form)
    }

    /// Checks that the token was issued by `issuer` for `audience`, and is valid `now`. Returns
    /// when it stops being so.
    pub(super) fn check(
        &self,
        issuer: &str,
        audience: &str,
        now: SystemTime,
    ) -> Result<SystemTime, TokenProblem> {
        if self.0.get("iss").and_then(Value::as_str) != Some(issuer) {
            return Err(TokenProblem::Issuer);
        }
        let mut audiences = texts(self.0.get("aud"));
        if !audiences.any(|it| it == audience) {
            return Err(TokenProblem::Audience);
        }
        let expires = self.time("exp")?.ok_or(TokenProblem::Expired)? + LEEWAY;
        if expires <= now {
            return Err(TokenProblem::Expired);
        }
        match self.time("nbf")? {
            Some(start) if start > now + LEEWAY => Err(TokenProblem::NotYetValid),
            _ => Ok(expires),
        }
    }

    /// Returns who the token is for.
    pub(super) fn identity(&self, names: &ClaimNames) -> Result<Identity, TokenProblem> {
        let user = self.find(&names.user).and_then(Value::as_str);
        let user = user
            .filter(|name| is_name(name))
            .ok_or(TokenProblem::User)?;
        let roles = texts(names.role.as_deref().and_then(|name| self.find(name)));
        // Issuers have roles of their own, which say nothing about those of this server.
        let role = roles
            .filter_map(|role| role.parse::<AccessRole>().ok())
            .max();
        Ok(Identity::new(user)
            .with_role(role.unwrap_or_default())
            .with_scopes(self.scopes()))
    }

    /// Returns the scopes: words in `scope` (RFC 9068), or a list in `scope` or `scp`.
    fn scopes(&self) -> impl Iterator<Item = &str> {
        let claims = ["scope", "scp"].into_iter();
        claims
            .flat_map(|name| texts(self.0.get(name)))
            .flat_map(str::split_ascii_whitespace)
    }

    /// Returns the claim `name`. Unless there is one, `a.b` is the claim `b` within `a`.
    fn find(&self, name: &str) -> Option<&Value> {
        self.0.get(name).or_else(|| {
            let (first, rest) = name.split_once('.')?;
            let inner = self.0.get(first)?;
            rest.split('.')
                .try_fold(inner, |value, part| value.get(part))
        })
    }

    fn time(&self, name: &str) -> Result<Option<SystemTime>, TokenProblem> {
        let Some(value) = self.0.get(name) else {
            return Ok(None);
        };
        let seconds = value
            .as_f64()
            .and_then(|it| Duration::try_from_secs_f64(it).ok());
        let time = seconds.and_then(|seconds| UNIX_EPOCH.checked_add(seconds));
        // Room for the leeway: a time at the end of all times cannot be added to.
        let time = time.filter(|time| time.checked_add(LEEWAY).is_some());
        time.map(Some).ok_or(TokenProblem::Form)
    }
}

/// Returns the texts of a claim that is one text or a list of them.
fn texts(claim: Option<&Value>) -> impl Iterator<Item = &str> {
    let list = match claim {
        Some(Value::Array(list)) => list.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    list.iter().filter_map(Value::as_str)
}

/// Returns `true` if the text can stand in a log as the name of a user.
fn is_name(text: &str) -> bool {
    let is_sized = (1..=MAX_USER_BYTES).contains(&text.len());
    is_sized && !text.chars().any(char::is_control) && !Caller::is_reserved(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claims(json: &Value) -> Claims {
        Claims::parse(json.to_string().as_bytes()).unwrap()
    }

    fn check(json: &Value) -> Result<u64, TokenProblem> {
        let now = UNIX_EPOCH + Duration::from_secs(1000);
        let end = claims(json).check("https://id.test", "https://a.test/mcp", now)?;
        Ok(end.duration_since(UNIX_EPOCH).unwrap().as_secs())
    }

    fn good() -> Value {
        json!({"iss": "https://id.test", "aud": "https://a.test/mcp", "exp": 2000})
    }

    fn with(name: &str, value: Value) -> Value {
        let mut claims = good();
        claims[name] = value;
        claims
    }

    #[test]
    fn a_token_is_valid_for_its_audience_and_time() {
        use TokenProblem as P;
        assert_eq!(check(&good()), Ok(2060));
        for (name, value, expected) in [
            ("aud", json!(["other", "https://a.test/mcp"]), Ok(2060)),
            ("exp", json!(2000.5), Ok(2060)),
            ("exp", json!(941), Ok(1001)),
            ("nbf", json!(1060), Ok(2060)),
            ("iss", json!("https://id.test/"), Err(P::Issuer)),
            ("iss", json!(["https://id.test"]), Err(P::Issuer)),
            ("aud", json!("https://a.test/mcp/"), Err(P::Audience)),
            ("aud", json!([]), Err(P::Audience)),
            ("exp", json!(940), Err(P::Expired)),
            ("exp", json!("2000"), Err(P::Form)),
            ("exp", json!(-1), Err(P::Form)),
            ("exp", json!(1e300), Err(P::Form)),
            ("nbf", json!(1061), Err(P::NotYetValid)),
        ] {
            assert_eq!(
                check(&with(name, value.clone())),
                expected,
                "{name}: {value}"
            );
        }
        let endless = json!({"iss": "https://id.test", "aud": "https://a.test/mcp"});
        assert_eq!(check(&endless), Err(P::Expired));
        assert_eq!(check(&json!({})), Err(P::Issuer));
    }

    fn named(user: &str, role: Option<&str>) -> ClaimNames {
        ClaimNames {
            user: user.to_owned(),
            role: role.map(str::to_owned),
        }
    }

    #[test]
    fn roles_are_taken_from_the_configured_claim_alone() {
        let claims = claims(&json!({
            "sub": "ada", "role": "admin", "groups": ["staff", "caller", "author"],
            "realm": {"roles": ["admin"]}, "https://a.test/role": "author",
        }));
        let role = |name| claims.identity(&named("sub", name)).unwrap().role();
        assert_eq!(role(None), AccessRole::Caller);
        assert_eq!(role(Some("role")), AccessRole::Admin);
        assert_eq!(role(Some("groups")), AccessRole::Author);
        assert_eq!(role(Some("realm.roles")), AccessRole::Admin);
        assert_eq!(role(Some("https://a.test/role")), AccessRole::Author);
        assert_eq!(role(Some("realm")), AccessRole::Caller);
        assert_eq!(role(Some("missing.roles")), AccessRole::Caller);
    }

    #[test]
    fn scopes_are_words_or_lists() {
        for scopes in [
            json!({"scope": "read write"}),
            json!({"scope": ["read", "write"]}),
            json!({"scp": ["write", "read"]}),
        ] {
            let mut all = scopes.clone();
            all["sub"] = "ada".into();
            let identity = claims(&all).identity(&ClaimNames::default()).unwrap();
            let found: Vec<_> = identity.rights().scopes().collect();
            assert_eq!(found, ["read", "write"], "{scopes}");
        }
    }

    #[test]
    fn a_user_has_a_name() {
        let long = "a".repeat(MAX_USER_BYTES + 1);
        for name in [
            json!(""),
            json!("a\nb"),
            json!(7),
            json!(null),
            json!(long),
            json!("local"),
            json!("192.0.2.1"),
        ] {
            let refused = claims(&json!({"sub": name})).identity(&ClaimNames::default());
            assert_eq!(refused, Err(TokenProblem::User), "{name}");
        }
        let email = claims(&json!({"email": "ada@a.test"}));
        let found = email.identity(&named("email", None)).unwrap();
        assert_eq!(found.user(), "ada@a.test");
    }
}
