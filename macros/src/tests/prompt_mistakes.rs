//! Mistakes in `#[prompt(…)]`, and parameters that a prompt cannot have.

use super::refusal::refuses;
use crate::prompt::expand as prompt;

const PLAN: &str = "/// Plan.\nfn plan(goal: String) {}";

#[test]
fn an_unknown_argument_is_refused() {
    let message = "unknown argument `mime`: expected one of `name`, `title`, `description`, `tags`, `belongs_to`";
    refuses(prompt, "mime = \"a/b\"", PLAN, &[(message, "mime")]);
}

#[test]
fn each_constraint_is_refused() {
    for (word, attribute) in [
        ("range", "#[range(1..=2)]"),
        ("length", "#[length(1..=2)]"),
        ("pattern", "#[pattern(\"a\")]"),
    ] {
        let message = format!("`#[{word}]` is not for a prompt: constraints exist for tools");
        let item = format!("/// Plan.\nfn plan({attribute} goal: String) {{}}");
        refuses(prompt, "", &item, &[(&message, attribute)]);
    }
}

#[test]
fn a_header_is_refused() {
    let message = "`#[header]` is not for a prompt: headers exist for tools";
    let item = "/// Plan.\nfn plan(#[header(\"Goal\")] goal: String) {}";
    refuses(prompt, "", item, &[(message, "#[header(\"Goal\")]")]);
}

#[test]
fn a_prompt_has_a_doc_comment() {
    let message =
        "`plan` has no doc comment: expected `/// …` above it, the description of the prompt";
    refuses(prompt, "", "fn plan() {}", &[(message, "plan")]);
}

#[test]
fn a_bad_name_is_refused() {
    let message = "`plan!` is not a name: expected 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.`, `/`, `-`";
    refuses(prompt, "name = \"plan!\"", PLAN, &[(message, "\"plan!\"")]);
}
