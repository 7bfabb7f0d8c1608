//! [`State`] and [`States`]: values that calls share; [`Services`]: what a server gives its calls.

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    fmt,
    hash::{BuildHasherDefault, Hasher},
    ops::Deref,
    sync::Arc,
};

/// A value that a server was built with, as the parameter of a tool, a resource or a prompt.
///
/// A server whose functions take a state that it does not have cannot be built.
///
/// ```
/// use toolwright::prelude::*;
///
/// struct Greeting(String);
///
/// /// Greet somebody.
/// #[tool]
/// async fn greet(greeting: State<Greeting>, name: String) -> String {
///     format!("{}, {name}!", greeting.0)
/// }
///
/// # fn main() -> toolwright::Result<()> {
/// let server = Server::new("demo").state(Greeting("Hello".into())).tools(tools![greet]);
/// # drop(server.build()?); Ok(())
/// # }
/// ```
pub struct State<T>(Arc<T>);

impl<T> State<T> {
    /// Creates a state to call a function directly with, as in a unit test.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for State<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&self.0).finish()
    }
}

/// The type of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateType {
    id: TypeId,
    name: &'static str,
}

impl StateType {
    /// Returns the type `T`.
    ///
    /// ```
    /// use toolwright::call::StateType;
    ///
    /// assert_eq!(StateType::of::<u32>().name(), "u32");
    /// ```
    #[must_use]
    pub fn of<T: Send + Sync + 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }

    /// The name of the type, with its path.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// The states of a server, at most one of each type.
///
/// ```
/// use toolwright::call::States;
///
/// let mut states = States::default();
/// states.insert(7_u32);
/// assert_eq!(states.get_ref::<u32>(), Some(&7));
/// assert!(states.get::<String>().is_none());
/// ```
#[derive(Clone, Default)]
pub struct States {
    values: HashMap<TypeId, Arc<dyn Any + Send + Sync>, BuildHasherDefault<TypeIdHasher>>,
}

/// Hashes a [`TypeId`] to itself: it is a hash already, and every call looks for a state.
#[derive(Clone, Copy, Default)]
struct TypeIdHasher(u64);

impl Hasher for TypeIdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, id: u64) {
        self.0 = id;
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States")
            .field("len", &self.values.len())
            .finish()
    }
}

impl States {
    /// Adds a state, and replaces an earlier one of the same type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.values.insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// Returns the state of type `T`.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<State<T>> {
        let value = Arc::clone(self.values.get(&TypeId::of::<T>())?);
        value.downcast().ok().map(State)
    }

    /// Returns a reference to the state of type `T`.
    #[must_use]
    pub fn get_ref<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Whether there is a state of this type.
    #[must_use]
    pub fn contains(&self, wanted: StateType) -> bool {
        self.values.contains_key(&wanted.id)
    }
}

/// The values that a server shares with all of its calls: its states and its catalogue.
///
/// A call reaches them through its [`Context`](crate::Context); the hooks of a server get them
/// whole.
#[derive(Debug, Clone)]
pub struct Services {
    states: States,
}

impl Services {
    /// Creates services from states that include the catalogue.
    pub(in crate::core) const fn of(states: States) -> Self {
        Self { states }
    }

    /// The states that the server was built with.
    #[must_use]
    pub const fn states(&self) -> &States {
        &self.states
    }
}
