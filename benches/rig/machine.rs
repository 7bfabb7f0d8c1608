//! Describes the machine and the versions of a measurement.

use std::{fs, process::Command};

use super::workshop::benches;

/// Describes the machine and the versions, as lines of a Markdown list.
pub(crate) fn describe_machine() -> String {
    let lines = [
        ("Date", output("date", &["-u", "+%Y-%m-%d %H:%M UTC"])),
        (
            "Processor",
            format!(
                "{}, {} cores",
                field("/proc/cpuinfo", "model name"),
                cores()
            ),
        ),
        ("Memory", memory()),
        ("Kernel", output("uname", &["-sr"])),
        ("Compiler", output("rustc", &["--version"])),
        ("Load generator", first_line(&output("wrk", &["-v"]))),
        (
            "Rust peers",
            locked(&["axum", "hyper", "tokio", "serde_json", "rmcp"]),
        ),
        (
            "Python peer",
            pinned(&["fastmcp-slim", "mcp", "uvicorn", "pydantic"]),
        ),
        ("Commit", commit()),
    ];
    lines
        .iter()
        .map(|(name, value)| format!("- {name}: {value}\n"))
        .collect()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(0, usize::from)
}

fn memory() -> String {
    let kib: u64 = field("/proc/meminfo", "MemTotal")
        .trim_end_matches(" kB")
        .parse()
        .unwrap_or(0);
    format!("{} GiB", kib.div_ceil(1024 * 1024))
}

fn commit() -> String {
    let changed = output("git", &["status", "--porcelain", "--", "src", "macros"]);
    let suffix = if changed.is_empty() {
        ""
    } else {
        " and changes"
    };
    output("git", &["rev-parse", "--short", "HEAD"]) + suffix
}

/// Returns the output of a command, from both streams.
fn output(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    let ended = command.args(arguments).current_dir(benches()).output();
    let text = ended
        .map(|ended| [ended.stdout, ended.stderr].concat())
        .unwrap_or_default();
    String::from_utf8_lossy(&text).trim().to_owned()
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// The value of `name : value` in a file.
fn field(file: &str, name: &str) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    let mut values = lines
        .filter(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim());
    values.next().unwrap_or_default().to_owned()
}

/// The versions of these crates among the peers.
fn locked(names: &[&str]) -> String {
    let lock = fs::read_to_string(benches().join("peers/Cargo.lock")).unwrap_or_default();
    let version = |name: &str| {
        let (_, rest) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
        Some(format!("{name} {}", rest.split('"').next()?))
    };
    names
        .iter()
        .filter_map(|name| version(name))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The versions of these packages of the Python peer.
fn pinned(names: &[&str]) -> String {
    let pins = fs::read_to_string(benches().join("peers/requirements.txt")).unwrap_or_default();
    let lines = pins.lines().filter_map(|line| line.split_once("=="));
    let plain = lines.map(|(name, version)| (name.split('[').next().unwrap_or_default(), version));
    let named = plain.filter(|(name, _)| names.contains(name));
    named
        .map(|(name, version)| format!("{name} {version}"))
        .collect::<Vec<_>>()
        .join(", ")
}
