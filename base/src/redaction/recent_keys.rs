//! [`RecentKeys`]: a cache of keys that are not sensitive.

use super::sensitive_key::is_sensitive;

/// How many keys are cached.
const MOST: usize = 32;

/// A cache of keys that are not sensitive: the rows of a table repeat the same keys.
#[derive(Default)]
pub(super) struct RecentKeys<'a> {
    plain: [&'a str; MOST],
}

impl<'a> RecentKeys<'a> {
    /// Whether the value of `key` is secret.
    pub(super) fn is_sensitive(&mut self, key: &'a str) -> bool {
        let slot = slot(key);
        if self.plain[slot] == key {
            return false;
        }
        let is_secret = is_sensitive(key);
        if !is_secret {
            self.plain[slot] = key;
        }
        is_secret
    }
}

/// Returns the one slot of a key, so that a look into the cache costs less than one at the key.
fn slot(key: &str) -> usize {
    let (first, last) = (key.as_bytes().first(), key.as_bytes().last());
    let letters =
        first.map_or(0, |byte| usize::from(*byte)) + last.map_or(0, |byte| usize::from(*byte) * 3);
    (letters + key.len() * 7) % MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sensitive_key_is_found_every_time() {
        let mut keys = RecentKeys::default();
        // The second has the slot of the first.
        let (plain, secret) = ("pxxxxxxd", "password");
        assert_eq!(slot(plain), slot(secret));
        for key in [plain, secret, secret, plain, "", secret, plain, plain] {
            assert_eq!(keys.is_sensitive(key), key == secret, "{key}");
        }
    }
}
