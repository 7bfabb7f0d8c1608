//! The headers that repeat what the body of a request says.

use crate::{
    core::ToolDef,
    server::protocol::{Request, RpcError},
};

/// What a transport says of a request beside its body, and whether the two agree.
pub(crate) trait Gate: Send + Sync {
    /// The revision that the transport names.
    fn version(&self) -> Option<&str>;

    /// Whether the method is the one in the body.
    fn check_method(&self, request: &Request) -> Result<(), RpcError>;

    /// Whether names and parameters are those in the body; `routed` is the tool that it names, where headers repeat its parameters.
    fn check_names(&self, request: &Request, routed: Option<&ToolDef>) -> Result<(), RpcError>;
}
