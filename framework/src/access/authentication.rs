//! [`Authentication`]: the authenticators of a server, and the limit of failed [`Attempts`].

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use toolwright_base::lock;

use super::{
    authenticator::{AuthenticationRequest, Authenticator, ResourceMetadata},
    credentials::AuthenticationError,
};
use crate::core::{Caller, Identity, Origin};

/// The authenticators of a server, which are asked in turn.
///
/// A server without any lets everybody in.
#[derive(Default)]
pub(crate) struct Authentication {
    authenticators: Vec<Arc<dyn Authenticator>>,
    attempts: Attempts,
}

impl fmt::Debug for Authentication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authentication")
            .field("authenticators", &self.authenticators.len())
            .finish_non_exhaustive()
    }
}

impl Authentication {
    pub(crate) fn new(authenticators: Vec<Arc<dyn Authenticator>>) -> Self {
        Self {
            authenticators,
            attempts: Attempts::default(),
        }
    }

    /// Returns `true` if it can tell callers apart, so that other machines may reach the server.
    pub(crate) async fn protects(&self) -> bool {
        for authenticator in &self.authenticators {
            if !authenticator.admits_unknown() && authenticator.is_ready().await {
                return true;
            }
        }
        false
    }

    /// Returns the document that tells clients where to get tokens.
    pub(crate) fn resource_metadata(&self) -> Option<&ResourceMetadata> {
        let mut all = self.authenticators.iter();
        all.find_map(|authenticator| authenticator.resource_metadata())
    }

    /// Returns who makes the request. Without credentials it is nobody known, and let in only if
    /// `may_be_unknown` and an authenticator says so.
    ///
    /// # Errors
    /// If no authenticator knows its credentials. Valid credentials are never refused because others
    /// failed from the same address.
    pub(crate) async fn check(
        &self,
        request: AuthenticationRequest<'_>,
        may_be_unknown: bool,
    ) -> Result<Option<Arc<Identity>>, AuthenticationError> {
        if self.authenticators.is_empty() {
            return Ok(None);
        }
        let mut problem = AuthenticationError::Missing;
        for authenticator in &self.authenticators {
            if authenticator.admits_unknown() && !may_be_unknown {
                continue;
            }
            match authenticator.authenticate(request).await {
                Ok(identity) => return Ok(identity),
                Err(error) if is_clearer(&error, &problem) => problem = error,
                Err(_) => {}
            }
        }
        Err(self.refuse(request.origin, problem))
    }

    /// Counts a failure, and logs it unless the address has failed too often.
    fn refuse(&self, origin: Origin, problem: AuthenticationError) -> AuthenticationError {
        let is_wrong = matches!(
            problem,
            AuthenticationError::Invalid
                | AuthenticationError::InvalidToken(_)
                | AuthenticationError::Unrecognized
                | AuthenticationError::Malformed(_)
        );
        if !is_wrong {
            return problem;
        }
        match self.attempts.count(&Caller::of(origin), Instant::now()) {
            None => {
                let reason = match &problem {
                    AuthenticationError::InvalidToken(reason) => Some(*reason),
                    _ => None,
                };
                tracing::warn!(address = %origin, reason, "refused credentials: {problem}");
                problem
            }
            Some(rest) => AuthenticationError::TooManyAttempts {
                retry_after_seconds: rest.as_secs() + 1,
            },
        }
    }
}

/// Returns `true` if `error` says more about a request than `known`.
fn is_clearer(error: &AuthenticationError, known: &AuthenticationError) -> bool {
    const fn rank(error: &AuthenticationError) -> u8 {
        match error {
            AuthenticationError::Missing => 0,
            AuthenticationError::Unrecognized => 1,
            AuthenticationError::Malformed(_) => 2,
            AuthenticationError::Invalid | AuthenticationError::InvalidToken(_) => 3,
            AuthenticationError::InsufficientScope { .. } => 4,
            AuthenticationError::Unavailable(_) => 5,
            AuthenticationError::TooManyAttempts { .. } => 6,
        }
    }
    rank(error) > rank(known)
}

/// The number of failures that a caller may have within [`WINDOW`].
const MAX_FAILURES: u32 = 20;
const WINDOW: Duration = Duration::from_secs(60);
/// The number of callers that are remembered. When it is reached, the windows that are over go.
const MAX_CALLERS: usize = 10_000;

/// The failures of callers by address.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<HashMap<Caller, Failures>>);

#[derive(Debug, Clone, Copy)]
struct Failures {
    since: Instant,
    count: u32,
}

impl Attempts {
    /// Counts an attempt. Returns how long the caller has to wait if it had too many.
    pub fn count(&self, caller: &Caller, now: Instant) -> Option<Duration> {
        let mut all = lock(&self.0);
        if all.len() >= MAX_CALLERS {
            forget(&mut all, now);
        }
        let new = Failures {
            since: now,
            count: 0,
        };
        let failures = all.entry(caller.clone()).or_insert(new);
        if now.duration_since(failures.since) >= WINDOW {
            *failures = new;
        }
        failures.count = failures.count.saturating_add(1);
        let rest = (failures.since + WINDOW).saturating_duration_since(now);
        (failures.count > MAX_FAILURES).then_some(rest)
    }
}

