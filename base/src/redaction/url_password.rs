//! The passwords in URLs: `db://me:secret@host`.

use std::ops::Range;

use super::known_secrets::MASK;

/// Whether a URL with a password may begin with the scheme before the colon at this position, in
/// text or in JSON, where slashes may be escaped.
pub(super) fn may_follow(text: &str, colon: usize) -> bool {
    let rest = &text.as_bytes()[colon + 1..];
    match rest {
        [b'/', b'/', ..] => password_after(text, colon).is_some(),
        // It is looked at again without the escapes.
        [b'\\', b'/', ..] => true,
        _ => false,
    }
}

/// Returns the passwords of all URLs in `text`.
pub fn passwords(text: &str) -> impl Iterator<Item = &str> {
    ranges(text).map(|range| &text[range])
}

/// Returns `text` with the passwords of all URLs masked, or `None` if there are none.
pub fn mask_passwords(text: &str) -> Option<String> {
    let mut masked = String::new();
    let mut copied = 0;
    for password in ranges(text).filter(|range| &text[range.clone()] != MASK) {
        masked.push_str(&text[copied..password.start]);
        masked.push_str(MASK);
        copied = password.end;
    }
    if copied == 0 {
        return None;
    }
    masked.push_str(&text[copied..]);
    Some(masked)
}

fn ranges(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    memchr::memchr_iter(b':', text.as_bytes()).filter_map(move |colon| {
        // A colon within the last password begins no URL.
        let password = password_after(text, colon).filter(|_| colon >= end)?;
        end = password.end;
        Some(password)
    })
}

/// Returns where the password stands in the URL that has the colon of `://` at this position.
fn password_after(text: &str, colon: usize) -> Option<Range<usize>> {
    let start = colon + "://".len();
    let rest = text.get(colon..)?.strip_prefix("://")?;
    let is_end = |letter: char| letter.is_whitespace() || "/?#\\\"'<>`".contains(letter);
    let authority = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    let (user, _) = authority.rsplit_once('@')?;
    let (name, password) = user.split_once(':')?;
    let from = start + name.len() + 1;
    (!password.is_empty()).then(|| from..from + password.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_password_of_a_url_is_masked() {
        for (text, expected) in [
            ("db://me:secret@host", "db://me:********@host"),
            (
                "see http://a:b:c@d@[::1]:80/x and https://:e@f?g",
                "see http://a:********@[::1]:80/x and https://:********@f?g",
            ),
        ] {
            assert_eq!(mask_passwords(text).as_deref(), Some(expected));
        }
        for text in [
            "http://host:80/a@b",
            "http://me@host",
            "http://me:@host",
            "://",
            "mailto:a:b@c",
            "db://me:********@host",
        ] {
            assert_eq!(mask_passwords(text), None, "{text}");
        }
    }

    #[test]
    fn all_passwords_are_found() {
        let found: Vec<_> = passwords("a://b:c@d, e://f:g@h/i://j:k@l").collect();
        assert_eq!(found, ["c", "g", "k"]);
    }
}
