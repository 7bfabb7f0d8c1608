//! The names of projects: what Cargo, Python and every file system take.

use std::path::Path;

const MAX_LENGTH: usize = 64;

/// Names of crates that Cargo refuses, or that would hide a crate that every program has.
const TAKEN: [&str; 14] = [
    "alloc",
    "build",
    "core",
    "deps",
    "examples",
    "incremental",
    "proc_macro",
    "schemars",
    "serde",
    "serde_json",
    "std",
    "test",
    "tokio",
    "toolwright",
];

/// Keywords of Rust, which cannot be the name of a crate.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn \
    for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try \
    type typeof unsafe unsized use virtual where while yield";

/// Returns the name of the project in `folder`: its last part.
///
/// # Errors
/// The mistake in the name.
pub(super) fn of(folder: &Path) -> Result<String, String> {
    let name = folder.file_name().and_then(|name| name.to_str());
    let Some(name) = name.filter(|name| is_written_well(name)) else {
        return Err(format!(
            "`{}` cannot be the name of a project: expected up to {MAX_LENGTH} characters of a-z, 0-9, `-` and `_`, the first of \
             them a letter",
            folder.display()
        ));
    };
    let identifier = name.replace('-', "_");
    let is_keyword = KEYWORDS.split_whitespace().any(|word| word == identifier);
    match is_keyword || TAKEN.contains(&identifier.as_str()) {
        true => Err(format!(
            "`{name}` cannot be the name of a project: Rust or Cargo use it; choose another one"
        )),
        false => Ok(name.to_owned()),
    }
}

fn is_written_well(name: &str) -> bool {
    let is_allowed = |letter: u8| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    name.len() <= MAX_LENGTH
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_last_part_of_the_folder() {
        for folder in ["demo", "./demo", "../a b/demo", "/tmp/demo/"] {
            assert_eq!(of(Path::new(folder)).as_deref(), Ok("demo"));
        }
        assert_eq!(of(Path::new("my-tool_2")).as_deref(), Ok("my-tool_2"));
    }

    #[test]
    fn a_name_that_cargo_would_refuse_is_refused() {
        for name in [
            "", ".", "..", "/", "Demo", "2demo", "_demo", "a b", "naïve", "a.b", "a\nb",
        ] {
            let refused = of(Path::new(name));
            assert!(
                refused.is_err_and(|why| why.contains("expected up to")),
                "{name}"
            );
        }
        assert!(of(Path::new(&"a".repeat(64))).is_ok());
        assert!(of(Path::new(&"a".repeat(65))).is_err());
        for name in ["fn", "test", "proc-macro", "toolwright"] {
            let refused = of(Path::new(name));
            assert!(
                refused.is_err_and(|why| why.contains("Rust or Cargo use it")),
                "{name}"
            );
        }
    }
}
