//! Which keys say that their value is secret.

/// Words that say so wherever they stand in a key.
const WORDS: [&str; 21] = [
    "auth",
    "authentication",
    "authorization",
    "bearer",
    "cookie",
    "cookies",
    "credential",
    "credentials",
    "jwt",
    "pass",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "passwords",
    "pwd",
    "secret",
    "secrets",
    "session",
    "sessionid",
    "token",
];

/// Ends of words that are written as one: `dbpassword`.
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

/// Words that make a secret of the `key` after them.
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

/// Last words of keys that speak about a secret, and are none: `token_count`, `auth_url`.
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

/// What each key that says so has in it, for a first look.
pub(super) const HINTS: [&str; 11] = [
    "pass",
    "pwd",
    "secret",
    "token",
    "auth",
    "credential",
    "cookie",
    "session",
    "bearer",
    "jwt",
    "key",
];

/// Whether what stands under `key` is secret: by the whole words in it, in whatever case and however they are joined.
pub(super) fn is_sensitive(key: &str) -> bool {
    let (mut found, mut before, mut last) = (false, "", "");
    for word in words(key) {
        found |= is_secret(word) || (is_key(word) && is_one_of(&BEFORE_KEY, before));
        (before, last) = (word, word);
    }
    found && !is_one_of(&ABOUT, last)
}

fn is_one_of(list: &[&str], word: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_key(word: &str) -> bool {
    is_one_of(&["key", "keys"], word)
}

fn is_secret(word: &str) -> bool {
    let word = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let ends_with = |end: &&str| {
        let start = word.len().checked_sub(end.len());
        start
            .and_then(|start| word.get(start..))
            .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    };
    is_one_of(&WORDS, word) || ENDS.iter().any(ends_with)
}

/// The words of a key: `userPassword`, `X-Api-Key` and `db_pass` have two or three each.
fn words(key: &str) -> impl Iterator<Item = &str> {
    key.split(|letter: char| !letter.is_alphanumeric())
        .flat_map(humps)
        .filter(|word| !word.is_empty())
}

/// The words of `camelCase`, of `HTTPServer` too.
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

/// Where the first word of `camelCase` ends.
fn hump(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_upper = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_uppercase);
    let is_lower = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    (1..bytes.len())
        .find(|at| is_upper(*at) && (!is_upper(at - 1) || is_lower(at + 1)))
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: [&str; 38] = [
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
    ];

    const PLAIN: [&str; 26] = [
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
    ];

    #[test]
    fn a_key_is_secret_by_its_whole_words() {
        for key in SECRET {
            assert!(is_sensitive(key), "{key}");
        }
        for key in PLAIN {
            assert!(!is_sensitive(key), "{key}");
        }
    }

    #[test]
    fn each_secret_key_is_seen_at_first_look() {
        let hinted = |key: &str| {
            let key = key.to_lowercase();
            HINTS.iter().any(|hint| key.contains(hint))
        };
        for key in WORDS.iter().chain(&ENDS).chain(&SECRET) {
            assert!(hinted(key), "{key}");
        }
    }
}
