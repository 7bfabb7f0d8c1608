//! [`PublicKey`]: a key of the issuer, which checks signatures.

use graviola::{
    hashing::{Sha256, Sha384},
    signing::{
        ecdsa::{self, P256, P384},
        eddsa::Ed25519VerifyingKey,
        rsa,
    },
};

use super::algorithm::SignatureAlgorithm;

/// A key of the issuer, which checks signatures. They have kilobytes that were computed before.
pub(super) enum PublicKey {
    Rsa(Box<rsa::VerifyingKey>),
    P256(Box<ecdsa::VerifyingKey<P256>>),
    P384(Box<ecdsa::VerifyingKey<P384>>),
    Ed25519(Box<Ed25519VerifyingKey>),
}

impl PublicKey {
    /// Returns `true` if signatures of this algorithm are made with keys of this type.
    pub(super) const fn fits(&self, algorithm: SignatureAlgorithm) -> bool {
        use SignatureAlgorithm as A;
        matches!(
            (self, algorithm),
            (Self::Rsa(_), A::Rs256 | A::Ps256)
                | (Self::P256(_), A::Es256)
                | (Self::P384(_), A::Es384)
                | (Self::Ed25519(_), A::EdDsa)
        )
    }

    /// Returns `true` if `signature` is one of `message` with this key and this algorithm.
    pub(super) fn verifies(
        &self,
        algorithm: SignatureAlgorithm,
        message: &[u8],
        signature: &[u8],
    ) -> bool {
        use SignatureAlgorithm as A;
        let checked = match (self, algorithm) {
            (Self::Rsa(key), A::Rs256) => key.verify_pkcs1_sha256(signature, message),
            (Self::Rsa(key), A::Ps256) => key.verify_pss_sha256(signature, message),
            (Self::P256(key), A::Es256) => key.verify::<Sha256>(&[message], signature),
            (Self::P384(key), A::Es384) => key.verify::<Sha384>(&[message], signature),
            (Self::Ed25519(key), A::EdDsa) => key.verify(signature, message),
            _ => return false,
        };
        checked.is_ok()
    }
}
