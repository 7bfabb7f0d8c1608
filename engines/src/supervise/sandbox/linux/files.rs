//! The files that a program in a sandbox can use.
//!
//! [`build_root`] gives it a root of its own, which shows little of the machine's file system.
//! [`restrict_files`] has Landlock enforce the same, also where there is no such root.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::{
    fs::{StatVfsMountFlags, statvfs},
    mount::{
        MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
        mount_change, mount_remount, unmount,
    },
    process::pivot_root,
};

use super::super::Sandbox;

/// Programs, libraries and their settings, without anything that could be a secret.
const SYSTEM: &[&str] = &[
    "/bin",
    "/sbin",
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/fonts",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/pki",
    "/etc/ssl/certs",
    "/sys/devices/system/cpu",
];

/// The devices that programs use.
const DEVICES: &[&str] = &[
    "/dev/full",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
];

/// The files of `/proc` that a program may read where `/proc` shows other processes too.
const PROCESS: &[&str] = &[
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys/kernel/random",
    "/proc/uptime",
    "/proc/version",
];

/// Returns what a program in this sandbox can read and execute.
pub(super) fn readable(sandbox: &Sandbox) -> impl Iterator<Item = PathBuf> {
    let system = SYSTEM.iter().map(PathBuf::from);
    system.chain(sandbox.readable.iter().cloned())
}

/// A folder that every system has. What is in it stays reachable below [`OLD`].
const ANY_FOLDER: &str = "/tmp";
/// The machine's root while the new one is built.
const OLD: &str = "/old";
/// The new root while it is built.
const NEW: &str = "/new";
/// The size of `/tmp` and of shared memory. What is in them is not counted as memory of a process.
const SCRATCH: &std::ffi::CStr = c"size=64m,mode=1777";

/// Gives this process a root with the system's programs, the readable paths and the folder of the
/// sandbox. Only the folder, `/tmp` and shared memory can be written to.
///
/// This process must be in a mount namespace of its own.
///
/// # Errors
/// If the kernel does not allow to mount.
pub(super) fn build_root(sandbox: &Sandbox) -> io::Result<()> {
    leave_machine()?;
    // Before the others, which may be in it.
    scratch("/tmp")?;
    for path in readable(sandbox) {
        show(&path, FileAccess::Read)?;
    }
    show(&sandbox.folder, FileAccess::Write)?;
    devices()?;
    let processes = in_new("/proc");
    fs::create_dir(&processes)?;
    // A namespace of processes gets its own `/proc` from inside: see `start_init`.
    mount_bind_recursive(in_old("/proc"), &processes)?;
    enter_new()
}

/// How a path can be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileAccess {
    Read,
    Write,
}

/// Makes an empty file system the root, with the machine's root below [`OLD`].
fn leave_machine() -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", ANY_FOLDER, "tmpfs", flags, None)?;
    let inside = |path: &str| PathBuf::from(format!("{ANY_FOLDER}{path}"));
    fs::create_dir(inside(OLD))?;
    fs::create_dir(inside(NEW))?;
    pivot_root(ANY_FOLDER, inside(OLD))?;
    std::env::set_current_dir("/")?;
    Ok(mount_bind(NEW, NEW)?)
}

/// Shows a path of the machine at the same place of the new root. What does not exist is left out.
fn show(path: &Path, access: FileAccess) -> io::Result<()> {
    let (source, target) = (in_old(path), in_new(path));
    let Ok(found) = fs::symlink_metadata(&source) else {
        return Ok(());
    };
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    let is_there = fs::symlink_metadata(&target).is_ok();
    match is_there {
        // It is part of a folder that is readable already.
        true if access == FileAccess::Read => return Ok(()),
        true => {}
        false if found.is_symlink() => return symlink(fs::read_link(&source)?, &target),
        false if found.is_dir() => fs::create_dir(&target)?,
        false => drop(File::create(&target)?),
    }
    mount_bind_recursive(&source, &target)?;
    match access {
        FileAccess::Read => protect(&target),
        FileAccess::Write => Ok(()),
    }
}

/// Makes a mount read-only. The kernel does not allow to lift the other restrictions that it has.
fn protect(target: &Path) -> io::Result<()> {
    let kept = [
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];
    let now = statvfs(target)?.f_flag;
    let kept = kept.iter().filter(|(flag, _)| now.contains(*flag));
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID;
    let flags = kept.fold(flags, |flags, (_, flag)| flags | *flag);
    Ok(mount_remount(target, flags, "")?)
}

fn devices() -> io::Result<()> {
    fs::create_dir(in_new("/dev"))?;
    for device in DEVICES {
        show(Path::new(device), FileAccess::Write)?;
    }
    for (name, target) in [
        ("/dev/fd", "/proc/self/fd"),
        ("/dev/stdin", "/proc/self/fd/0"),
        ("/dev/stdout", "/proc/self/fd/1"),
        ("/dev/stderr", "/proc/self/fd/2"),
    ] {
        symlink(target, in_new(name))?;
    }
    scratch("/dev/shm")
}

/// Mounts an empty file system in memory, of limited size.
fn scratch(path: &str) -> io::Result<()> {
    let target = in_new(path);
    fs::create_dir_all(&target)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", &target, "tmpfs", flags, SCRATCH)?)
}

/// Makes the new root the root, and leaves the machine's for good.
fn enter_new() -> io::Result<()> {
    let old = "/.old";
    fs::create_dir(in_new(old))?;
    pivot_root(NEW, in_new(old))?;
    std::env::set_current_dir("/")?;
    unmount(old, UnmountFlags::DETACH)?;
    fs::remove_dir(old)?;
    protect(Path::new("/"))
}

fn in_old(path: impl AsRef<Path>) -> PathBuf {
    below(OLD, path.as_ref())
}

fn in_new(path: impl AsRef<Path>) -> PathBuf {
    below(NEW, path.as_ref())
}

fn below(root: &str, path: &Path) -> PathBuf {
    Path::new(root).join(path.strip_prefix("/").unwrap_or(path))
}

/// The rules that are asked for. An older kernel enforces those of them that it knows.
const RULES: ABI = ABI::V6;

/// Restricts this process to the files of the sandbox. It can also no longer use TCP, trace
/// processes outside of the sandbox, or signal them.
///
/// # Errors
/// If the kernel has no Landlock.
pub(super) fn restrict_files(sandbox: &Sandbox) -> io::Result<()> {
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
        .add_rules(path_beneath_rules(readable_files(sandbox), read))?
        .add_rules(path_beneath_rules(writable_files(sandbox), all))?
        .restrict_self()?;
    Ok(status.ruleset)
}

fn readable_files(sandbox: &Sandbox) -> Vec<PathBuf> {
    // A root of its own has nothing else in it.
    match sandbox.parts.namespaces {
        true => vec!["/".into()],
        false => {
            let process = PROCESS.iter().map(PathBuf::from);
            readable(sandbox).chain(process).collect()
        }
    }
}

fn writable_files(sandbox: &Sandbox) -> Vec<PathBuf> {
    let own: &[&str] = match sandbox.parts.namespaces {
        true => &["/tmp", "/dev/shm"],
        false => &[],
    };
    let own = own.iter().chain(DEVICES).map(PathBuf::from);
    own.chain([sandbox.folder.clone()]).collect()
}
