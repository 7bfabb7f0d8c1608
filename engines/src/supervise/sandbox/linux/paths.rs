//! The paths that programs need to run, wherever they are.

use std::path::PathBuf;

use crate::supervise::sandbox::Sandbox;

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
pub(super) const DEVICES: &[&str] = &[
    "/dev/full",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
];

/// The files of `/proc` that a program may read where `/proc` shows other processes too.
pub(super) const PROCESS: &[&str] = &[
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
