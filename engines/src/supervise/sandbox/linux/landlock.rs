//! Landlock: which files this process and what it becomes can use, for good.

use std::{io, path::PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::paths;
use crate::supervise::sandbox::Sandbox;

/// The rules that are asked for. An older kernel enforces those of them that it knows.
const RULES: ABI = ABI::V6;

/// Restricts this process to the files of the sandbox. It can also no longer use TCP, trace
/// processes outside of the sandbox, or signal them.
///
/// # Errors
/// If the kernel has no Landlock.
pub(super) fn restrict(sandbox: &Sandbox) -> io::Result<()> {
    let status = ruleset(sandbox).map_err(io::Error::other)?;
    match status {
        RulesetStatus::NotEnforced => Err(io::Error::other("the kernel has no Landlock")),
        _ => Ok(()),
    }
}

fn ruleset(sandbox: &Sandbox) -> Result<RulesetStatus, RulesetError> {
    let (read, all) = (AccessFs::from_read(RULES), AccessFs::from_all(RULES));
    let status = Ruleset::default()
        .handle_access(all)?
        .handle_access(AccessNet::from_all(RULES))?
        .scope(Scope::from_all(RULES))?
        .create()?
        .add_rules(path_beneath_rules(readable(sandbox), read))?
        .add_rules(path_beneath_rules(writable(sandbox), all))?
        .restrict_self()?;
    Ok(status.ruleset)
}

fn readable(sandbox: &Sandbox) -> Vec<PathBuf> {
    // A root of its own has nothing else in it.
    match sandbox.parts.namespaces {
        true => vec!["/".into()],
        false => {
            let process = paths::PROCESS.iter().map(PathBuf::from);
            paths::readable(sandbox).chain(process).collect()
        }
    }
}

fn writable(sandbox: &Sandbox) -> Vec<PathBuf> {
    let own: &[&str] = match sandbox.parts.namespaces {
        true => &["/tmp", "/dev/shm"],
        false => &[],
    };
    let own = own.iter().chain(paths::DEVICES).map(PathBuf::from);
    own.chain([sandbox.folder.clone()]).collect()
}
