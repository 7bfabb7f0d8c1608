//! [`TokenProblem`]: why a token is not valid.

/// The reason why a token is not valid, for the log of the server: callers learn only that the token is
/// not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum TokenProblem {
    #[error("it is not a JSON Web Token")]
    Form,
    #[error("its type is not that of an access token")]
    Type,
    #[error("its algorithm is not allowed")]
    Algorithm,
    #[error("its key is not one of the issuer")]
    UnknownKey,
    #[error("its key is for another algorithm")]
    OtherKey,
    #[error("its signature is wrong")]
    Signature,
    #[error("it is of another issuer")]
    Issuer,
    #[error("it is for another audience")]
    Audience,
    #[error("it is expired, or has no expiry")]
    Expired,
    #[error("it is not yet valid")]
    NotYetValid,
    #[error("the claim of the user is missing or not a name")]
    User,
}
