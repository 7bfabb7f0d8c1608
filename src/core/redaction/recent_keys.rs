//! [`RecentKeys`]: keys that need no second look.

use super::sensitive_key::is_sensitive;

/// How many are remembered.
const MOST: usize = 32;

/// Keys of one text that were seen and are not secret: the rows of a table have the same ones over and over.
#[derive(Default)]
pub(super) struct RecentKeys<'a> {
    plain: [&'a str; MOST],
}

impl<'a> RecentKeys<'a> {
    /// Whether what stands under `key` is secret.
    pub(super) fn is_sensitive(&mut self, key: &'a str) -> bool {
        let place = place(key);
        if self.plain[place] == key {
            return false;
        }
        let is_secret = is_sensitive(key);
        if !is_secret {
            self.plain[place] = key;
        }
        is_secret
    }
}

/// Where a key is remembered: one place, so that looking there costs less than to look at the key.
fn place(key: &str) -> usize {
    let (first, last) = (key.as_bytes().first(), key.as_bytes().last());
    let letters =
        first.map_or(0, |byte| usize::from(*byte)) + last.map_or(0, |byte| usize::from(*byte) * 3);
    (letters + key.len() * 7) % MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_key_is_seen_every_time_whatever_came_before() {
        let mut keys = RecentKeys::default();
        // The second has the place of the first.
        let (plain, secret) = ("pxxxxxxd", "password");
        assert_eq!(place(plain), place(secret));
        for key in [plain, secret, secret, plain, "", secret, plain, plain] {
            assert_eq!(keys.is_sensitive(key), key == secret, "{key}");
        }
    }
}
