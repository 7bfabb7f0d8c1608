//! Mistakes in `#[tool(…)]`, and parameters that a tool cannot have.

use super::refusal::refuses;
use crate::tool::expand as tool;

const ADD: &str = "/// Add.\nfn add(a: i64) {}";

#[test]
fn an_unknown_argument_is_refused() {
    let message = "unknown argument `colour`: expected one of `name`, `title`, `description`, `tags`, `timeout`, \
                   `read_only`, `destructive`, `idempotent`, `open_world`, `parallel`, `task`, `scopes`, `confirm`, \
                   `rate_limit`, `meta`, `icons`, `examples`";
    refuses(tool, "colour = \"red\"", ADD, &[(message, "colour")]);
}

#[test]
fn an_argument_twice_is_refused() {
    let message = "duplicate argument `name`: expected it once";
    refuses(
        tool,
        "name = \"a\", name = \"b\"",
        ADD,
        &[(message, "name")],
    );
}

#[test]
fn arguments_that_are_not_a_list_are_refused() {
    refuses(tool, "name \"a\"", ADD, &[("expected `,`", "\"a\"")]);
}

#[test]
fn an_argument_that_wants_a_text_gets_one() {
    let message = "`title` expects a text: `title = \"…\"`";
    refuses(tool, "title = 5", ADD, &[(message, "title = 5")]);
}

#[test]
fn an_argument_that_wants_a_list_gets_one() {
    let message = "`tags` expects a list of texts: `tags(\"…\")`";
    refuses(tool, "tags = \"a\"", ADD, &[(message, "tags = \"a\"")]);
}

#[test]
fn an_argument_that_wants_nothing_gets_nothing() {
    let message = "`read_only` takes no value: expected `read_only` alone";
    refuses(
        tool,
        "read_only = true",
        ADD,
        &[(message, "read_only = true")],
    );
}

#[test]
fn an_unknown_way_to_be_a_task_is_refused() {
    let message = "`task` stands alone or is one of `\"required\"`, `\"on_demand\"`";
    refuses(
        tool,
        "task = \"never\"",
        ADD,
        &[(message, "task = \"never\"")],
    );
    refuses(tool, "task(1)", ADD, &[(message, "task(1)")]);
}

#[test]
fn empty_tags_are_refused() {
    refuses(
        tool,
        "tags()",
        ADD,
        &[("`tags` is empty: expected at least one text", "tags()")],
    );
}

#[test]
fn an_empty_tag_is_refused() {
    let message = "empty text in `tags`: expected at least one character";
    refuses(tool, "tags(\"a\", \" \")", ADD, &[(message, "\" \"")]);
}

#[test]
fn empty_scopes_are_refused() {
    refuses(
        tool,
        "scopes()",
        ADD,
        &[("`scopes` is empty: expected at least one text", "scopes()")],
    );
}

#[test]
fn a_bad_timeout_is_refused() {
    let message = "`soon` is not a timeout: expected a whole number above 0 and a unit, `ms`, `s`, `m` or `h`, \
                   as in `5s`";
    refuses(tool, "timeout = \"soon\"", ADD, &[(message, "\"soon\"")]);
}

#[test]
fn a_bad_name_is_refused() {
    let message = "`a b` is not a name: expected 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.`, `/`, `-`";
    refuses(tool, "name = \"a b\"", ADD, &[(message, "\"a b\"")]);
}

#[test]
fn a_long_name_is_refused() {
    let name = "a".repeat(65);
    let message = format!(
        "`{name}` is not a name: expected 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.`, `/`, `-`"
    );
    refuses(
        tool,
        &format!("name = \"{name}\""),
        ADD,
        &[(&message, &format!("\"{name}\""))],
    );
}

#[test]
fn a_function_name_that_is_no_tool_name_is_refused() {
    let message = "`größe` is not a name: expected 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.`, `/`, `-`";
    refuses(tool, "", "/// Size.\nfn größe() {}", &[(message, "größe")]);
}

#[test]
fn destructive_contradicts_read_only() {
    let message = "`destructive` contradicts `read_only`: expected one of them";
    refuses(
        tool,
        "destructive, read_only",
        ADD,
        &[(message, "destructive")],
    );
}

#[test]
fn a_placeholder_without_a_parameter_is_refused() {
    let message = "no parameter for `{path}` in `confirm`: expected one of `file`, `type`";
    let item = "/// Delete.\nfn delete(file: String, r#type: String) {}";
    refuses(
        tool,
        "confirm = \"Delete {path}?\"",
        item,
        &[(message, "\"Delete {path}?\"")],
    );
}

#[test]
fn a_placeholder_in_a_function_without_parameters_is_refused() {
    let message = "no parameter for `{path}` in `confirm`: the function has none";
    refuses(
        tool,
        "confirm = \"{path}?\"",
        "/// Delete.\nfn delete() {}",
        &[(message, "\"{path}?\"")],
    );
}

#[test]
fn an_empty_placeholder_is_refused() {
    let message = "empty placeholder in `confirm`: expected the name of a parameter";
    refuses(tool, "confirm = \"{}?\"", ADD, &[(message, "\"{}?\"")]);
}

#[test]
fn an_open_brace_in_confirm_is_refused() {
    let message = "unbalanced `{` in `confirm`: expected `{name}`, or `{{` for a brace";
    refuses(tool, "confirm = \"{a\"", ADD, &[(message, "\"{a\"")]);
}

#[test]
fn a_closing_brace_in_confirm_is_refused() {
    let message = "unbalanced `}` in `confirm`: expected `{name}`, or `}}` for a brace";
    refuses(tool, "confirm = \"a}\"", ADD, &[(message, "\"a}\"")]);
}

#[test]
fn completion_is_refused() {
    let message =
        "`#[complete]` is not for a tool: completion exists for prompts and resource templates";
    let item = "/// Add.\nfn add(#[complete(names)] a: String) {}";
    refuses(tool, "", item, &[(message, "#[complete(names)]")]);
}

#[test]
fn an_argument_with_a_form_of_its_own_shows_it() {
    let limit =
        "`rate_limit` expects `rate_limit(per_minute = 10, per_hour = 100, concurrent = 2)`";
    let meta = "`meta` expects `meta(\"vendor/key\" = value)`";
    let examples = "`examples` expects `examples(\"sentence\", {\"parameter\": value})`";
    for (attribute, message) in [
        ("rate_limit = 5", limit),
        ("rate_limit()", limit),
        ("rate_limit(per_minute = 0)", limit),
        ("rate_limit(per_second = 1)", limit),
        ("meta(key = 5)", meta),
        ("meta", meta),
        ("examples([1])", examples),
        ("examples(1)", examples),
    ] {
        refuses(tool, attribute, ADD, &[(message, attribute)]);
    }
    let message = "an example is empty: expected a sentence that asks for the tool";
    refuses(tool, "examples(\" \")", ADD, &[(message, "\" \"")]);
    let message = "`description` expects a value: `description = \"…\"`";
    refuses(tool, "description", ADD, &[(message, "description")]);
}
