//! [`AllowUnknown`]: lets requests without credentials in.

use std::sync::Arc;

use super::{
    authentication_error::AuthenticationError,
    authenticator::{AuthenticationRequest, Authenticator},
    credentials::Credentials,
};
use crate::core::{BoxFuture, Identity};

/// Lets requests without credentials in, beside another authenticator that checks those with some.
/// They have no identity, and all rights. Where other machines can reach the server, they are not let
/// in.
///
/// ```
/// use toolwright::{access::AllowUnknown, prelude::*};
///
/// let server = Server::new("demo").authenticate(AllowUnknown);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct AllowUnknown;

impl Authenticator for AllowUnknown {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        let answer = match Credentials::read(request.headers) {
            Ok(None) => Ok(None),
            Ok(Some(_)) => Err(AuthenticationError::Unrecognized),
            Err(error) => Err(error.into()),
        };
        Box::pin(std::future::ready(answer))
    }

    fn admits_unknown(&self) -> bool {
        true
    }
}
