//! [`Subscriptions`]: the resources that a session has subscribed to.

use std::{collections::BTreeSet, sync::Arc};

use super::byte_pool::{BytePool, PooledBytes};
use crate::server::protocol::RpcError;

/// The longest URI that can be subscribed to, in bytes.
const MAX_URI: usize = 2048;
/// How much the subscriptions of one session may take, in bytes.
const MAX_BYTES: usize = 64 * 1024;
/// The size of a subscription without its URI, in bytes.
const OVERHEAD: usize = 64;

/// The URIs of the resources that a session has subscribed to.
#[derive(Debug)]
pub(super) struct Subscriptions {
    uris: BTreeSet<String>,
    bytes: PooledBytes,
}

impl Subscriptions {
    pub(super) fn new(pool: &Arc<BytePool>) -> Self {
        Self {
            uris: BTreeSet::new(),
            bytes: pool.nothing(),
        }
    }

    /// Adds a URI.
    ///
    /// # Errors
    /// When it is too long, or when the session or the server has too many.
    pub(super) fn add(&mut self, uri: &str) -> Result<(), RpcError> {
        if uri.len() > MAX_URI {
            let why = format!("`params.uri` is longer than {MAX_URI} bytes");
            return Err(RpcError::invalid_params(why));
        }
        if self.uris.contains(uri) {
            return Ok(());
        }
        let bytes = uri.len() + OVERHEAD;
        if self.bytes.count() + bytes > MAX_BYTES {
            return Err(RpcError::busy(
                "too many subscriptions in this session: unsubscribe from some",
            ));
        }
        if !self.bytes.grow(bytes) {
            return Err(RpcError::too_many_subscriptions());
        }
        self.uris.insert(uri.to_owned());
        Ok(())
    }

    pub(super) fn remove(&mut self, uri: &str) {
        if self.uris.remove(uri) {
            self.bytes.shrink(uri.len() + OVERHEAD);
        }
    }

    pub(super) fn contains(&self, uri: &str) -> bool {
        self.uris.contains(uri)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.uris.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(result: Result<(), RpcError>) -> String {
        result.unwrap_err().message
    }

    #[test]
    fn a_long_uri_is_refused() {
        let mut subscriptions = Subscriptions::new(&BytePool::new(1_000_000));
        assert!(subscriptions.add(&"x".repeat(MAX_URI)).is_ok());
        let refused = subscriptions.add(&"x".repeat(MAX_URI + 1));
        assert_eq!(message(refused), "`params.uri` is longer than 2048 bytes");
    }

    #[test]
    fn a_session_and_the_server_have_a_limit_and_removing_makes_room() {
        let pool = BytePool::new(MAX_BYTES + 100);
        let mut first = Subscriptions::new(&pool);
        let long = |number: usize| format!("{number:0>1984}");
        for number in 0..32 {
            first.add(&long(number)).unwrap();
            first.add(&long(number)).unwrap();
        }
        assert_eq!(
            message(first.add("x")),
            "too many subscriptions in this session: unsubscribe from some"
        );
        let mut second = Subscriptions::new(&pool);
        let refused = second.add(&long(0));
        assert_eq!(message(refused), "too many subscriptions: try again later");
        first.remove(&long(0));
        first.remove("unknown");
        second.add(&long(0)).unwrap();
    }
}
