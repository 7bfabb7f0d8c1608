//! [`is_sensitive`]: whether a key says that its value is secret.
//!
//! [`RecentKeys`] caches keys that are not sensitive.

/// Whether a word makes a key sensitive wherever it stands in it. (A `match` is faster than a list,
/// and every key of every call is checked.)
const fn is_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"auth"
            | b"authentication"
            | b"authorization"
            | b"bearer"
            | b"cookie"
            | b"cookies"
            | b"credential"
            | b"credentials"
            | b"jwt"
            | b"pass"
            | b"passcode"
            | b"passphrase"
            | b"passwd"
            | b"password"
            | b"passwords"
            | b"pwd"
            | b"secret"
            | b"secrets"
            | b"session"
            | b"sessionid"
            | b"token"
    )
}

/// The ends of words that are written as one: `dbpassword`.
const ENDS: [&str; 10] = [
    "accesskey",
    "apikey",
    "credentials",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "secret",
    "secretkey",
    "token",
];

/// The words that make a following `key` sensitive.
const BEFORE_KEY: [&str; 8] = [
    "access",
    "account",
    "api",
    "encryption",
    "master",
    "private",
    "signing",
    "ssh",
];

/// The last words of keys that are about a secret and are not secret: `token_count`, `auth_url`.
const ABOUT: [&str; 21] = [
    "at",
    "budget",
    "count",
    "endpoint",
    "expiration",
    "expires",
    "expiry",
    "in",
    "length",
    "limit",
    "method",
    "mode",
    "name",
    "policy",
    "scheme",
    "size",
    "type",
    "uri",
    "url",
    "usage",
    "used",
];

/// The longest word that is checked as a whole. Of longer words only the end is checked.
const MAX_WORD: usize = 32;

/// Whether it is a key of the protocol's results, as almost all keys are.
fn is_of_every_result(key: &str) -> bool {
    key.len() < 3
        || matches!(
            key,
            "content"
                | "type"
                | "text"
                | "structuredContent"
                | "result"
                | "name"
                | "uri"
                | "mimeType"
        )
}

/// Whether the value of `key` is secret: by the whole words in the key, in any case and however
/// joined.
pub(super) fn is_sensitive(key: &str) -> bool {
    if is_of_every_result(key) {
        return false;
    }
    let (mut found, mut before) = (false, "");
    for word in words(key) {
        let mut buffer = [0; MAX_WORD];
        found |= match lower_case(word, &mut buffer) {
            b"key" | b"keys" => is_one_of(&BEFORE_KEY, before),
            word => is_secret(word),
        };
        before = word;
    }
    found && !is_one_of(&ABOUT, before)
}

/// Returns the end of a word in lower case.
fn lower_case<'b>(word: &str, buffer: &'b mut [u8; MAX_WORD]) -> &'b [u8] {
    let start = word.len().saturating_sub(MAX_WORD);
    let tail = &word.as_bytes()[start..];
    let lower = &mut buffer[..tail.len()];
    lower.copy_from_slice(tail);
    lower.make_ascii_lowercase();
    lower
}

fn is_one_of(list: &[&str], word: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_secret(word: &[u8]) -> bool {
    let is_digit = |byte: &&u8| byte.is_ascii_digit();
    let digits = word.iter().rev().take_while(is_digit).count();
    let word = &word[..word.len() - digits];
    is_word(word) || ENDS.iter().any(|end| word.ends_with(end.as_bytes()))
}

/// Returns the words of a key, such as `userPassword`, `X-Api-Key` or `db_pass`.
fn words(key: &str) -> impl Iterator<Item = &str> {
    key.split(|letter: char| !letter.is_alphanumeric())
        .flat_map(humps)
        .filter(|word| !word.is_empty())
}

/// Returns the words of `camelCase`, also of `HTTPServer`.
fn humps(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let (word, rest) = text.split_at(hump(text));
        text = rest;
        Some(word)
    })
}

/// Returns the end of the first word of `camelCase`.
fn hump(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let is_lower = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    (1..bytes.len())
        .find(|at| is_upper(*at) && (!is_upper(at - 1) || is_lower(at + 1)))
        .unwrap_or(bytes.len())
}

/// How many keys are cached.
const MAX_KEYS: usize = 32;

/// A cache of keys that are not sensitive: the rows of a table repeat the same keys.
#[derive(Default)]
pub(super) struct RecentKeys<'a> {
    plain: [&'a str; MAX_KEYS],
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
    (letters + key.len() * 7) % MAX_KEYS
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: [&str; 39] = [
        "password",
        "Password",
        "PASSWORD",
        "userPassword",
        "user_password_2",
        "password1",
        "dbpassword",
        "POSTGRESQL_DB_PASS",
        "db_pass",
        "passwd",
        "pwd",
        "secret",
        "client_secret",
        "clientSecret",
        "clientsecret",
        "secrets",
        "token",
        "access-token",
        "accessToken",
        "authtoken",
        "api_key",
        "apikey",
        "X-Api-Key",
        "APIKey",
        "api keys",
        "OPENAI_API_KEY",
        "AWS_ACCESS_KEY_ID",
        "private_key",
        "privateKey",
        "authorization",
        "Proxy-Authorization",
        "auth",
        "credentials",
        "credential",
        "Set-Cookie",
        "cookie",
        "session",
        "session_id",
        "averyveryveryveryverylongwordbeforethepassword",
    ];

    const PLAIN: [&str; 27] = [
        "",
        "author",
        "authority",
        "tokens",
        "max_tokens",
        "tokens_used",
        "maxTokens",
        "token_count",
        "tokenizer",
        "passed",
        "passage",
        "compass",
        "bypass",
        "secretary",
        "key",
        "keys",
        "primary_key",
        "keyboard",
        "monkey",
        "oauth_url",
        "token_type",
        "auth_method",
        "expires_in",
        "token_expires_at",
        "path",
        "é_ключ",
        "secretariat_of_a_very_very_long_word_that_ends",
    ];

    #[test]
    fn a_key_is_sensitive_by_its_whole_words() {
        for key in SECRET {
            assert!(is_sensitive(key), "{key}");
        }
        for key in PLAIN {
            assert!(!is_sensitive(key), "{key}");
        }
    }

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
