//! [`lock`]: locks a mutex, also if a holder has panicked.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `mutex`, and ignores that it may be poisoned.
///
/// The values behind our mutexes are consistent after every step, so a panic while one was held
/// does no harm.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
