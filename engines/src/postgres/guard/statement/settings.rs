//! The check of settings that a statement shows: some contain passwords.
//!
//! PostgreSQL hides such settings from ordinary roles, but not from a superuser. A statement that
//! shows all settings, or one whose name cannot be read here, is refused too.

use super::{
    names::name_of,
    refusal::Refusal,
    scanner::{Token, TokenKind},
};

/// Parts of the names of settings that contain secrets. Users name settings too: `app.jwt_secret`.
const SECRET_PARTS: [&str; 6] = [
    "conninfo",
    "credential",
    "passphrase",
    "password",
    "secret",
    "token",
];

/// Settings of commands, which may contain passwords.
const COMMANDS: [&str; 4] = [
    "archive_cleanup_command",
    "archive_command",
    "recovery_end_command",
    "restore_command",
];

/// Settings with such a name that contain no secret.
const HARMLESS: [&str; 1] = ["password_encryption"];

/// Refuses a statement that shows a setting with a secret.
///
/// The tokens must not contain white space and comments.
pub(super) fn check(tokens: &[Token<'_>]) -> Result<(), Refusal> {
    let mut statement = tokens.iter().skip_while(|token| token.is_mark(";"));
    if statement.next().is_some_and(|token| token.is_word("show")) {
        let names = statement.map_while(|token| match token.text {
            "." => Some(".".into()),
            _ => name_of(token),
        });
        // Also a name in quotes is compared without case.
        let name = names.collect::<String>().to_ascii_lowercase();
        return match name == "all" {
            true => Err(Refusal::AllSettings),
            false => refuse(&name),
        };
    }
    for (at, token) in tokens.iter().enumerate() {
        if name_of(token).is_some_and(|name| name == "current_setting") {
            let is_attribute = at > 0 && tokens[at - 1].is_mark(".");
            literal_name(&tokens[at + 1..], is_attribute)?;
        }
    }
    Ok(())
}

/// Checks the argument of `current_setting`, which must be a plain literal.
///
/// Without parentheses the name is that of a column, or after a dot perhaps a call.
fn literal_name(tokens: &[Token<'_>], is_attribute: bool) -> Result<(), Refusal> {
    let (name, end) = match tokens {
        [open, name, end, ..] if open.is_mark("(") => (name, end),
        _ if is_attribute => return Err(Refusal::UnknownSetting),
        _ => return Ok(()),
    };
    let plain = name
        .text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    let is_end = end.is_mark(")") || end.is_mark(",");
    match plain.filter(|_| name.kind == TokenKind::Text && is_end) {
        Some(name) => refuse(&name.to_ascii_lowercase()),
        None => Err(Refusal::UnknownSetting),
    }
}

fn refuse(name: &str) -> Result<(), Refusal> {
    let is_secret = SECRET_PARTS.iter().any(|part| name.contains(part)) || COMMANDS.contains(&name);
    match is_secret && !HARMLESS.contains(&name) {
        true => Err(Refusal::SecretSetting {
            name: name.to_owned(),
        }),
        false => Ok(()),
    }
}
