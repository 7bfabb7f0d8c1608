//! [`OAuth`]: the authenticator that knows access tokens.

use std::{fmt, sync::Arc, time::SystemTime};

use axum::http::header::AUTHORIZATION;
use toolwright::{
    BoxFuture,
    access::{
        AuthenticationError, AuthenticationRequest, Authenticator, Credentials, Identity,
        ResourceMetadata,
    },
};

use super::{
    claims::{ClaimNames, Claims},
    issuer::Issuer,
    issuer_keys::IssuerKeys,
    key_set::KeySet,
    known_tokens::TokenHash,
    public_key::SignatureAlgorithm,
    token::{Token, TokenProblem},
};

/// Lets in who shows an access token of an authorization server, in `Authorization: Bearer …`.
///
/// The token is a JSON Web Token (RFC 9068). It must be signed with a key that the issuer publishes,
/// name this server as its audience, and be valid now, with at most 60 s of difference between the
/// clocks. The keys are fetched with the first token, and again when a token names an unknown key or
/// after a while. While the issuer cannot be reached, the keys that are known go on working.
///
/// Clients find the issuer by themselves: a request without a token is refused with the address of
/// a document (RFC 9728) that names it.
///
/// ```
/// use toolwright::prelude::*;
/// use toolwright_access::OAuth;
///
/// let tokens = OAuth::issuer("https://id.example.com")
///     .audience("https://tools.example.com/mcp")
///     .scopes(["tools"])
///     .role_claim("groups");
/// let server = Server::new("demo").authenticate(tokens);
/// assert!(server.build().is_ok());
/// ```
pub struct OAuth {
    keys: Arc<IssuerKeys>,
    audience: Option<String>,
    algorithms: Vec<SignatureAlgorithm>,
    names: ClaimNames,
    scopes: Vec<String>,
    metadata: Option<ResourceMetadata>,
}

impl fmt::Debug for OAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OAuth")
            .field("issuer", &self.keys.issuer().name())
            .field("audience", &self.audience)
            .finish_non_exhaustive()
    }
}

impl OAuth {
    /// Accepts tokens of this issuer, which is named by its address: exactly the text that tokens
    /// have as `iss`. An [audience](Self::audience) is needed too.
    pub fn issuer(issuer: impl Into<String>) -> Self {
        Self {
            keys: IssuerKeys::new(Issuer::new(issuer.into())),
            audience: None,
            algorithms: SignatureAlgorithm::ALL.to_vec(),
            names: ClaimNames::default(),
            scopes: Vec::new(),
            metadata: None,
        }
    }

    /// Sets the audience that tokens must name in `aud`. With an address as the audience, clients
    /// learn it as the [resource](Self::resource) too.
    #[must_use]
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        let audience = audience.into();
        let is_address = audience.starts_with("https://") || audience.starts_with("http://");
        if is_address && self.metadata.is_none() {
            self = self.resource(audience.clone());
        }
        self.audience = Some(audience);
        self
    }

    /// Sets the address of this server as clients know it, if it is not the audience. Clients ask
    /// the issuer for tokens for it.
    #[must_use]
    pub fn resource(mut self, address: impl Into<String>) -> Self {
        let mut metadata = ResourceMetadata::new(address, self.keys.issuer().name());
        metadata.scopes_supported.clone_from(&self.scopes);
        self.metadata = Some(metadata);
        self
    }

    /// Sets the scopes that every token must have. A token without them is refused with 403.
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        if let Some(metadata) = &mut self.metadata {
            metadata.scopes_supported.clone_from(&self.scopes);
        }
        self
    }

    /// Sets the claim that names the user, `sub` by default. `a.b` is the claim `b` within `a`.
    #[must_use]
    pub fn user_claim(mut self, name: impl Into<String>) -> Self {
        self.names.user = name.into();
        self
    }

    /// Sets the claim that has the role, a text or a list of them. Of several roles the highest
    /// counts; texts that are no role say nothing. Without this claim all callers have the role
    /// [`Caller`](toolwright::access::AccessRole::Caller).
    #[must_use]
    pub fn role_claim(mut self, name: impl Into<String>) -> Self {
        self.names.role = Some(name.into());
        self
    }

    /// Sets the algorithms that tokens may be signed with, which are all of them by default.
    #[must_use]
    pub fn algorithms(mut self, all: impl IntoIterator<Item = SignatureAlgorithm>) -> Self {
        self.algorithms = all.into_iter().collect();
        self
    }

    /// Fetches the keys of the issuer. Returns how many there are.
    pub async fn probe(&self) -> Result<usize, super::issuer::IssuerError> {
        Ok(self.keys.issuer().fetch_keys().await?.len())
    }

    async fn check(
        &self,
        request: AuthenticationRequest<'_>,
    ) -> Result<Option<Arc<Identity>>, AuthenticationError> {
        let credentials = Credentials::read(request.headers)?;
        let credentials = credentials.ok_or(AuthenticationError::Missing)?;
        let token = credentials.expose();
        if !request.headers.contains_key(AUTHORIZATION) || token.starts_with("tw_") {
            return Err(AuthenticationError::Unrecognized);
        }
        let (hash, now) = (TokenHash::of(token), SystemTime::now());
        let identity = match self.keys.known_token(&hash, now) {
            Some(identity) => identity,
            None => self.verify(token, hash, now).await?,
        };
        let rights = identity.rights();
        if self
            .scopes
            .iter()
            .all(|it| rights.scopes().any(|scope| scope == it))
        {
            return Ok(Some(identity));
        }
        Err(AuthenticationError::InsufficientScope {
            scopes: self.scopes.clone(),
        })
    }

    /// Checks a token that was not seen before, and remembers it.
    async fn verify(
        &self,
        text: &str,
        hash: TokenHash,
        now: SystemTime,
    ) -> Result<Arc<Identity>, AuthenticationError> {
        let token = Token::parse(text).map_err(refused)?;
        if !self.algorithms.contains(&token.algorithm) {
            return Err(refused(TokenProblem::Algorithm));
        }
        let mut keys = self.keys.current();
        let mut claims = verified(&token, &keys);
        if matches!(claims, Err(TokenProblem::UnknownKey)) {
            keys = self.keys.refreshed().await;
            claims = verified(&token, &keys);
        }
        if keys.len() == 0 {
            let reason = "the keys of the issuer cannot be fetched";
            return Err(AuthenticationError::Unavailable(reason));
        }
        let (identity, expires) = claims
            .and_then(|claims| self.identity(&claims, now))
            .map_err(refused)?;
        let identity = Arc::new(identity);
        self.keys
            .remember(&keys, hash, text.len(), &identity, expires);
        Ok(identity)
    }

    /// Returns the identity that valid claims prove, and until when.
    fn identity(
        &self,
        claims: &Claims,
        now: SystemTime,
    ) -> Result<(Identity, SystemTime), TokenProblem> {
        let audience = self.audience.as_deref().ok_or(TokenProblem::Audience)?;
        let expires = claims.check(self.keys.issuer().name(), audience, now)?;
        Ok((claims.identity(&self.names)?, expires))
    }
}

