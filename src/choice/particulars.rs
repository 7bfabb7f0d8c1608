//! What a sentence says without its particulars: `Read the file.` for `Read notes/today.txt.`
//!
//! A small encoder takes the name of a file, an address or a quoted text for what a sentence is about. So the kind of
//! each stands in its place before the sentence is embedded, in tasks as in examples.

/// The longest text in quotes, in characters.
const MAX_QUOTED: usize = 80;
/// The longest ending of a file name.
const MAX_ENDING: usize = 5;
/// The lengths of hashes in hexadecimal digits.
const HASH: std::ops::RangeInclusive<usize> = 7..=40;
const QUOTES: [char; 7] = ['\'', '"', '`', '‘', '’', '“', '”'];
/// Kinds of files by their endings.
const KINDS: [(&str, &str); 6] = [
    ("png jpg jpeg gif webp bmp svg tiff", "image file"),
    ("mp3 wav ogg flac m4a", "audio file"),
    ("mp4 mov avi mkv", "video file"),
    ("pdf", "PDF file"),
    ("doc docx odt", "document"),
    ("xls xlsx ods csv", "spreadsheet"),
];

/// Returns a text with the kinds of files, paths, addresses and quoted texts in their place.
pub(super) fn without_particulars(text: &str) -> String {
    let text = without_addresses(text);
    let text = without_quotes(&text);
    let words = text.split_whitespace().map(|word| {
        let bare = word.trim_end_matches(['.', ',', '?', '!', ';', ':', ')']);
        match kind_of(bare) {
            Some(kind) => format!("{kind}{}", &word[bare.len()..]),
            None => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a text without addresses of pages and people.
fn without_addresses(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let bare = word.trim_end_matches(['.', ',', '?', '!', ';', ':', ')']);
        let kind = if ["http://", "https://", "www."]
            .iter()
            .any(|start| bare.starts_with(start))
        {
            "the url"
        } else if bare
            .split_once('@')
            .is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        {
            "the email address"
        } else {
            return word.to_owned();
        };
        format!("{kind}{}", &word[bare.len()..])
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a text with `the text` in place of what is in quotes.
fn without_quotes(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(QUOTES) {
        let (before, quoted) = rest.split_at(at);
        written.push_str(before);
        let opens = !before.ends_with(char::is_alphanumeric);
        let mut letters = quoted.chars();
        let quote = letters.next().unwrap_or_default();
        let inside = letters.as_str();
        match end_of_quote(inside).filter(|_| opens) {
            Some((end, closing)) => {
                written.push_str("the text");
                rest = &inside[end + closing..];
            }
            None => {
                written.push(quote);
                rest = inside;
            }
        }
    }
    written + rest
}

/// Returns where the quote that begins a text ends, and the length of the mark that closes it.
fn end_of_quote(inside: &str) -> Option<(usize, usize)> {
    let end = inside.find(QUOTES)?;
    let closing = inside[end..].chars().next()?.len_utf8();
    let count = inside[..end].chars().count();
    let goes_on = inside[end + closing..].starts_with(char::is_alphanumeric);
    ((1..=MAX_QUOTED).contains(&count) && !goes_on).then_some((end, closing))
}

/// Returns the kind of thing that a word names, if it is a name of one.
fn kind_of(word: &str) -> Option<&'static str> {
    let is_part = |letter: char| letter.is_alphanumeric() || "_-./~".contains(letter);
    if word.len() < 3 || !word.chars().all(is_part) {
        return None;
    }
    if let Some(kind) = kind_of_file(word) {
        return Some(kind);
    }
    let slashes = word.matches('/').count();
    let is_hash = HASH.contains(&word.len())
        && word.bytes().all(|letter| letter.is_ascii_hexdigit())
        && word.bytes().any(|letter| letter.is_ascii_digit());
    match slashes {
        0 => is_hash.then_some("the id"),
        1 if !word.starts_with(['/', '~']) => Some("the repository"),
        _ => Some("the path"),
    }
}

fn kind_of_file(word: &str) -> Option<&'static str> {
    let (stem, ending) = word.rsplit_once('.')?;
    let is_ending = (1..=MAX_ENDING).contains(&ending.len())
        && ending.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && ending.bytes().all(|letter| letter.is_ascii_alphanumeric());
    // `e.g` is no file.
    if !is_ending || stem.len() == 1 && ending.len() == 1 {
        return None;
    }
    let ending = ending.to_ascii_lowercase();
    let mut kinds = KINDS.iter();
    let known = kinds.find(|(endings, _)| endings.split(' ').any(|one| one == ending));
    Some(known.map_or("file", |(_, kind)| kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_for_names() {
        for (text, wanted) in [
            (
                "In /srv/app/config.toml replace debug = true.",
                "In file replace debug = true.",
            ),
            (
                "Show me logo.png at https://x.com/a.",
                "Show me image file at the url.",
            ),
            (
                "Mail a@b.com about v1.2, 3.5, e.g. rust-lang/rust!",
                "Mail the email address about v1.2, 3.5, e.g. the repository!",
            ),
            ("Say 'yes, please' now", "Say the text now"),
            ("Who's there, Bob's dog?", "Who's there, Bob's dog?"),
            (
                "Show commit 4f9c2aa7 in ~/work",
                "Show commit the id in the path",
            ),
            ("파일 notes.txt를 읽어줘", "파일 notes.txt를 읽어줘"),
            ("", ""),
        ] {
            assert_eq!(without_particulars(text), wanted, "{text}");
        }
    }

    #[test]
    fn strange_texts_are_kept() {
        for text in ["' ' '", "''", "“", "@ . / // ...", "x'", "`a"] {
            assert!(without_particulars(text).len() <= text.len() + 40, "{text}");
        }
        let long = format!("'{}'", "x".repeat(200));
        assert_eq!(without_particulars(&long), long);
    }
}
