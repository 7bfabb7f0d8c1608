//! [`normalize`]: takes out of a message what is different on another machine or after an unrelated
//! change.

use regex_lite::Regex;

use super::CASES;

/// Returns the message without the versions, places and line numbers of other files than the case.
pub(super) fn normalize(message: &str) -> String {
    let blocks = message.trim_end().split("\n\n");
    let blocks = blocks.filter(|block| {
        !block.starts_with("error: aborting due to") && !block.starts_with("For more information")
    });
    let blocks: Vec<String> = blocks.map(block).collect();
    format!("{}\n", blocks.join("\n\n"))
}

/// Normalizes one diagnostic: a heading, then lines with a gutter for line numbers.
fn block(text: &str) -> String {
    let arrow = Regex::new(r"^( *(?:-->|:::) )(.*?)(?::\d+)*$").unwrap();
    let count = Regex::new(r"and \d+ others").unwrap();
    let mut is_elsewhere = false;
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !is_about_long_names(line)) {
        let line = count.replace(line, "and $$N others");
        match arrow.captures(&line) {
            Some(found) => {
                is_elsewhere = !found[2].starts_with(CASES);
                lines.push(if is_elsewhere {
                    format!("{}{}", &found[1], place(&found[2]))
                } else {
                    line.replace(CASES, "ui")
                });
            }
            None if is_elsewhere => lines.push(without_number(&line)),
            None => lines.push(line.into_owned()),
        }
    }
    narrow(&lines)
}

/// Whether a line only says where the compiler wrote a long name of a type.
fn is_about_long_names(line: &str) -> bool {
    line.contains("= note: the full name for the type has been written to")
        || line.contains("= note: consider using `--verbose` to print the full type name")
}

/// Replaces the line number before a line of code with spaces.
fn without_number(line: &str) -> String {
    let number = Regex::new(r"^ *\d+ \|").unwrap();
    match number.find(line) {
        Some(found) => " ".repeat(found.len() - 1) + &line[found.len() - 1..],
        None => line.to_owned(),
    }
}

/// Makes the gutter as narrow as the line numbers that are left allow.
fn narrow(lines: &[String]) -> String {
    let number = Regex::new(r"^ *(\d+) \|").unwrap();
    let digits = |line: &String| number.captures(line).map_or(1, |found| found[1].len());
    let needed = lines.iter().map(digits).max().unwrap_or(1);
    let spaces = |line: &String| line.len() - line.trim_start().len();
    let is_arrow = |line: &&String| line.trim_start().starts_with("--> ");
    let width = lines.iter().find(is_arrow).map_or(needed, spaces);
    let surplus = " ".repeat(width.saturating_sub(needed));
    let cut = |line: &String| line.strip_prefix(&surplus).unwrap_or(line).to_owned();
    lines.iter().map(cut).collect::<Vec<_>>().join("\n")
}

/// Returns the path of another file as it is on every machine.
fn place(path: &str) -> String {
    let registry = Regex::new(r"^.*/registry/src/[^/]+/([^/]+?)-\d[^/]*/").unwrap();
    let library = Regex::new(r"^.*/library/").unwrap();
    let path = registry.replace(path, "$$CARGO/$1-$$VERSION/");
    library.replace(&path, "$$RUST/").into_owned()
}
