//! [`Token`]: a JSON Web Token, and the [`TokenProblem`] of one that is refused.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;

use super::public_key::SignatureAlgorithm;

/// The longest token that is read.
const MAX_LENGTH: usize = 16 * 1024;

/// The parts of a JSON Web Token whose signature is not yet checked.
pub(super) struct Token<'a> {
    pub(super) algorithm: SignatureAlgorithm,
    pub(super) key_id: Option<String>,
    /// The bytes that are signed.
    pub(super) message: &'a str,
    pub(super) signature: Vec<u8>,
    /// The claims, in JSON.
    pub(super) payload: Vec<u8>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    crit: Option<serde::de::IgnoredAny>,
}

impl<'a> Token<'a> {
    /// Splits and decodes a token.
    ///
    /// # Errors
    /// If it has another form, or an algorithm that does not exist here.
    pub(super) fn parse(text: &'a str) -> Result<Self, TokenProblem> {
        if text.len() > MAX_LENGTH {
            return Err(TokenProblem::Form);
        }
        let (message, signature) = text.rsplit_once('.').ok_or(TokenProblem::Form)?;
        let (header, payload) = message.split_once('.').ok_or(TokenProblem::Form)?;
        let header: Header =
            serde_json::from_slice(&decode(header)?).map_err(|_| TokenProblem::Form)?;
        // An extension that must be understood, and none is.
        if header.crit.is_some() {
            return Err(TokenProblem::Form);
        }
        if !header.typ.as_deref().is_none_or(is_access_token) {
            return Err(TokenProblem::Type);
        }
        Ok(Self {
            algorithm: SignatureAlgorithm::of_name(&header.alg).ok_or(TokenProblem::Algorithm)?,
            key_id: header.kid,
            message,
            signature: decode(signature)?,
            payload: decode(payload)?,
        })
    }
}

/// Returns `true` if the type is that of an access token (RFC 9068), or says nothing. Others, such
/// as that of a logout message, must not pass for one.
fn is_access_token(kind: &str) -> bool {
    let kind = kind.to_ascii_lowercase();
    let kind = kind.strip_prefix("application/").unwrap_or(&kind);
    matches!(kind, "jwt" | "at+jwt")
}

fn decode(part: &str) -> Result<Vec<u8>, TokenProblem> {
    let decoded = BASE64_URL_SAFE_NO_PAD.decode(part);
    decoded.map_err(|_| TokenProblem::Form)
}

/// The reason why a token is not valid, for the log of the server: callers learn only that the token is
/// not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenProblem {
    Form,
    Type,
    Algorithm,
    UnknownKey,
    OtherKey,
    Signature,
    Issuer,
    Audience,
    Expired,
    NotYetValid,
    User,
}

impl TokenProblem {
    /// Returns the end of a sentence about the token.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::Form => "it is not a JSON Web Token",
            Self::Type => "its type is not that of an access token",
            Self::Algorithm => "its algorithm is not allowed",
            Self::UnknownKey => "its key is not one of the issuer",
            Self::OtherKey => "its key is for another algorithm",
            Self::Signature => "its signature is wrong",
            Self::Issuer => "it is of another issuer",
            Self::Audience => "it is for another audience",
            Self::Expired => "it is expired, or has no expiry",
            Self::NotYetValid => "it is not yet valid",
            Self::User => "the claim of the user is missing or not a name",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(header: &str) -> Option<TokenProblem> {
        let header = BASE64_URL_SAFE_NO_PAD.encode(header);
        Token::parse(&format!("{header}.e30.AAAA")).err()
    }

    #[test]
    fn the_header_decides_whether_a_token_is_read() {
        use TokenProblem as P;
        for (header, expected) in [
            (r#"{"alg":"RS256"}"#, None),
            (r#"{"alg":"ES256","typ":"at+JWT","kid":"a"}"#, None),
            (r#"{"alg":"ES256","typ":"application/at+jwt"}"#, None),
            (r#"{"alg":"none"}"#, Some(P::Algorithm)),
            (r#"{"alg":"HS256"}"#, Some(P::Algorithm)),
            (r#"{"alg":"RS256","typ":"logout+jwt"}"#, Some(P::Type)),
            (r#"{"alg":"RS256","crit":["exp"],"exp":1}"#, Some(P::Form)),
            (r#"{"alg":"none","alg":"RS256"}"#, Some(P::Form)),
            (r#"{"kid":"a"}"#, Some(P::Form)),
            ("{", Some(P::Form)),
        ] {
            assert_eq!(problem(header), expected, "{header}");
        }
    }

    #[test]
    fn texts_with_other_parts_are_no_tokens() {
        let good = "eyJhbGciOiJSUzI1NiJ9.e30.AAAA";
        assert!(Token::parse(good).is_ok());
        let long = format!("{good}{}", "A".repeat(MAX_LENGTH));
        for text in [
            "",
            ".",
            "..",
            "tw_0_A",
            "e30.e30",
            "eyJhbGciOiJSUzI1NiJ9.e30.AAAA.AAAA",
            "eyJhbGciOiJSUzI1NiJ9.e30.AAAA=",
            "eyJhbGciOiJSUzI1NiJ9.e30.AAA+",
            &long,
        ] {
            assert_eq!(Token::parse(text).err(), Some(TokenProblem::Form), "{text}");
        }
    }
}
