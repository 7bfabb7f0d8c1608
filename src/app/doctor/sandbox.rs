//! The sandbox of executed code: which parts of it does this machine have?

use toolwright_engines::supervise::sandbox_policy::{SandboxMode, SandboxPolicy};

use super::report::Check;
use crate::admin::texts::health as texts;

/// Checks which parts of the sandbox work. They matter only if code is executed.
pub(super) fn check(sandbox: &SandboxPolicy, executes_code: bool) -> Check {
    let found = sandbox.availability();
    let available = match found.available.as_slice() {
        [] => texts::no_sandbox_part(),
        parts => texts::sandbox_parts(parts.join(", ")),
    };
    let mode = match sandbox.mode() {
        SandboxMode::Auto => "auto",
        SandboxMode::Required => "required",
        SandboxMode::Off => "off",
    };
    let check = Check::ok("sandbox", available).fact(texts::sandbox_mode(mode));
    let check = match found.missing.is_empty() {
        true => check,
        false => check.fact(texts::sandbox_without(found.missing_text())),
    };
    match sandbox.mode() {
        _ if !executes_code => check.fact(texts::no_code_executed()),
        SandboxMode::Off => check.warn(texts::code_unconfined()),
        SandboxMode::Auto if !found.missing.is_empty() => {
            check.warn(texts::code_confined_in_parts())
        }
        SandboxMode::Required if !found.missing.is_empty() => {
            check.broken(texts::no_start_without_all_parts())
        }
        SandboxMode::Auto | SandboxMode::Required => check,
    }
}
