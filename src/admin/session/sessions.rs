//! [`Sessions`]: who is logged in with a cookie.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::http::{HeaderMap, Method};
use sha2::{Digest as _, Sha256};
use toolwright::{
    BoxFuture,
    access::{
        AccessRole, Attempts, AuthenticationError, AuthenticationRequest, Authenticator,
        Credentials, Identity,
    },
    call::Caller,
};
use toolwright_access::{Accounts, KeyText};
use toolwright_base::{lock, token};

use super::{cookie, login_link::LoginLink};

/// How long a session lasts, and how long it lasts without a request.
const LIFETIME: Duration = Duration::from_secs(12 * 60 * 60);
const IDLE: Duration = Duration::from_secs(2 * 60 * 60);
/// How many sessions there are at once. When it is reached, the one that was idle longest ends.
const MAX_SESSIONS: usize = 10_000;
/// How many sessions a user has at once. When it is reached, the user's one that was idle longest ends.
const MAX_OF_USER: usize = 10;
/// The header of requests that change something. A form of another site cannot send it.
const CONSOLE: &str = "x-toolwright-console";

/// The users that are logged in with a cookie. The session of a key ends when the key is revoked.
pub(crate) struct Sessions {
    accounts: Arc<Accounts>,
    link: LoginLink,
    /// The log-ins of each user.
    log_ins: Attempts,
    /// By the hash of their tokens.
    open: Mutex<HashMap<[u8; 32], Session>>,
}

struct Session {
    holder: Holder,
    user: String,
    created: Instant,
    used: Instant,
}

/// The reason why nobody is logged in.
#[derive(Debug)]
pub(super) enum LogInError {
    /// The key or token is not valid.
    Invalid,
    /// The user logged in too often, and may again after this time.
    TooMany(Duration),
}

type LoggedIn = Result<(String, Arc<Identity>), LogInError>;

/// The one who has a session.
#[derive(Clone)]
enum Holder {
    /// The user of a key.
    Key(KeyText),
    /// The local admin, who followed the link that the server printed.
    Starter,
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sessions").finish_non_exhaustive()
    }
}

impl Sessions {
    /// Creates sessions for the keys of `accounts`.
    pub(crate) fn new(accounts: Arc<Accounts>) -> Self {
        Self {
            accounts,
            link: LoginLink::default(),
            log_ins: Attempts::default(),
            open: Mutex::default(),
        }
    }

    /// Logs in with a key. Returns the token of the session.
    pub(super) fn log_in(&self, key: &str) -> LoggedIn {
        let key = key.trim().parse().map_err(|_| LogInError::Invalid)?;
        self.begin(Holder::Key(key))
    }

    /// Returns a token that the local admin logs in with, once and within five minutes.
    pub(crate) fn issue_link_token(&self) -> String {
        self.link.issue(Instant::now())
    }

    /// Logs in with a token of [`Sessions::issue_link_token`]. Returns the token of the session.
    pub(super) fn log_in_by_link(&self, token: &str) -> LoggedIn {
        match self.link.redeem(token.trim(), Instant::now()) {
            true => self.begin(Holder::Starter),
            false => Err(LogInError::Invalid),
        }
    }

    fn begin(&self, holder: Holder) -> LoggedIn {
        let identity = self.identity_of(&holder).ok_or(LogInError::Invalid)?;
        let (token, now) = (token::random(), Instant::now());
        if let Some(rest) = self
            .log_ins
            .count(&Caller::from(Arc::clone(&identity)), now)
        {
            return Err(LogInError::TooMany(rest));
        }
        let mut open = lock(&self.open);
        open.retain(|_, session| !session.is_over(now));
        let user = identity.user().to_owned();
        if open.values().filter(|session| session.user == user).count() >= MAX_OF_USER {
            end_longest_idle(&mut open, |session| session.user == user);
        }
        if open.len() >= MAX_SESSIONS {
            end_longest_idle(&mut open, |_| true);
        }
        let session = Session {
            holder,
            user,
            created: now,
            used: now,
        };
        open.insert(hash(&token), session);
        Ok((token, identity))
    }

