//! The first server of the README has ten lines, no more than the same server in Python.

/// The first server of the README.
const HELLO: &str = include_str!("../../examples/hello.rs");
/// The same server with Python FastMCP, formatted by `black`.
const PYTHON: &str = include_str!("../clients/python/hello.py");
const README: &str = include_str!("../../README.md");

/// Counts the lines after the import of the framework, including blank ones.
fn lines_after<'a>(source: &'a str, import: &str) -> Vec<&'a str> {
    let lines = source.trim_end().lines();
    lines
        .skip_while(|line| !line.starts_with(import))
        .skip(1)
        .collect()
}

#[test]
fn the_first_server_has_ten_lines_as_its_python_twin() {
    let ours = lines_after(HELLO, "use toolwright::prelude");
    assert_eq!(ours.last(), Some(&"}"));
    let between = ours.len() - 1;
    assert!(
        between <= 10,
        "{between} lines between `use` and the end of `main`"
    );
    let theirs = lines_after(PYTHON, "from fastmcp import").len();
    assert!(
        ours.len() <= theirs,
        "{} lines, and Python has {theirs}",
        ours.len()
    );
}

#[test]
fn the_readme_shows_the_example_hello() {
    let (_, program) = HELLO.split_once("\n\n").unwrap();
    assert!(
        README.contains(program),
        "the README shows another program:\n{program}"
    );
}
