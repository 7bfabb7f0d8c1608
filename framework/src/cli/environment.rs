//! Environment variables of flags: their defaults from files, and their names in error messages.

use std::{collections::BTreeMap, env, ffi::OsString};

use clap::{
    Arg, Command,
    error::{ContextKind, ContextValue, ErrorKind},
};

/// Names the environment variable in `error` instead of the flag, if the value came from it.
pub(super) fn name_variable(
    mut error: clap::Error,
    parser: &Command,
    words: &[OsString],
) -> clap::Error {
    let is_value_error = matches!(
        error.kind(),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue
    );
    if is_value_error && let Some(variable) = variable_of(&error, parser, words) {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

fn variable_of(error: &clap::Error, parser: &Command, words: &[OsString]) -> Option<String> {
    let ContextValue::String(name) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let argument = all_arguments(parser).find(|argument| is_flag(name, argument))?;
    let variable = argument.get_env()?;
    let was_typed = words
        .iter()
        .any(|word| is_flag(&word.to_string_lossy(), argument));
    (!was_typed && env::var_os(variable).is_some()).then(|| variable.to_string_lossy().into_owned())
}

/// Sets `variables` as the defaults of the flags that have these environment variables.
pub(super) fn with_variables(parser: Command, variables: &BTreeMap<String, String>) -> Command {
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
    parser
        .mut_args(change)
        .mut_subcommands(|command| command.mut_args(change))
}

/// Returns `true` if `word` is the flag of `argument`: `--port`, `--port=80`, or clap's
/// `--port <PORT>`.
fn is_flag(word: &str, argument: &Arg) -> bool {
    let flag = word.split(['=', ' ']).next().unwrap_or_default();
    argument
        .get_long()
        .is_some_and(|long| flag.strip_prefix("--") == Some(long))
}

fn all_arguments(parser: &Command) -> impl Iterator<Item = &Arg> {
    let commands = std::iter::once(parser).chain(parser.get_subcommands());
    commands.flat_map(Command::get_arguments)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::command_line::CliArguments;

    const EXAMPLE: &str = include_str!("../../../.env.example");

    #[test]
    fn the_example_file_documents_every_variable_of_a_flag() {
        let mut parser = CliArguments::command();
        parser.build();
        let expected: BTreeMap<String, String> = all_arguments(&parser)
            .filter_map(|argument| {
                let variable = argument.get_env()?.to_string_lossy().into_owned();
                let default = argument.get_default_values().first();
                let default =
                    default.map_or_else(String::new, |value| value.to_string_lossy().into_owned());
                Some((variable, default))
            })
            .collect();
        let mut written = BTreeMap::new();
        // The settings of the `toolwright` server have a test of their own.
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
        // The default level depends on the command.
        assert_eq!(
            written
                .insert("TOOLWRIGHT_LOG".into(), String::new())
                .as_deref(),
            Some("warn")
        );
        assert_eq!(written, expected);
    }
}
