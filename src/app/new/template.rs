//! The files of a new project.

use std::path::Path;

use crate::app::registry::tools_schema;

/// A file of a new project: its path in the folder, and its text.
pub(super) type File = (&'static str, String);

/// Returns the files of a crate that depends on the framework in a folder.
pub(super) fn of_crate(name: &str, framework: &Path) -> Vec<File> {
    // JSON and TOML write the same texts in quotes.
    let framework = serde_json::Value::from(framework.to_string_lossy()).to_string();
    let fill = |text: &str| text.replace("NAME", name).replace("FRAMEWORK", &framework);
    vec![
        ("Cargo.toml", fill(include_str!("crate/Cargo.toml.txt"))),
        ("src/main.rs", fill(include_str!("crate/main.rs.txt"))),
        ("README.md", fill(include_str!("crate/README.md"))),
        (".gitignore", "/target\n".to_owned()),
    ]
}

/// Returns the files of a registry with a tool in Python.
pub(super) fn python(name: &str) -> Vec<File> {
    let fill = |text: &str| text.replace("NAME", name);
    vec![
        ("tools.json", fill(include_str!("python/tools.json"))),
        ("tools.schema.json", tools_schema() + "\n"),
        ("tools/greet.py", fill(include_str!("python/greet.py"))),
        (
            "tests/test_greet.py",
            fill(include_str!("python/test_greet.py")),
        ),
        ("README.md", fill(include_str!("python/README.md"))),
        (
            ".gitignore",
            include_str!("python/gitignore.txt").to_owned(),
        ),
    ]
}

/// Returns what to do with a crate, a line each.
pub(super) fn next_of_crate(folder: &Path) -> Vec<String> {
    let enter = format!("cd {}", folder.display());
    [
        enter.as_str(),
        "cargo test",
        "cargo run -- call greet name=Ada",
        "cargo run -- serve",
    ]
    .map(ToOwned::to_owned)
    .into()
}

/// Returns what to do with a tool in Python, a line each.
pub(super) fn next_of_python(folder: &Path) -> Vec<String> {
    let enter = format!("cd {}", folder.display());
    [
        enter.as_str(),
        "export TOOLWRIGHT_REGISTRY_DIR=\"$PWD\"",
        "toolwright tools test",
        "toolwright call greet name=Ada",
        "toolwright serve",
    ]
    .map(ToOwned::to_owned)
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_framework_is_written_so_that_toml_reads_it() {
        let files = of_crate("demo", Path::new("/a \"b\"/frame\\work"));
        let manifest: toml::Table = toml::from_str(&files[0].1).unwrap();
        assert_eq!(manifest["package"]["name"].as_str(), Some("demo"));
        assert_eq!(
            manifest["dependencies"]["toolwright"]["path"].as_str(),
            Some("/a \"b\"/frame\\work")
        );
    }
}
