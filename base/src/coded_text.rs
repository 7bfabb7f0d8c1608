//! [`CodedText`]: a sentence for people, with a code by which a reader finds it in another language.

use std::{collections::BTreeMap, fmt};

use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// A sentence for people in English, with the code of it and what is filled in.
///
/// A page shows the sentence of its own language that has the same code, and fills in the same parameters.
/// Those of databases, of other servers and of tools by other crates have no code: they are shown as they are.
///
/// ```
/// # use toolwright_base::{CodedText, coded_texts};
/// coded_texts! {
///     missing_field(name) = "missing field `{name}`";
/// }
///
/// let text = missing_field("query");
/// assert_eq!(text.to_string(), "missing field `query`");
/// assert_eq!(text.code(), Some("missing_field"));
/// assert_eq!(CODES[0].params, ["name"]);
/// assert_eq!(CodedText::from("out of memory").code(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodedText {
    message: String,
    // Boxed, so that an error with a text stays small.
    code: Option<Box<Coded>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Coded {
    code: &'static str,
    params: BTreeMap<&'static str, TextParam>,
}

/// A parameter of a text: a word that is the same in each language, or another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TextParam {
    /// A name, a number, or what a stranger wrote.
    Word(String),
    /// A text with a code of its own.
    Text(CodedText),
}

/// A row in a table of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextCode {
    /// The code.
    pub code: &'static str,
    /// The sentence in English, with the names of its parameters in braces.
    pub text: &'static str,
    /// The names of its parameters.
    pub params: &'static [&'static str],
}

impl CodedText {
    /// Creates a text. [`coded_texts`](crate::coded_texts) calls it.
    pub fn new<const N: usize>(
        code: &'static str,
        message: String,
        params: [(&'static str, TextParam); N],
    ) -> Self {
        let params = BTreeMap::from(params);
        Self {
            message,
            code: Some(Box::new(Coded { code, params })),
        }
    }

    /// Returns the sentence in English.
    pub fn as_str(&self) -> &str {
        &self.message
    }

    /// Returns the code, if the text has one.
    pub fn code(&self) -> Option<&'static str> {
        self.code.as_deref().map(|coded| coded.code)
    }

    /// Returns what is filled in, by name.
    pub fn params(&self) -> impl Iterator<Item = (&'static str, &TextParam)> {
        let params = self.code.as_deref().map(|coded| coded.params.iter());
        params
            .into_iter()
            .flatten()
            .map(|(name, param)| (*name, param))
    }
}

/// Writes `message`, and `code` and `params` if there are any.
impl Serialize for CodedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(coded) = self.code.as_deref() {
            map.serialize_entry("code", coded.code)?;
            map.serialize_entry("params", &coded.params)?;
        }
        map.end()
    }
}

impl fmt::Display for CodedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.message)
    }
}

/// A text without a code.
impl From<String> for CodedText {
    fn from(message: String) -> Self {
        Self {
            message,
            code: None,
        }
    }
}

/// A text without a code.
impl From<&str> for CodedText {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<CodedText> for String {
    fn from(text: CodedText) -> Self {
        text.message
    }
}

impl PartialEq<str> for CodedText {
    fn eq(&self, other: &str) -> bool {
        self.message == other
    }
}

impl PartialEq<&str> for CodedText {
    fn eq(&self, other: &&str) -> bool {
        self.message == *other
    }
}

impl fmt::Display for TextParam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.pad(word),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl From<CodedText> for TextParam {
    fn from(text: CodedText) -> Self {
        match text.code {
            Some(_) => Self::Text(text),
            None => Self::Word(text.message),
        }
    }
}

macro_rules! words {
    ($($word:ty),*) => {
        $(impl From<$word> for TextParam {
            fn from(word: $word) -> Self {
                Self::Word(word.to_string())
            }
        })*
    };
}

words!(
    &str, String, &String, usize, &usize, u16, u32, u64, &u64, i64, f64, &&str
);

/// Makes a table of texts: a function for each code, and `CODES` with all of them, for the crate alone.
///
/// A parameter is anything that a [`TextParam`] is made of. `{{` and `}}` stand for braces, as in `format!`.
#[macro_export]
macro_rules! coded_texts {
    ($($code:ident($($param:ident),*) = $text:literal;)*) => {
        $(
            #[doc = concat!("Creates the text `", stringify!($code), "`.")]
            pub(crate) fn $code($($param: impl Into<$crate::TextParam>),*) -> $crate::CodedText {
                $(let $param: $crate::TextParam = $param.into();)*
                let message = format!($text $(, $param = $param)*);
                $crate::CodedText::new(stringify!($code), message, [$((stringify!($param), $param)),*])
            }
        )*

        /// All texts of this table.
        pub(crate) const CODES: &[$crate::TextCode] = &[$($crate::TextCode {
            code: stringify!($code),
            text: $text,
            params: &[$(stringify!($param)),*],
        }),*];
    };
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    coded_texts! {
        expected(what, value) = "expected {what}, got {value}";
        an_object() = "an object";
        no_place(name) = "write `{{{name}}}`";
    }

    #[test]
    fn a_text_says_itself_and_names_its_code_and_what_is_filled_in() {
        let text = expected(an_object(), 5_usize);
        assert_eq!(text, "expected an object, got 5");
        assert_eq!(
            serde_json::to_value(&text).unwrap(),
            json!({
                "message": "expected an object, got 5",
                "code": "expected",
                "params": {
                    "value": "5",
                    "what": {"message": "an object", "code": "an_object", "params": {}},
                },
            })
        );
        assert_eq!(no_place("a"), "write `{a}`");
        assert_eq!(CODES.len(), 3);
    }

    #[test]
    fn what_has_no_code_is_a_word_in_another_text() {
        let text = expected(CodedText::from("a thing"), "`x`");
        assert_eq!(
            serde_json::to_value(&text).unwrap()["params"]["what"],
            "a thing"
        );
        assert_eq!(
            serde_json::to_value(CodedText::from("out of memory")).unwrap(),
            json!({"message": "out of memory"})
        );
    }
}
