//! [`ClientSession`]: an id and values that live as long as the session of a client.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
};

use toolwright_base::{lock, token};

/// The session of a client, as the functions that it calls see it: an id, and values of theirs.
///
/// [`Context::session`](crate::Context::session) returns it. A value is found by its type, so a type
/// of your own keeps clear of those of others. All values are dropped when the session ends.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use toolwright::prelude::*;
///
/// #[derive(Default)]
/// struct Visits(AtomicU32);
///
/// /// Count the calls of this session.
/// #[tool]
/// async fn visit(ctx: Context) -> Result<u32, ToolError> {
///     let Some(session) = ctx.session() else {
///         return Err(ToolError::failed("this client has no session"));
///     };
///     let visits = session.get_or_default::<Visits>();
///     Ok(visits.0.fetch_add(1, Ordering::Relaxed) + 1)
/// }
/// ```
pub struct ClientSession {
    id: String,
    values: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl ClientSession {
    pub(crate) fn new() -> Self {
        Self {
            id: token::random(),
            values: Mutex::default(),
        }
    }

    /// Returns the id of the session. It is not the one that the client sends, which is a secret.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the value of type `T`.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let value = lock(&self.values).get(&TypeId::of::<T>()).cloned();
        value.and_then(|value| value.downcast().ok())
    }

    /// Returns the value of type `T`, which is its default if there was none.
    #[must_use]
    pub fn get_or_default<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut values = lock(&self.values);
        let value = values.entry(TypeId::of::<T>());
        let value = Arc::clone(value.or_insert_with(|| Arc::new(T::default())));
        value.downcast().unwrap_or_default()
    }

    /// Stores a value, in place of the earlier one of its type.
    pub fn insert<T: Send + Sync + 'static>(&self, value: T) {
        // The earlier one is dropped when the lock is free again.
        let _earlier = lock(&self.values).insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// Removes the value of type `T` and returns it.
    pub fn remove<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let value = lock(&self.values).remove(&TypeId::of::<T>());
        value.and_then(|value| value.downcast().ok())
    }
}

impl fmt::Debug for ClientSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientSession")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_type() {
        let session = ClientSession::new();
        assert_eq!(session.get::<u32>(), None);
        assert_eq!(*session.get_or_default::<u32>(), 0);
        session.insert(7_u32);
        session.insert("text");
        assert_eq!(session.get::<u32>().as_deref(), Some(&7));
        assert_eq!(*session.get_or_default::<u32>(), 7);
        assert_eq!(session.remove::<u32>().as_deref(), Some(&7));
        assert_eq!(session.get::<u32>(), None);
        assert_eq!(session.get::<&str>().as_deref(), Some(&"text"));
        assert_ne!(session.id(), ClientSession::new().id());
    }
}
