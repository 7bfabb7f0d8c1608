//! [`UsedStates`]: remembers which request states were sent back already.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard},
};

use toolwright_base::lock;

/// The most states that are remembered. Each takes some 32 bytes.
const MAX_STATES: usize = 16_384;

/// The states that were used within their time of expiry, by their nonces.
///
/// A call continues an earlier one, and is not counted again, only the first time that its state comes
/// back. A state that cannot be remembered, because too many are, counts as used before.
#[derive(Debug, Default)]
pub(super) struct UsedStates<const N: usize> {
    expiries: Mutex<HashMap<[u8; N], u64>>,
}

impl<const N: usize> UsedStates<N> {
    /// Marks a state as used. Returns `true` if this is the first time.
    pub(super) fn mark(&self, nonce: [u8; N], expires: u64, now: u64) -> bool {
        let mut expiries = lock(&self.expiries);
        if expiries.contains_key(&nonce) {
            return false;
        }
        if expiries.len() >= MAX_STATES {
            remove_expired(&mut expiries, now);
        }
        let is_remembered = expiries.len() < MAX_STATES;
        if is_remembered {
            expiries.insert(nonce, expires);
        }
        is_remembered
    }
}

fn remove_expired<const N: usize>(expiries: &mut MutexGuard<'_, HashMap<[u8; N], u64>>, now: u64) {
    expiries.retain(|_, expires| *expires > now);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nonce(number: usize) -> [u8; 8] {
        number.to_be_bytes()
    }

    #[test]
    fn a_state_is_used_for_the_first_time_once() {
        let used = UsedStates::default();
        assert!(used.mark(nonce(1), 100, 0));
        assert!(!used.mark(nonce(1), 100, 0));
        assert!(used.mark(nonce(2), 100, 0));
    }

    #[test]
    fn the_number_of_states_is_limited_and_expired_ones_make_room() {
        let used = UsedStates::default();
        for number in 0..MAX_STATES {
            assert!(used.mark(nonce(number), 100, 0));
        }
        assert!(!used.mark(nonce(MAX_STATES), 100, 99));
        assert_eq!(lock(&used.expiries).len(), MAX_STATES);
        assert!(used.mark(nonce(MAX_STATES), 200, 100));
        assert_eq!(lock(&used.expiries).len(), 1);
    }
}
