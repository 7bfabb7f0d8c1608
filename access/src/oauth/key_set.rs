//! [`KeySet`]: the keys of an issuer.

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{
    public_key::{JsonWebKey, PublicKey, SignatureAlgorithm},
    token::TokenProblem,
};

/// The keys of an issuer. Those of unknown types are left out.
#[derive(Default)]
pub(super) struct KeySet {
    keys: Vec<Key>,
    hash: [u8; 32],
}

struct Key {
    id: Option<String>,
    algorithm: Option<SignatureAlgorithm>,
    public: PublicKey,
}

/// A key set as issuers publish it.
#[derive(Deserialize)]
struct Document {
    keys: Vec<Value>,
}

impl KeySet {
    /// Reads a key set.
    ///
    /// # Errors
    /// If it is not JSON with a list of keys.
    pub(super) fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        let document: Document = serde_json::from_slice(json)?;
        Ok(Self {
            keys: document.keys.into_iter().filter_map(Key::read).collect(),
            hash: Sha256::digest(json).into(),
        })
    }

    pub(super) const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns `true` if both were read from the same text.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.hash == other.hash
    }

    /// Returns the key that a token names. A token that names none needs no more than one key to
    /// choose from.
    ///
    /// # Errors
    /// If there is no such key, or it is for other algorithms.
    pub(super) fn find(
        &self,
        id: Option<&str>,
        algorithm: SignatureAlgorithm,
    ) -> Result<&PublicKey, TokenProblem> {
        let mut named = self
            .keys
            .iter()
            .filter(|key| id.is_none() || key.id.as_deref() == id)
            .peekable();
        if named.peek().is_none() {
            return Err(TokenProblem::UnknownKey);
        }
        let mut fitting = named.filter(|key| key.fits(algorithm));
        let found = fitting.next().ok_or(TokenProblem::OtherKey)?;
        match fitting.next() {
            Some(_) if id.is_none() => Err(TokenProblem::OtherKey),
            _ => Ok(&found.public),
        }
    }
}

impl Key {
    fn read(json: Value) -> Option<Self> {
        let key: JsonWebKey = serde_json::from_value(json).ok()?;
        let public = key.is_for_signatures().then(|| key.public_key())??;
        Some(Self {
            algorithm: key.algorithm(),
            id: key.id,
            public,
        })
    }

    fn fits(&self, algorithm: SignatureAlgorithm) -> bool {
        let is_meant = self.algorithm.is_none_or(|only| only == algorithm);
        is_meant && self.public.fits(algorithm)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::oauth::signer::Signer;

    fn set(keys: &[Value]) -> KeySet {
        KeySet::parse(json!({"keys": keys}).to_string().as_bytes()).unwrap()
    }

    fn found(keys: &KeySet, id: Option<&str>, algorithm: SignatureAlgorithm) -> String {
        keys.find(id, algorithm)
            .map_or_else(|problem| format!("{problem:?}"), |_| "found".to_owned())
    }

    #[test]
    fn keys_are_found_by_id_and_type() {
        use SignatureAlgorithm as A;
        let keys = set(&[
            Signer::es256("a").public_key(),
            Signer::ed25519("b").public_key(),
        ]);
        assert_eq!(found(&keys, Some("a"), A::Es256), "found");
        assert_eq!(found(&keys, Some("b"), A::EdDsa), "found");
        assert_eq!(found(&keys, Some("a"), A::EdDsa), "OtherKey");
        assert_eq!(found(&keys, Some("c"), A::Es256), "UnknownKey");
        assert_eq!(found(&keys, None, A::Es256), "found");
        assert_eq!(found(&keys, None, A::Rs256), "OtherKey");
        assert_eq!(found(&KeySet::default(), None, A::Es256), "UnknownKey");
        let two = set(&[
            Signer::es256("a").public_key(),
            Signer::es256("b").public_key(),
        ]);
        assert_eq!(found(&two, None, A::Es256), "OtherKey");
    }

    #[test]
    fn keys_for_other_uses_and_malformed_ones_are_left_out() {
        let good = Signer::es256("a").public_key();
        let changed = |field: &str, value: &str| {
            let mut key = good.clone();
            key[field] = value.into();
            key
        };
        let keys = set(&[
            changed("use", "enc"),
            changed("alg", "HS256"),
            changed("kty", "oct"),
            changed("crv", "P-521"),
            changed("x", "AAAA"),
            changed("x", "*"),
            json!({"kty": "RSA", "n": "AQAB", "e": "AQAB"}),
            json!({"kid": "a"}),
            json!(7),
        ]);
        assert_eq!(keys.len(), 0);
        assert_eq!(set(&[changed("use", "sig"), json!(null)]).len(), 1);
        assert!(KeySet::parse(b"{}").is_err());
        assert!(KeySet::parse(b"<html>").is_err());
    }
}
