//! Tokens as text, for messages.

use quote::ToTokens;

/// Returns the source text of some tokens: `Vec<String>`, not `Vec < String >`.
pub(crate) fn text(tokens: impl ToTokens) -> String {
    let spaced = tokens.to_token_stream().to_string();
    let mut text = String::with_capacity(spaced.len());
    let mut rest = spaced.chars().peekable();
    while let Some(next) = rest.next() {
        let previous = text.chars().next_back().unwrap_or(' ');
        if next != ' ' || keeps_apart(previous, rest.peek().copied().unwrap_or(' ')) {
            text.push(next);
        }
    }
    text
}

fn keeps_apart(left: char, right: char) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    (is_word(left) && (is_word(right) || "'\"[".contains(right))) || (left == ',' && right != '>')
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::text;

    #[test]
    fn tokens_are_spaced_as_in_source() {
        assert_eq!(
            text(quote!(HashMap<String, &'a mut [u8]>)),
            "HashMap<String, &'a mut [u8]>"
        );
        assert_eq!(text(quote!(&str)), "&str");
        assert_eq!(text(quote!(-5..=1)), "-5..=1");
        assert_eq!(text(quote!(extern "C")), "extern \"C\"");
    }
}