/// Removes windows that are over, and all of them if none is: an attacker with that many addresses
/// is not stopped by counting.
fn forget(all: &mut HashMap<Caller, Failures>, now: Instant) {
    all.retain(|_, failures| now.duration_since(failures.since) < WINDOW);
    if all.len() >= MAX_CALLERS {
        all.clear();
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, Method};

    use super::*;
    use crate::{
        access::{AllowUnknown, Credentials},
        core::{BoxFuture, Origin},
    };

    /// Knows one word.
    struct Word(&'static str);

    impl Authenticator for Word {
        fn authenticate<'a>(
            &'a self,
            request: AuthenticationRequest<'a>,
        ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
            Box::pin(async move {
                let shown = Credentials::read(request.headers)?;
                match shown.ok_or(AuthenticationError::Missing)?.expose() {
                    word if word == self.0 => Ok(Some(Arc::new(Identity::new(word)))),
                    "wrong" => Err(AuthenticationError::Invalid),
                    _ => Err(AuthenticationError::Unrecognized),
                }
            })
        }
    }

    async fn check(
        authentication: &Authentication,
        word: Option<&'static str>,
    ) -> Result<String, AuthenticationError> {
        let mut headers = HeaderMap::new();
        if let Some(word) = word {
            headers.insert("x-api-key", HeaderValue::from_static(word));
        }
        let origin = Origin::Address([192, 0, 2, 1].into());
        let request = AuthenticationRequest::new(&Method::GET, &headers, origin);
        let found = authentication.check(request, true).await?;
        Ok(found.map_or_else(String::new, |identity| identity.user().to_owned()))
    }

    fn both() -> Authentication {
        Authentication::new(vec![Arc::new(Word("one")), Arc::new(Word("two"))])
    }

    #[tokio::test]
    async fn every_authenticator_is_asked() {
        let both = both();
        assert_eq!(check(&both, Some("one")).await, Ok("one".into()));
        assert_eq!(check(&both, Some("two")).await, Ok("two".into()));
        assert_eq!(check(&both, None).await, Err(AuthenticationError::Missing));
        let wrong = check(&both, Some("wrong")).await;
        assert_eq!(wrong, Err(AuthenticationError::Invalid));
        let unknown = check(&both, Some("three")).await;
        assert_eq!(unknown, Err(AuthenticationError::Unrecognized));
        assert_eq!(
            check(&Authentication::default(), None).await,
            Ok(String::new())
        );
    }

    #[tokio::test]
    async fn unknown_callers_are_let_in_only_where_that_is_allowed() {
        let open = Authentication::new(vec![Arc::new(Word("one")), Arc::new(AllowUnknown)]);
        let headers = HeaderMap::new();
        let request = AuthenticationRequest::new(&Method::GET, &headers, Origin::Local);
        assert_eq!(open.check(request, true).await, Ok(None));
        let refused = open.check(request, false).await;
        assert_eq!(refused, Err(AuthenticationError::Missing));
        assert!(open.protects().await);
        let unknown = Authentication::new(vec![Arc::new(AllowUnknown)]);
        assert!(!unknown.protects().await);
    }

    #[tokio::test]
    async fn failures_of_others_do_not_lock_out_valid_credentials() {
        let both = both();
        for _ in 0..50 {
            check(&both, Some("wrong")).await.unwrap_err();
        }
        let refused = check(&both, Some("wrong")).await.unwrap_err();
        assert!(matches!(
            refused,
            AuthenticationError::TooManyAttempts { .. }
        ));
        assert_eq!(check(&both, Some("two")).await, Ok("two".into()));
        assert_eq!(check(&both, None).await, Err(AuthenticationError::Missing));
    }

    fn caller(address: &str) -> Caller {
        Caller::of(Origin::Address(address.parse().unwrap()))
    }

    #[test]
    fn an_address_waits_after_too_many_failures() {
        let (attempts, start) = (Attempts::default(), Instant::now());
        for _ in 0..MAX_FAILURES {
            assert_eq!(attempts.count(&caller("192.0.2.1"), start), None);
        }
        let later = start + Duration::from_secs(10);
        let rest = Some(Duration::from_secs(50));
        assert_eq!(attempts.count(&caller("192.0.2.1"), later), rest);
        assert_eq!(attempts.count(&caller("::ffff:192.0.2.1"), later), rest);
        assert_eq!(attempts.count(&caller("192.0.2.2"), later), None);
        assert_eq!(attempts.count(&caller("192.0.2.1"), start + WINDOW), None);
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_together() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for host in 0..MAX_FAILURES {
            attempts.count(&caller(&format!("2001:db8::{host:x}")), now);
        }
        assert!(attempts.count(&caller("2001:db8::ffff:1"), now).is_some());
        assert_eq!(attempts.count(&caller("2001:db8:0:1::1"), now), None);
    }

    #[test]
    fn many_addresses_do_not_fill_the_memory() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for number in 0..3 * u32::try_from(MAX_CALLERS).unwrap() {
            attempts.count(
                &Caller::of(Origin::Address(std::net::IpAddr::V4(number.into()))),
                now,
            );
        }
        assert!(lock(&attempts.0).len() <= MAX_CALLERS);
    }
}
