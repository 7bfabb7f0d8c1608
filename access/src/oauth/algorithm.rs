//! [`SignatureAlgorithm`]: how a token is signed.

/// An algorithm that tokens may be signed with.
///
/// All of them have a private and a public key. Algorithms with a shared secret (`HS256`) and
/// `none` do not exist here, so no token can ask for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureAlgorithm {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    Rs256,
    /// RSASSA-PSS with SHA-256.
    Ps256,
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// ECDSA on P-384 with SHA-384.
    Es384,
    /// EdDSA on Curve25519.
    EdDsa,
}

impl SignatureAlgorithm {
    /// All algorithms, which are accepted unless fewer are chosen.
    pub const ALL: [Self; 5] = [
        Self::Rs256,
        Self::Ps256,
        Self::Es256,
        Self::Es384,
        Self::EdDsa,
    ];

    /// Returns the algorithm with this name in the header of a token.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "PS256" => Some(Self::Ps256),
            "ES256" => Some(Self::Es256),
            "ES384" => Some(Self::Es384),
            // The second is its name since RFC 9864.
            "EdDSA" | "Ed25519" => Some(Self::EdDsa),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_algorithms_are_unknown() {
        assert_eq!(
            SignatureAlgorithm::of_name("RS256"),
            Some(SignatureAlgorithm::Rs256)
        );
        for name in [
            "none", "None", "", "HS256", "RS1", "RS512", "rs256", "ES256K",
        ] {
            assert_eq!(SignatureAlgorithm::of_name(name), None, "{name}");
        }
    }
}
