//! The sandbox of executed code: which parts of it does this machine have?

use toolwright_engines::supervise::sandbox_policy::{SandboxMode, SandboxPolicy};

use super::report::Check;

/// Checks which parts of the sandbox work. They matter only if code is executed.
pub(super) fn check(sandbox: &SandboxPolicy, executes_code: bool) -> Check {
    let found = sandbox.availability();
    let available = match found.available.as_slice() {
        [] => "this machine has no part of it".to_owned(),
        parts => format!("this machine has {}", parts.join(", ")),
    };
    let mode = match sandbox.mode() {
        SandboxMode::Auto => "auto",
        SandboxMode::Required => "required",
        SandboxMode::Off => "off",
    };
    let check = Check::ok("sandbox", available).fact(format!("`TOOLWRIGHT_CODE_SANDBOX={mode}`"));
    let check = match found.missing.is_empty() {
        true => check,
        false => check.fact(format!("without {}", found.missing_text())),
    };
    match sandbox.mode() {
        _ if !executes_code => check.fact("no code is executed"),
        SandboxMode::Off => check.warn(
            "executed code may do what the server may do: set `TOOLWRIGHT_CODE_SANDBOX` to `auto` or `required`",
        ),
        SandboxMode::Auto if !found.missing.is_empty() => check.warn(
            "executed code is confined by these parts alone: allow user namespaces, or run the server in a container",
        ),
        SandboxMode::Required if !found.missing.is_empty() => {
            check.broken("the server does not start without all parts: see `docs/server.md`")
        }
        SandboxMode::Auto | SandboxMode::Required => check,
    }
}
