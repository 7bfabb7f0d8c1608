//! The root of a sandbox: a new file system that shows little of the machine's.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{StatVfsMountFlags, statvfs},
    mount::{
        MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
        mount_change, mount_remount, unmount,
    },
    process::pivot_root,
};

use super::paths;
use crate::supervise::sandbox::Sandbox;

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
pub(super) fn build(sandbox: &Sandbox) -> io::Result<()> {
    leave_machine()?;
    // Before the others, which may be in it.
    scratch("/tmp")?;
    for path in paths::readable(sandbox) {
        show(&path, Access::Read)?;
    }
    show(&sandbox.folder, Access::Write)?;
    devices()?;
    let processes = in_new("/proc");
    fs::create_dir(&processes)?;
    // A namespace of processes gets its own `/proc` from inside: see `init`.
    mount_bind_recursive(in_old("/proc"), &processes)?;
    enter_new()
}

/// How a path can be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
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
fn show(path: &Path, access: Access) -> io::Result<()> {
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
        true if access == Access::Read => return Ok(()),
        true => {}
        false if found.is_symlink() => return symlink(fs::read_link(&source)?, &target),
        false if found.is_dir() => fs::create_dir(&target)?,
        false => drop(File::create(&target)?),
    }
    mount_bind_recursive(&source, &target)?;
    match access {
        Access::Read => protect(&target),
        Access::Write => Ok(()),
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
    for device in paths::DEVICES {
        show(Path::new(device), Access::Write)?;
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
