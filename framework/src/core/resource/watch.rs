//! [`ResourceWatch`]: lasts as long as a client is subscribed to a resource.

use std::fmt;

/// Lasts as long as a client is subscribed to the changes of a resource.
///
/// [`Resource::watch`](super::Resource::watch) returns one, with a value that does something when it is
/// dropped:
///
/// ```
/// use toolwright::resource::ResourceWatch;
///
/// struct Unsubscribe;
///
/// impl Drop for Unsubscribe {
///     fn drop(&mut self) {
///         // Nobody listens any more.
///     }
/// }
///
/// let watch = ResourceWatch::new(Unsubscribe);
/// ```
pub struct ResourceWatch {
    _kept: Box<dyn Send + Sync>,
}

impl fmt::Debug for ResourceWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceWatch").finish_non_exhaustive()
    }
}

impl ResourceWatch {
    /// Creates a watch that drops `kept` when it ends.
    pub fn new(kept: impl Send + Sync + 'static) -> Self {
        Self {
            _kept: Box::new(kept),
        }
    }
}
