//! [`KnownTokens`]: tokens that were checked before.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
    time::SystemTime,
};

use sha2::{Digest as _, Sha256};
use toolwright::access::Identity;

/// The number of tokens that are remembered.
const MAX_TOKENS: usize = 10_000;
/// The length of all tokens that are remembered. It bounds their identities, which are parts of them.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The SHA-256 of a token. The token itself is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TokenHash([u8; 32]);

impl TokenHash {
    pub(super) fn of(token: &str) -> Self {
        Self(Sha256::digest(token).into())
    }
}

/// Tokens that were checked before, until they expire.
#[derive(Default)]
pub(super) struct KnownTokens(RwLock<Inner>);

#[derive(Default)]
struct Inner {
    tokens: HashMap<TokenHash, KnownToken>,
    bytes: usize,
}

struct KnownToken {
    identity: Arc<Identity>,
    expires: SystemTime,
    length: usize,
}

impl KnownTokens {
    /// Returns the identity that a token proves, if it was checked before and is not expired.
    pub(super) fn find(&self, hash: &TokenHash, now: SystemTime) -> Option<Arc<Identity>> {
        let inner = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let known = inner.tokens.get(hash)?;
        (now < known.expires).then(|| Arc::clone(&known.identity))
    }

    /// Remembers a token of this length until it expires.
    pub(super) fn add(
        &self,
        hash: TokenHash,
        length: usize,
        identity: Arc<Identity>,
        expires: SystemTime,
    ) {
        let mut inner = self.0.write().unwrap_or_else(PoisonError::into_inner);
        inner.make_room(length);
        let known = KnownToken {
            identity,
            expires,
            length,
        };
        inner.bytes += length;
        if let Some(same) = inner.tokens.insert(hash, known) {
            inner.bytes -= same.length;
        }
    }

    /// Forgets all tokens, because a key that signed them may no longer be one of the issuer.
    pub(super) fn clear(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Inner::default();
    }
}

impl Inner {
    /// Removes expired tokens if there is no room for another one, and all of them if none is
    /// expired: they are only checked again.
    fn make_room(&mut self, length: usize) {
        if self.has_room(length) {
            return;
        }
        let now = SystemTime::now();
        self.tokens.retain(|_, known| now < known.expires);
        self.bytes = self.tokens.values().map(|known| known.length).sum();
        if !self.has_room(length) {
            *self = Self::default();
        }
    }

    fn has_room(&self, length: usize) -> bool {
        self.tokens.len() < MAX_TOKENS && self.bytes + length <= MAX_BYTES
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn add(tokens: &KnownTokens, token: &str, length: usize, expires: SystemTime) {
        let identity = Arc::new(Identity::new("ada"));
        tokens.add(TokenHash::of(token), length, identity, expires);
    }

    #[test]
    fn a_token_is_known_until_it_expires() {
        let (tokens, now) = (KnownTokens::default(), SystemTime::now());
        let end = now + Duration::from_secs(10);
        add(&tokens, "a", 1, end);
        let found = |token, now| tokens.find(&TokenHash::of(token), now).is_some();
        assert!(found("a", now) && !found("b", now) && !found("a", end));
        tokens.clear();
        assert!(!found("a", now));
    }

    #[test]
    fn many_and_long_tokens_do_not_fill_the_memory() {
        let (tokens, now) = (KnownTokens::default(), SystemTime::now());
        let (later, past) = (now + Duration::from_secs(600), now - Duration::from_secs(1));
        for number in 0..3 * MAX_TOKENS {
            add(&tokens, &number.to_string(), 1, later);
            assert!(tokens.0.read().unwrap().tokens.len() <= MAX_TOKENS);
        }
        tokens.clear();
        add(&tokens, "kept", 1, later);
        for number in 0..3 * MAX_BYTES / 16384 {
            add(&tokens, &number.to_string(), 16384, past);
            assert!(tokens.0.read().unwrap().bytes <= MAX_BYTES);
        }
        // Expired tokens go first.
        assert!(tokens.find(&TokenHash::of("kept"), now).is_some());
        add(&tokens, "kept", 1, later);
        let inner = tokens.0.read().unwrap();
        assert_eq!(
            inner.bytes,
            inner
                .tokens
                .values()
                .map(|known| known.length)
                .sum::<usize>()
        );
    }
}
