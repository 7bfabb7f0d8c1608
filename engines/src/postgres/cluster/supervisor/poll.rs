//! Waiting in small steps, as long as the database is wanted.

use std::time::Duration;

use super::super::error::ClusterError;
use crate::supervise::control::StopSignal;

/// How often a supervisor looks at what it waits for.
const POLL: Duration = Duration::from_millis(2);

/// Waits a moment.
///
/// # Errors
/// If the server wants the database to stop, or is gone.
pub(super) fn pause(stop: &StopSignal) -> Result<(), ClusterError> {
    match stop.wait_for(POLL) {
        None => Ok(()),
        Some(_) => Err(ClusterError::Stopped),
    }
}
