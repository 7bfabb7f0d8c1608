//! [`State`]: values that a server gives to its tools.

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    fmt,
    hash::{BuildHasherDefault, Hasher},
    ops::Deref,
    sync::Arc,
};

/// A value that a server was built with, as a parameter of a tool, a resource or a prompt.
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
    /// A state for a direct call, as in unit tests.
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

/// A type of state, by identity and by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateType {
    id: TypeId,
    name: &'static str,
}

impl StateType {
    /// The type `T`.
    #[must_use]
    pub fn of<T: Send + Sync + 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }

    /// Its name, with its path.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// All states of a server, one of each type.
#[derive(Clone, Default)]
pub struct States {
    values: HashMap<TypeId, Arc<dyn Any + Send + Sync>, BuildHasherDefault<TypeIdHasher>>,
}

/// A [`TypeId`] is a hash already, and every call looks for a state.
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
    /// Adds a state; a second one of the same type replaces the first.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.values.insert(TypeId::of::<T>(), Arc::new(value));
    }

    /// The state of type `T`.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<State<T>> {
        let value = Arc::clone(self.values.get(&TypeId::of::<T>())?);
        value.downcast().ok().map(State)
    }

    /// The state of type `T`, borrowed.
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
