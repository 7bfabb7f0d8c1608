//! [`JsonWebKey`]: a key as issuers publish it (RFC 7517).

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use graviola::signing::{ecdsa, eddsa::Ed25519VerifyingKey, rsa};
use serde::Deserialize;

use super::{algorithm::SignatureAlgorithm, public_key::PublicKey, rsa_der};

/// A key as issuers publish it. Fields that only private keys have are not read.
#[derive(Deserialize)]
pub(super) struct JsonWebKey {
    #[serde(rename = "kty")]
    key_type: String,
    #[serde(rename = "kid")]
    pub(super) id: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    #[serde(rename = "alg")]
    algorithm: Option<String>,
    #[serde(rename = "crv")]
    curve: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl JsonWebKey {
    /// Returns `true` if the key is meant for signatures of one of the known algorithms.
    pub(super) fn is_for_signatures(&self) -> bool {
        let purpose = self.purpose.as_deref();
        purpose.is_none_or(|purpose| purpose == "sig")
            && (self.algorithm.is_none() || self.algorithm().is_some())
    }

    /// Returns the only algorithm that the key may be used with, if it names one.
    pub(super) fn algorithm(&self) -> Option<SignatureAlgorithm> {
        SignatureAlgorithm::of_name(self.algorithm.as_deref()?)
    }

    /// Returns the key, or `None` if it is of another type or malformed.
    pub(super) fn public_key(&self) -> Option<PublicKey> {
        match (self.key_type.as_str(), self.curve.as_deref()) {
            ("RSA", _) => {
                let der = rsa_der::encode(&bytes(&self.n)?, &bytes(&self.e)?)?;
                let key = rsa::VerifyingKey::from_pkcs1_der(&der).ok()?;
                Some(PublicKey::Rsa(Box::new(key)))
            }
            ("EC", Some("P-256")) => {
                let key = ecdsa::VerifyingKey::from_x962_uncompressed(&self.point()?).ok()?;
                Some(PublicKey::P256(Box::new(key)))
            }
            ("EC", Some("P-384")) => {
                let key = ecdsa::VerifyingKey::from_x962_uncompressed(&self.point()?).ok()?;
                Some(PublicKey::P384(Box::new(key)))
            }
            ("OKP", Some("Ed25519")) => {
                let key = Ed25519VerifyingKey::from_bytes(&bytes(&self.x)?).ok()?;
                Some(PublicKey::Ed25519(Box::new(key)))
            }
            _ => None,
        }
    }

    /// Returns the point of an elliptic curve in the uncompressed form of X9.62.
    fn point(&self) -> Option<Vec<u8>> {
        Some([vec![4], bytes(&self.x)?, bytes(&self.y)?].concat())
    }
}

fn bytes(text: &Option<String>) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text.as_deref()?).ok()
}
