//! [`TaskSupport`]: whether a call may go on in the background.

/// Whether a call may go on in the background as a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// The client waits for the answer.
    #[default]
    None,
    /// A client that knows tasks gets one. Others wait for the answer.
    Optional,
    /// Only a client that knows tasks can call it.
    Required,
    /// The call becomes a task when the function calls
    /// [`Context::background`](crate::Context::background).
    OnDemand,
}