    /// Ends the session of a request. Returns whether there was one.
    pub(super) fn log_out(&self, headers: &HeaderMap) -> bool {
        let token = cookie::token(headers);
        token.is_some_and(|token| lock(&self.open).remove(&hash(token)).is_some())
    }

    /// Returns whether the session of a request goes on, without counting this as a use of it.
    pub(in crate::admin) fn is_open(&self, headers: &HeaderMap) -> bool {
        let Some(token) = cookie::token(headers) else {
            return false;
        };
        let holder = {
            let (open, now) = (lock(&self.open), Instant::now());
            let session = open.get(&hash(token));
            let session = session.filter(|session| !session.is_over(now));
            session.map(|session| session.holder.clone())
        };
        holder.is_some_and(|holder| self.identity_of(&holder).is_some())
    }

    /// Returns who is logged in with the cookie of a request.
    pub(super) fn find(&self, headers: &HeaderMap) -> Option<Arc<Identity>> {
        let hash = hash(cookie::token(headers)?);
        let holder = {
            let (mut open, now) = (lock(&self.open), Instant::now());
            let session = open.get_mut(&hash)?;
            if session.is_over(now) {
                open.remove(&hash);
                return None;
            }
            session.used = now;
            session.holder.clone()
        };
        self.identity_of(&holder)
    }

    fn identity_of(&self, holder: &Holder) -> Option<Arc<Identity>> {
        let Holder::Key(key) = holder else {
            let admin = Identity::new(Caller::LOCAL).with_role(AccessRole::Admin);
            return Some(Arc::new(admin));
        };
        let found = self.accounts.identity(key);
        found.unwrap_or_else(|error| {
            tracing::error!(%error, "API keys cannot be checked");
            None
        })
    }
}

impl Session {
    fn is_over(&self, now: Instant) -> bool {
        now.duration_since(self.created) >= LIFETIME || now.duration_since(self.used) >= IDLE
    }
}

/// Ends the session that was idle longest of those that `is_meant`.
fn end_longest_idle(open: &mut HashMap<[u8; 32], Session>, is_meant: impl Fn(&Session) -> bool) {
    let meant = open.iter().filter(|(_, session)| is_meant(session));
    let idle = meant.min_by_key(|(_, session)| session.used);
    if let Some(hash) = idle.map(|(hash, _)| *hash) {
        open.remove(&hash);
    }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Lets in who is logged in with a cookie.
#[derive(Debug)]
pub(crate) struct ConsoleSessions(pub(crate) Arc<Sessions>);

impl ConsoleSessions {
    fn check(
        &self,
        request: AuthenticationRequest<'_>,
    ) -> Result<Option<Arc<Identity>>, AuthenticationError> {
        if !matches!(Credentials::read(request.headers), Ok(None)) {
            // Credentials that somebody sends on purpose count more than a cookie.
            return Err(AuthenticationError::Missing);
        }
        let found = self.0.find(request.headers);
        let identity = found.ok_or(AuthenticationError::Missing)?;
        let is_read = matches!(
            *request.method,
            Method::GET | Method::HEAD | Method::OPTIONS
        );
        let is_console = request
            .headers
            .get(CONSOLE)
            .is_some_and(|value| value == "1");
        match is_read || is_console {
            true => Ok(Some(identity)),
            false => Err(AuthenticationError::Malformed(
                "a change with a session cookie needs the header `X-Toolwright-Console: 1`",
            )),
        }
    }
}

impl Authenticator for ConsoleSessions {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        Box::pin(std::future::ready(self.check(request)))
    }

    fn is_ready(&self) -> BoxFuture<'_, bool> {
        // Nobody logs in without a key, and the authenticator of keys says whether there is one.
        Box::pin(std::future::ready(false))
    }
}
