//! [`ClientSession`]: what is kept for a client between its calls.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde::{Serialize, de::DeserializeOwned};
use toolwright_base::{lock, token};

use crate::core::error::ToolError;

/// The session of a client, as the functions that it calls see it: an id, and values of theirs.
///
/// [`Context::session`](crate::Context::session) returns it. There are two ways to keep a value, and
/// all values are dropped when the session ends:
///
/// * [`save`](Self::save) keeps one under a name as JSON, and counts its bytes: a session has room for
///   64 KiB, and all sessions of a server for 16 MiB. Use it for what a client sends.
/// * [`get_or_default`](Self::get_or_default) and [`insert`](Self::insert) keep one of any type, which
///   is found by its type. It is for counters, locks and connections. Its size is not counted, so the
///   type must bound what it holds.
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
    saved: Mutex<SavedValues>,
}

/// The values that were saved as JSON, by name.
struct SavedValues {
    texts: HashMap<String, String>,
    bytes: usize,
    room: Arc<SessionRoom>,
}

/// The bytes that all sessions of a server have for saved values.
#[derive(Debug, Default)]
pub(crate) struct SessionRoom(AtomicUsize);

/// How many bytes of values one session may save.
const MAX_SESSION: usize = 64 * 1024;
/// How many bytes of values all sessions of a server may save.
const MAX_SESSIONS: usize = 16 * 1024 * 1024;
/// The size of a saved value without its name and its text, in bytes.
const OVERHEAD: usize = 96;

impl SessionRoom {
    /// Takes `bytes`. Returns `false` and takes none if fewer are left.
    fn take(&self, bytes: usize) -> bool {
        let taken = |used: usize| Some(used + bytes).filter(|used| *used <= MAX_SESSIONS);
        let (set, get) = (Ordering::Relaxed, Ordering::Relaxed);
        self.0.fetch_update(set, get, taken).is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl SavedValues {
    /// Replaces the value of this name. Returns why there is no room, if there is none.
    fn put(&mut self, name: &str, text: String) -> Result<(), &'static str> {
        let bytes = name.len() + text.len() + OVERHEAD;
        let before = self.size(name);
        if self.bytes - before + bytes > MAX_SESSION {
            return Err("the session keeps at most 65536 bytes");
        }
        if !self.room.take(bytes) {
            return Err("the sessions of the server keep too much: try again later");
        }
        self.remove(name);
        self.texts.insert(name.to_owned(), text);
        self.bytes += bytes;
        Ok(())
    }

    fn remove(&mut self, name: &str) -> bool {
        let bytes = self.size(name);
        self.bytes -= bytes;
        self.room.give_back(bytes);
        self.texts.remove(name).is_some()
    }

    fn size(&self, name: &str) -> usize {
        let text = self.texts.get(name);
        text.map_or(0, |text| name.len() + text.len() + OVERHEAD)
    }
}

impl Drop for SavedValues {
    fn drop(&mut self) {
        self.room.give_back(self.bytes);
    }
}

impl ClientSession {
    /// Creates a session without values. What it saves is counted in `room`.
    pub(crate) fn new(room: &Arc<SessionRoom>) -> Self {
        let saved = SavedValues {
            texts: HashMap::new(),
            bytes: 0,
            room: Arc::clone(room),
        };
        Self {
            id: token::random(),
            values: Mutex::default(),
            saved: Mutex::new(saved),
        }
    }

    /// Returns the id of the session. It is not the one that the client sends, which is a secret.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Saves a value under a name, in place of an earlier one of the name.
    ///
    /// ```
    /// use toolwright::prelude::*;
    ///
    /// /// Put something into the basket, and return all that is in it.
    /// #[tool]
    /// async fn put(ctx: Context, thing: String) -> Result<Vec<String>, ToolError> {
    ///     let session = ctx.session().ok_or_else(|| ToolError::failed("log in first"))?;
    ///     let mut basket: Vec<String> = session.load("basket")?.unwrap_or_default();
    ///     basket.push(thing);
    ///     session.save("basket", &basket)?;
    ///     Ok(basket)
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> toolwright::Result<()> {
    /// let client = Server::new("shop").tools(tools![put]).client().await?;
    /// client.call("put", serde_json::json!({"thing": "tea"})).await?;
    /// let basket = client.call("put", serde_json::json!({"thing": "milk"})).await?;
    /// assert_eq!(basket.structured_value().unwrap()["result"], serde_json::json!(["tea", "milk"]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the value has no JSON, or there is no room for it. Then the earlier one stays.
    pub fn save(&self, name: &str, value: &impl Serialize) -> Result<(), ToolError> {
        let text = serde_json::to_string(value)?;
        let saved = lock(&self.saved).put(name, text);
        saved.map_err(|why| ToolError::failed(format!("cannot save `{name}`: {why}")))
    }

    /// Returns the value that was saved under a name.
    ///
    /// # Errors
    /// If it is of another type.
    pub fn load<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, ToolError> {
        let text = lock(&self.saved).texts.get(name).cloned();
        let value = text.map(|text| serde_json::from_str(&text)).transpose()?;
        Ok(value)
    }

    /// Forgets the value that was saved under a name. Returns whether there was one.
    pub fn forget(&self, name: &str) -> bool {
        lock(&self.saved).remove(name)
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
        let session = ClientSession::new(&Arc::default());
        assert_eq!(session.get::<u32>(), None);
        assert_eq!(*session.get_or_default::<u32>(), 0);
        session.insert(7_u32);
        session.insert("text");
        assert_eq!(session.get::<u32>().as_deref(), Some(&7));
        assert_eq!(*session.get_or_default::<u32>(), 7);
        assert_eq!(session.remove::<u32>().as_deref(), Some(&7));
        assert_eq!(session.get::<u32>(), None);
        assert_eq!(session.get::<&str>().as_deref(), Some(&"text"));
        assert_ne!(session.id(), ClientSession::new(&Arc::default()).id());
    }

    #[test]
    fn saved_values_are_limited_in_bytes_and_return_them() {
        let room = Arc::new(SessionRoom::default());
        let session = ClientSession::new(&room);
        let long = "x".repeat(MAX_SESSION / 2);
        session.save("a", &long).unwrap();
        session.save("a", &long).unwrap();
        let refused = session.save("b", &long).unwrap_err().to_string();
        assert_eq!(
            refused,
            "cannot save `b`: the session keeps at most 65536 bytes"
        );
        assert_eq!(session.load::<String>("a").unwrap().as_ref(), Some(&long));
        assert!(session.load::<u8>("a").is_err());
        assert!(session.forget("a") && !session.forget("a"));
        session.save("b", &7).unwrap();
        assert_eq!(session.load("b").unwrap(), Some(7));
        assert_eq!(room.0.load(Ordering::Relaxed), 2 + OVERHEAD);
        drop(session);
        assert_eq!(room.0.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn all_sessions_together_are_limited_in_bytes() {
        let room = Arc::new(SessionRoom::default());
        let long = "x".repeat(MAX_SESSION - 200);
        let fill = || {
            let session = ClientSession::new(&room);
            session.save("a", &long).map(|()| session)
        };
        let full: Vec<_> = std::iter::from_fn(|| fill().ok()).collect();
        assert_eq!(full.len(), MAX_SESSIONS / (long.len() + 3 + OVERHEAD));
        let refused = fill().unwrap_err().to_string();
        assert!(refused.ends_with("too much: try again later"), "{refused}");
        drop(full);
        assert!(fill().is_ok());
    }
}
