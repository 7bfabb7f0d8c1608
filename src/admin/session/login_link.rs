//! [`LoginLink`]: the token of the link that a server prints when it starts.

use std::{
    fmt,
    sync::Mutex,
    time::{Duration, Instant},
};

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use toolwright_access::KeyHash;
use toolwright_base::{lock, token};

/// How long a token can be used.
const LIFETIME: Duration = Duration::from_secs(5 * 60);

/// The token of the link that a server prints when it starts. It can be used once, and only its hash
/// is kept.
#[derive(Default)]
pub(super) struct LoginLink(Mutex<Option<Issued>>);

struct Issued {
    hash: KeyHash,
    at: Instant,
}

impl LoginLink {
    /// Returns a new token of 256 random bits. It takes the place of an earlier one.
    pub(super) fn issue(&self, now: Instant) -> String {
        let token = BASE64_URL_SAFE_NO_PAD.encode(token::bytes::<32>());
        let hash = KeyHash::of(token.as_bytes());
        *lock(&self.0) = Some(Issued { hash, at: now });
        token
    }

    /// Returns whether the token is valid, and ends it if it is.
    pub(super) fn redeem(&self, token: &str, now: Instant) -> bool {
        let shown = KeyHash::of(token.as_bytes());
        let is_shown = |issued: &mut Issued| {
            now.duration_since(issued.at) < LIFETIME && issued.hash.matches(&shown)
        };
        lock(&self.0).take_if(is_shown).is_some()
    }
}

impl fmt::Debug for LoginLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoginLink").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_used_once() {
        let (link, now) = (LoginLink::default(), Instant::now());
        let token = link.issue(now);
        assert_eq!(token.len(), 43);
        for wrong in [
            "",
            "x",
            &token[1..],
            &format!("{token}A"),
            &token.to_uppercase(),
        ] {
            assert!(!link.redeem(wrong, now), "{wrong}");
        }
        assert!(link.redeem(&token, now));
        assert!(!link.redeem(&token, now));
    }

    #[test]
    fn a_token_ends_after_five_minutes() {
        let (link, now) = (LoginLink::default(), Instant::now());
        let token = link.issue(now);
        assert!(!link.redeem(&token, now + LIFETIME));
        assert!(link.redeem(&token, now + LIFETIME - Duration::from_millis(1)));
    }

    #[test]
    fn there_is_no_token_before_one_is_issued_and_a_new_one_ends_the_old_one() {
        let (link, now) = (LoginLink::default(), Instant::now());
        assert!(!link.redeem("", now));
        let (old, new) = (link.issue(now), link.issue(now));
        assert!(!link.redeem(&old, now));
        assert!(link.redeem(&new, now));
        assert_eq!(format!("{link:?}"), "LoginLink { .. }");
    }
}
