//! [`WhereDocument`]: a filter on the text of a document.

use regex_lite::Regex;
use serde_json::Value;

use super::metadata::{only_pair, parts, short};
use crate::vectors::index_error::FilterError;

/// A filter on the text of a document. It is case-sensitive.
#[derive(Debug, Clone)]
pub(in crate::vectors::embedded) enum WhereDocument {
    All(Vec<Self>),
    Any(Vec<Self>),
    Contains { text: String, wanted: bool },
    Matches { pattern: Box<Regex>, wanted: bool },
}

impl WhereDocument {
    /// Parses a filter.
    ///
    /// # Errors
    /// If it is not a valid filter.
    pub(in crate::vectors::embedded) fn parse(value: &Value) -> Result<Self, FilterError> {
        parse(value).map_err(|message| FilterError::new("where_document", message))
    }

    /// Whether a document passes.
    pub(in crate::vectors::embedded) fn passes(&self, document: &str) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.passes(document)),
            Self::Any(parts) => parts.iter().any(|part| part.passes(document)),
            Self::Contains { text, wanted } => document.contains(text.as_str()) == *wanted,
            Self::Matches { pattern, wanted } => pattern.is_match(document) == *wanted,
        }
    }
}

fn parse(value: &Value) -> Result<WhereDocument, String> {
    let (operator, value) = only_pair(value)?;
    let text = || {
        let text = value.as_str();
        text.ok_or_else(|| format!("`{operator}` takes a string, got `{}`", short(value)))
    };
    let contains = |wanted| {
        let text = text()?.to_owned();
        Ok(WhereDocument::Contains { text, wanted })
    };
    let matches = |wanted| {
        let pattern = Regex::new(text()?).map_err(|error| format!("`{operator}`: {error}"))?;
        let pattern = Box::new(pattern);
        Ok(WhereDocument::Matches { pattern, wanted })
    };
    match operator {
        "$and" => Ok(WhereDocument::All(parts(operator, value, parse)?)),
        "$or" => Ok(WhereDocument::Any(parts(operator, value, parse)?)),
        "$contains" => contains(true),
        "$not_contains" => contains(false),
        "$regex" => matches(true),
        "$not_regex" => matches(false),
        other => Err(format!(
            "`{other}` is not an operator; expected `$contains`, `$not_contains`, `$regex`, `$not_regex`, `$and` or `$or`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_invalid_filter_is_refused_with_the_reason() {
        for (filter, wanted) in [
            (
                json!("x"),
                r#"`where_document`: expected an object with one key, got `"x"`"#,
            ),
            (
                json!({"text": "x"}),
                "`where_document`: `text` is not an operator; expected `$contains`, `$not_contains`, `$regex`, `$not_regex`, `$and` or `$or`",
            ),
            (
                json!({"$contains": 1}),
                "`where_document`: `$contains` takes a string, got `1`",
            ),
            (
                json!({"$or": "x"}),
                r#"`where_document`: `$or` takes a list, got `"x"`"#,
            ),
        ] {
            assert_eq!(
                WhereDocument::parse(&filter).unwrap_err().to_string(),
                wanted
            );
        }
        let error = WhereDocument::parse(&json!({"$regex": "("})).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("`where_document`: `$regex`: "),
            "{error}"
        );
    }
}
