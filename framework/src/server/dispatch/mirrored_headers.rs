//! [`MirroredHeaders`]: headers that repeat parts of a request's body.

use crate::{
    core::ToolDef,
    server::protocol::{Request, RpcError},
};

/// Headers that repeat parts of a request's body, so that proxies can route without parsing it.
///
/// A server must refuse a request whose headers and body differ. HTTP implements this; stdio has no
/// headers.
pub(crate) trait MirroredHeaders: Send + Sync {
    /// Returns the protocol revision in the headers.
    fn version(&self) -> Option<&str>;

    /// Checks that the headers name the method of the body.
    fn check_method(&self, request: &Request) -> Result<(), RpcError>;

    /// Checks that the headers name the tool, prompt, resource or task of the body. `routed` is the
    /// tool of the request if headers repeat its parameters.
    fn check_names(&self, request: &Request, routed: Option<&ToolDef>) -> Result<(), RpcError>;
}
