//! The ten-line server stays one, and stays no longer than the same in Python.

/// The README's server.
const HELLO: &str = include_str!("../../examples/hello.rs");
/// The same with Python FastMCP, formatted as `black` does.
const PYTHON: &str = include_str!("../clients/python/hello.py");
const README: &str = include_str!("../../README.md");

/// The lines after the one that imports the framework, blank ones included.
fn lines_after<'a>(source: &'a str, import: &str) -> Vec<&'a str> {
    let lines = source.trim_end().lines();
    lines
        .skip_while(|line| !line.starts_with(import))
        .skip(1)
        .collect()
}

#[test]
fn the_first_server_is_ten_lines_and_its_python_twin_is_not_shorter() {
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
fn the_first_server_of_the_readme_is_the_example() {
    let (_, program) = HELLO.split_once("\n\n").unwrap();
    assert!(
        README.contains(program),
        "the README shows another program:\n{program}"
    );
}
