//! [`Signer`]: signs tokens as an issuer does, for tests.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use graviola::{
    hashing::{Sha256, Sha384},
    signing::{
        ecdsa::{P256, P384, SigningKey},
        eddsa::Ed25519SigningKey,
        rsa::{self, KeySize},
    },
};
use serde_json::{Value, json};

/// A private key with an id.
pub(crate) struct Signer {
    id: String,
    key: PrivateKey,
}

enum PrivateKey {
    Rsa(Box<rsa::SigningKey>),
    P256(SigningKey<P256>),
    P384(Box<SigningKey<P384>>),
    Ed25519(Ed25519SigningKey),
}

impl Signer {
    fn new(id: &str, key: PrivateKey) -> Self {
        Self {
            id: id.to_owned(),
            key,
        }
    }

    pub(crate) fn rsa(id: &str) -> Self {
        let key = rsa::SigningKey::generate(KeySize::Rsa2048).unwrap();
        Self::new(id, PrivateKey::Rsa(Box::new(key)))
    }

    pub(crate) fn es256(id: &str) -> Self {
        Self::new(id, PrivateKey::P256(SigningKey::generate().unwrap()))
    }

    pub(crate) fn es384(id: &str) -> Self {
        let key = SigningKey::generate().unwrap();
        Self::new(id, PrivateKey::P384(Box::new(key)))
    }

    pub(crate) fn ed25519(id: &str) -> Self {
        let key = Ed25519SigningKey::generate().unwrap();
        Self::new(id, PrivateKey::Ed25519(key))
    }

    /// Returns the public key as an entry of a key set.
    pub(crate) fn public_key(&self) -> Value {
        let mut buffer = [0; 512];
        let mut key = match &self.key {
            PrivateKey::Rsa(key) => {
                let der = key.public_key();
                let der = der.to_pkcs1_der(&mut buffer).unwrap();
                json!({"kty": "RSA", "n": encode(&der[9..265]), "e": "AQAB"})
            }
            PrivateKey::P256(key) => {
                let der = key.to_spki_der(&mut buffer).unwrap();
                let (x, y) = der[der.len() - 64..].split_at(32);
                json!({"kty": "EC", "crv": "P-256", "x": encode(x), "y": encode(y)})
            }
            PrivateKey::P384(key) => {
                let der = key.to_spki_der(&mut buffer).unwrap();
                let (x, y) = der[der.len() - 96..].split_at(48);
                json!({"kty": "EC", "crv": "P-384", "x": encode(x), "y": encode(y)})
            }
            PrivateKey::Ed25519(key) => {
                let x = encode(&key.public_key().as_bytes());
                json!({"kty": "OKP", "crv": "Ed25519", "x": x})
            }
        };
        key["kid"] = self.id.as_str().into();
        key
    }

    /// Returns a token with these claims, which says that it is signed with `algorithm`.
    pub(crate) fn sign(&self, algorithm: &str, claims: &Value) -> String {
        let header = json!({"alg": algorithm, "kid": self.id, "typ": "at+jwt"});
        self.sign_with(&header, claims)
    }

    /// Returns a token with this header and these claims.
    pub(crate) fn sign_with(&self, header: &Value, claims: &Value) -> String {
        let message = [header, claims].map(|part| encode(part.to_string().as_bytes()));
        let message = message.join(".");
        let (text, mut buffer) = (message.as_bytes(), [0; 512]);
        let signature = match &self.key {
            PrivateKey::Rsa(key) => {
                let buffer = &mut buffer[..256];
                match header["alg"].as_str() {
                    Some("PS256") => key.sign_pss_sha256(buffer, text).unwrap(),
                    _ => key.sign_pkcs1_sha256(buffer, text).unwrap(),
                }
            }
            PrivateKey::P256(key) => key.sign::<Sha256>(&[text], &mut buffer).unwrap(),
            PrivateKey::P384(key) => key.sign::<Sha384>(&[text], &mut buffer).unwrap(),
            PrivateKey::Ed25519(key) => &key.sign(text),
        };
        format!("{message}.{}", encode(signature))
    }
}

fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
