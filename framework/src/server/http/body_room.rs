//! [`BodyRoom`]: the room for large bodies, as one sender has it.

use std::sync::Arc;

use crate::{
    core::{Caller, Origin},
    server::client_state::{BytePool, PooledBytes},
};

/// The room for large bodies, as one sender has it.
///
/// All senders share one pool, and an address has half of it at most. A loopback address has all of it: that
/// is the local user, or a proxy on this machine that stands for many people. The headers of a request do not
/// matter, since everybody can say to be a proxy.
#[derive(Debug, Clone)]
pub(super) struct BodyRoom {
    pool: Arc<BytePool>,
    /// The client whose share it is. `None` if the sender may have all of the room.
    client: Option<Caller>,
}

impl BodyRoom {
    /// Returns the room that a request from `origin` has in `pool`.
    pub(super) fn new(pool: &Arc<BytePool>, origin: Origin) -> Self {
        let address = match origin {
            Origin::Address(address) | Origin::Proxy(address) => Some(address),
            Origin::Local | Origin::Host => None,
        };
        let address = address.filter(|address| !address.to_canonical().is_loopback());
        Self {
            pool: Arc::clone(pool),
            client: address.map(|address| Caller::of(Origin::Address(address))),
        }
    }

    /// Takes no bytes, to grow later.
    pub(super) fn nothing(&self) -> PooledBytes {
        self.pool.nothing_for(self.client.clone())
    }

    /// Returns whether it is room of the same pool.
    pub(super) fn has_pool_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.pool, &other.pool)
    }

    /// Returns whether it is room of the same sender.
    pub(super) fn has_share_of(&self, other: &Self) -> bool {
        self.client == other.client
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes bytes from an address. Returns `None` if there is no room.
    fn take(pool: &Arc<BytePool>, origin: Origin, bytes: usize) -> Option<PooledBytes> {
        let mut taken = BodyRoom::new(pool, origin).nothing();
        taken.grow(bytes).then_some(taken)
    }

    fn address(text: &str) -> Origin {
        Origin::Address(text.parse().unwrap())
    }

    #[test]
    fn one_address_does_not_hold_all_of_the_room() {
        let pool = BytePool::new(100);
        let held = take(&pool, address("2001:db8::1"), 40);
        // A sender that says to be a proxy, and one of the same network, have the same share.
        let same = [
            address("2001:db8::1"),
            Origin::Proxy("2001:db8::1".parse().unwrap()),
            address("2001:db8::2"),
        ];
        for sender in same {
            let mut refused = BodyRoom::new(&pool, sender).nothing();
            assert!(!refused.grow(11) && refused.exceeds_share(11));
            assert!(take(&pool, sender, 10).is_some());
        }
        let others = [address("192.0.2.1"), Origin::Local].map(|other| take(&pool, other, 30));
        assert!(others.iter().all(Option::is_some));
        // The pool is full, which is not a matter of shares.
        let mut refused = BodyRoom::new(&pool, address("192.0.2.2")).nothing();
        assert!(!refused.grow(1) && !refused.exceeds_share(1));
        assert_eq!(pool.clients(), 2);
        drop((held, others));
        assert_eq!(pool.clients(), 0);
        assert!(take(&pool, same[0], 50).is_some());
    }

    #[test]
    fn loopback_has_all_of_the_room() {
        let proxy = Origin::Proxy("::ffff:127.0.0.1".parse().unwrap());
        for origin in [address("127.0.0.1"), address("::1"), proxy] {
            assert!(take(&BytePool::new(100), origin, 100).is_some());
        }
    }
}
