//! Variables of this process in the values of a configuration: `${NAME}`.

use std::collections::BTreeMap;

use toolwright::client::ConnectionError;

/// Replaces the variables in each text.
pub(crate) fn expand_all(
    texts: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, ConnectionError> {
    let expanded = |(name, text): (&String, &String)| Ok((name.clone(), expand(text)?));
    texts.iter().map(expanded).collect()
}

/// Replaces each `${NAME}` with the variable of this process, and `${NAME:-text}` with the text if
/// there is no such variable.
pub(crate) fn expand(text: &str) -> Result<String, ConnectionError> {
    let (mut expanded, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("${") {
        expanded.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            expanded.push_str("${");
            rest = after;
            continue;
        };
        let (name, default) = match name.split_once(":-") {
            Some((name, default)) => (name, Some(default.to_owned())),
            None => (name, None),
        };
        let value = std::env::var(name).ok().or(default);
        let missing = || ConnectionError::Unreachable(format!("the variable `{name}` is not set"));
        expanded.push_str(&value.ok_or_else(missing)?);
        rest = after;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_and_a_missing_one_is_named() {
        let path = std::env::var("PATH").unwrap();
        assert_eq!(expand("a${PATH}b").unwrap(), format!("a{path}b"));
        assert_eq!(expand("${NO_SUCH_VARIABLE:-x}$y${").unwrap(), "x$y${");
        let error = expand("${NO_SUCH_VARIABLE}").unwrap_err().to_string();
        assert!(error.contains("`NO_SUCH_VARIABLE` is not set"), "{error}");
    }
}
