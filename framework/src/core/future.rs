//! [`BoxFuture`]: the future that object-safe traits return.

use std::{future::Future, pin::Pin};

/// A boxed future that can be sent between threads.
///
/// The methods of [`Tool`](crate::Tool), [`Resource`](crate::Resource) and
/// [`Prompt`](crate::Prompt) return it, so that the traits are object-safe.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
