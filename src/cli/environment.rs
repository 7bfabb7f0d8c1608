//! Which environment variable a refused value came from, so that the message can name it.

use std::{collections::BTreeMap, env, ffi::OsString};

use clap::{
    Arg, Command,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// The same error, which names the variable where the value came from one: clap itself names the flag.
pub(super) fn blame(mut error: clap::Error, grammar: &Command, words: &[OsString]) -> clap::Error {
    let is_about_a_value = matches!(
        error.kind(),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue
    );
    if is_about_a_value && let Some(variable) = culprit(&error, grammar, words) {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

fn culprit(error: &clap::Error, grammar: &Command, words: &[OsString]) -> Option<String> {
    let ContextValue::String(name) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let argument = all_arguments(grammar).find(|argument| is_flag(name, argument))?;
    let variable = argument.get_env()?;
    let was_typed = words
        .iter()
        .any(|word| is_flag(&word.to_string_lossy(), argument));
    (!was_typed && env::var_os(variable).is_some()).then(|| variable.to_string_lossy().into_owned())
}

/// `grammar` with `variables` as the defaults of the flags that belong to them.
pub(super) fn with_variables(grammar: Command, variables: &BTreeMap<String, String>) -> Command {
    let known = |argument: &Arg| {
        let variable = argument.get_env()?.to_str()?;
        variables.get(variable).cloned()
    };
    let change = |argument: Arg| match known(&argument) {
        Some(value) if argument.get_value_delimiter().is_some() => {
            let values: Vec<_> = value.split(',').map(ToOwned::to_owned).collect();
            argument.default_values(values)
        }
        Some(value) => argument.default_value(value),
        None => argument,
    };
    grammar
        .mut_args(change)
        .mut_subcommands(|command| command.mut_args(change))
}

/// Whether `word` is the flag of `argument`: `--port`, `--port=80`, or `--port <PORT>` as clap writes it.
fn is_flag(word: &str, argument: &Arg) -> bool {
    let flag = word.split(['=', ' ']).next().unwrap_or_default();
    argument
        .get_long()
        .is_some_and(|long| flag.strip_prefix("--") == Some(long))
}

fn all_arguments(grammar: &Command) -> impl Iterator<Item = &Arg> {
    let commands = std::iter::once(grammar).chain(grammar.get_subcommands());
    commands.flat_map(Command::get_arguments)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::arguments::Arguments;

    const EXAMPLE: &str = include_str!("../../.env.example");

    #[test]
    fn the_example_file_has_every_variable_with_its_default_and_a_comment() {
        let mut grammar = Arguments::command();
        grammar.build();
        let expected: BTreeMap<String, String> = all_arguments(&grammar)
            .filter_map(|argument| {
                let variable = argument.get_env()?.to_string_lossy().into_owned();
                let default = argument.get_default_values().first();
                let default =
                    default.map_or_else(String::new, |value| value.to_string_lossy().into_owned());
                Some((variable, default))
            })
            .collect();
        let mut written = BTreeMap::new();
        // The settings of the `toolwright` server alone are held to the file by tests of theirs.
        let is_flag = |variable: &str| expected.contains_key(variable);
        let mut explained = false;
        for line in EXAMPLE.lines() {
            if let Some((variable, value)) = line.split_once('=').filter(|_| !line.starts_with('#'))
            {
                assert!(explained, "`{variable}` has no comment");
                if is_flag(variable) {
                    written.insert(variable.to_owned(), value.to_owned());
                }
            }
            explained = line.starts_with('#');
        }
        // Where it is not said, each command has a level of its own.
        assert_eq!(
            written
                .insert("TOOLWRIGHT_LOG".into(), String::new())
                .as_deref(),
            Some("warn")
        );
        assert_eq!(written, expected);
    }
}