/// Returns the claims of a token whose signature is right.
fn verified(token: &Token<'_>, keys: &KeySet) -> Result<Claims, TokenProblem> {
    let key = keys.find(token.key_id.as_deref(), token.algorithm)?;
    if !key.verifies(token.algorithm, token.message.as_bytes(), &token.signature) {
        return Err(TokenProblem::Signature);
    }
    Claims::parse(&token.payload)
}

/// Returns the error that says in the log why a token is refused. Its caller does not learn it.
const fn refused(problem: TokenProblem) -> AuthenticationError {
    AuthenticationError::InvalidToken(problem.reason())
}

impl Authenticator for OAuth {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        Box::pin(self.check(request))
    }

    fn problem(&self) -> Option<String> {
        let without_audience = || {
            let missing = self.audience.as_deref().is_none_or(str::is_empty);
            missing.then(|| "tokens need an audience: set `OAuth::audience`".to_owned())
        };
        self.keys.issuer().problem().or_else(without_audience)
    }

    fn resource_metadata(&self) -> Option<&ResourceMetadata> {
        self.metadata.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, Method};
    use serde_json::{Value, json};
    use toolwright::{access::AccessRole, call::Origin};

    use super::*;
    use crate::oauth::signer::Signer;

    const ISSUER: &str = "https://id.test";

    fn oauth(keys: &[&Signer]) -> OAuth {
        let keys: Vec<_> = keys.iter().map(|key| key.public_key()).collect();
        let set = KeySet::parse(json!({"keys": keys}).to_string().as_bytes()).unwrap();
        let oauth = OAuth::issuer(ISSUER).audience("https://a.test/mcp");
        oauth.keys.replace(set);
        oauth
    }

    fn claims() -> Value {
        json!({"iss": ISSUER, "aud": "https://a.test/mcp", "exp": 9_999_999_999_u64, "sub": "ada",
               "scope": "read", "role": "author"})
    }

    async fn shown(
        oauth: &OAuth,
        header: &'static str,
        value: &str,
    ) -> Result<Identity, AuthenticationError> {
        let mut headers = HeaderMap::new();
        headers.insert(header, value.parse().unwrap());
        let request = AuthenticationRequest::new(&Method::POST, &headers, Origin::Local);
        let found = oauth.authenticate(request).await?;
        Ok(Identity::clone(&found.unwrap()))
    }

    async fn check(oauth: &OAuth, token: &str) -> Result<Identity, AuthenticationError> {
        shown(oauth, "authorization", &format!("Bearer {token}")).await
    }

    #[tokio::test]
    async fn tokens_of_every_type_of_key_are_accepted() {
        let (rsa, es256) = (Signer::rsa("a"), Signer::es256("b"));
        let (es384, ed25519) = (Signer::es384("c"), Signer::ed25519("d"));
        let oauth = oauth(&[&rsa, &es256, &es384, &ed25519]).role_claim("role");
        let expected = Identity::new("ada").with_role(AccessRole::Author);
        let expected = expected.with_scopes(["read"]);
        for (signer, algorithm) in [
            (&rsa, "RS256"),
            (&rsa, "PS256"),
            (&es256, "ES256"),
            (&es384, "ES384"),
            (&ed25519, "EdDSA"),
        ] {
            let token = signer.sign(algorithm, &claims());
            // The second time it is known.
            for _ in 0..2 {
                assert_eq!(check(&oauth, &token).await, Ok(expected.clone()));
            }
            let other = signer.sign(algorithm, &json!({"sub": "bob"}));
            let (message, _) = token.rsplit_once('.').unwrap();
            let (_, signature) = other.rsplit_once('.').unwrap();
            let refused = check(&oauth, &format!("{message}.{signature}")).await;
            let expected = AuthenticationError::InvalidToken("its signature is wrong");
            assert_eq!(refused, Err(expected), "{algorithm}");
        }
    }

    #[tokio::test]
    async fn a_changed_token_is_not_valid() {
        let signer = Signer::ed25519("a");
        let oauth = oauth(&[&signer]);
        let token = signer.sign("EdDSA", &claims());
        check(&oauth, &token).await.unwrap();
        let (message, signature) = token.rsplit_once('.').unwrap();
        let other = Signer::ed25519("a").sign("EdDSA", &claims());
        let mut admin = claims();
        admin["sub"] = "root".into();
        let admin = signer.sign("EdDSA", &admin);
        let (admin, _) = admin.rsplit_once('.').unwrap();
        for changed in [
            &other,
            &format!("{admin}.{signature}"),
            &format!("{message}."),
            &token[..token.len() - 1],
            &token[1..],
        ] {
            let refused = check(&oauth, changed).await;
            let is_invalid = matches!(refused, Err(AuthenticationError::InvalidToken(_)));
            assert!(is_invalid, "{changed}: {refused:?}");
        }
    }

    #[tokio::test]
    async fn algorithms_and_scopes_can_be_limited() {
        let signer = Signer::es256("a");
        let token = signer.sign("ES256", &claims());
        let limited = oauth(&[&signer]).algorithms([SignatureAlgorithm::EdDsa]);
        let refused = check(&limited, &token).await;
        let expected = AuthenticationError::InvalidToken("its algorithm is not allowed");
        assert_eq!(refused, Err(expected));
        let asking = oauth(&[&signer]).scopes(["read", "write"]);
        let scopes = vec!["read".to_owned(), "write".to_owned()];
        let expected = AuthenticationError::InsufficientScope {
            scopes: scopes.clone(),
        };
        assert_eq!(check(&asking, &token).await, Err(expected));
        let metadata = asking.resource_metadata().unwrap();
        assert_eq!(metadata.scopes_supported, scopes);
        assert_eq!(metadata.resource, "https://a.test/mcp");
    }

    #[tokio::test]
    async fn keys_of_users_are_for_others_to_check() {
        let signer = Signer::es256("a");
        let oauth = oauth(&[&signer]);
        let token = signer.sign("ES256", &claims());
        let unrecognized = Err(AuthenticationError::Unrecognized);
        assert_eq!(shown(&oauth, "x-api-key", &token).await, unrecognized);
        assert_eq!(check(&oauth, "tw_0_A").await, unrecognized);
    }

    #[tokio::test]
    async fn tokens_of_a_withdrawn_key_are_forgotten() {
        let (old, new) = (Signer::es256("a"), Signer::es256("a"));
        let oauth = oauth(&[&old]);
        let token = old.sign("ES256", &claims());
        check(&oauth, &token).await.unwrap();
        let set = json!({"keys": [new.public_key()]}).to_string();
        oauth.keys.replace(KeySet::parse(set.as_bytes()).unwrap());
        let refused = check(&oauth, &token).await;
        let expected = AuthenticationError::InvalidToken("its signature is wrong");
        assert_eq!(refused, Err(expected));
    }

    #[test]
    fn an_issuer_and_an_audience_are_needed() {
        let problem = |oauth: OAuth| oauth.problem().unwrap_or_default();
        assert_eq!(problem(OAuth::issuer(ISSUER).audience("a")), "");
        let expected = "tokens need an audience: set `OAuth::audience`";
        assert_eq!(problem(OAuth::issuer(ISSUER)), expected);
        assert_eq!(problem(OAuth::issuer(ISSUER).audience("")), expected);
        assert!(problem(OAuth::issuer("id.test").audience("a")).contains("`id.test`"));
        assert!(
            OAuth::issuer(ISSUER)
                .audience("a")
                .resource_metadata()
                .is_none()
        );
    }
}
