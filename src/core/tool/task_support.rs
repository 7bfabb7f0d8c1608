//! [`TaskSupport`]: whether a call may go on in the background.

/// Whether a call may go on in the background as a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// A call is answered when it is done.
    #[default]
    None,
    /// A client that knows tasks gets one; others wait for the answer.
    Optional,
    /// Only a client that knows tasks can call it.
    Required,
    /// The call becomes a task when the function says so, with [`Context::background`](crate::Context::background).
    OnDemand,
}
