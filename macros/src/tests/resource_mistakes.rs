//! Mistakes in `#[resource("uri", …)]`, and parameters that a resource cannot have.

use super::refusal::refuses;
use crate::resource::expand as resource;

const USER: &str = "/// A user.\nfn user(id: u64) {}";
const ALL: &str = "/// All users.\nfn all() {}";

#[test]
fn a_uri_comes_first() {
    let message = "`#[resource]` expects a URI first: `#[resource(\"users://{id}\")]`";
    refuses(resource, "name = \"a\"", ALL, &[(message, "name")]);
}

#[test]
fn a_uri_is_followed_by_a_comma() {
    refuses(
        resource,
        "\"a://b\" mime = \"a\"",
        ALL,
        &[("expected `,`", "mime")],
    );
}

#[test]
fn an_unknown_argument_is_refused() {
    let message = "unknown argument `read_only`: expected one of `name`, `title`, `description`, `mime`, `tags`, `meta`, `belongs_to`";
    refuses(
        resource,
        "\"a://b\", read_only",
        ALL,
        &[(message, "read_only")],
    );
}

#[test]
fn a_uri_has_a_scheme() {
    let message = "`users` has no scheme: expected a URI such as `users://{id}`";
    refuses(resource, "\"users\"", ALL, &[(message, "\"users\"")]);
}

#[test]
fn a_scheme_is_no_variable() {
    let message = "`{id}://all` has no scheme: expected a URI such as `users://{id}`";
    refuses(
        resource,
        "\"{id}://all\"",
        USER,
        &[(message, "\"{id}://all\"")],
    );
}

#[test]
fn a_scheme_begins_with_a_letter() {
    let message = "`1st://all` has no scheme: expected a URI such as `users://{id}`";
    refuses(
        resource,
        "\"1st://all\"",
        ALL,
        &[(message, "\"1st://all\"")],
    );
}

#[test]
fn an_open_brace_is_refused() {
    let message = "unbalanced `{` in `users://{id`: expected `{name}`";
    refuses(
        resource,
        "\"users://{id\"",
        ALL,
        &[(message, "\"users://{id\"")],
    );
}

#[test]
fn a_brace_in_a_brace_is_refused() {
    let message = "unbalanced `{` in `users://{a{b}}`: expected `{name}`";
    refuses(
        resource,
        "\"users://{a{b}}\"",
        ALL,
        &[(message, "\"users://{a{b}}\"")],
    );
}

#[test]
fn a_closing_brace_is_refused() {
    let message = "unbalanced `}` in `users://id}`: expected `{name}`";
    refuses(
        resource,
        "\"users://id}\"",
        ALL,
        &[(message, "\"users://id}\"")],
    );
}

#[test]
fn an_empty_variable_is_refused() {
    let message = "empty variable in `users://{}`: expected a name between the braces";
    refuses(
        resource,
        "\"users://{}\"",
        ALL,
        &[(message, "\"users://{}\"")],
    );
}

#[test]
fn a_variable_twice_is_refused() {
    let message = "duplicate variable `id` in `users://{id}/{id}`: expected it once";
    refuses(
        resource,
        "\"users://{id}/{id}\"",
        USER,
        &[(message, "\"users://{id}/{id}\"")],
    );
}

#[test]
fn another_form_of_variable_is_refused() {
    let message =
        "`{#id}` is not supported: expected `{name}`, `{+name}`, `{name*}` or `{?name,name}`";
    refuses(
        resource,
        "\"users://all{#id}\"",
        ALL,
        &[(message, "\"users://all{#id}\"")],
    );
}

#[test]
fn a_query_that_is_not_last_is_refused() {
    let message = "`{?id}` is not at the end: expected the query last";
    let item = "/// A user.\nfn user(id: Option<u64>) {}";
    refuses(
        resource,
        "\"users://{?id}/x\"",
        item,
        &[(message, "\"users://{?id}/x\"")],
    );
}

#[test]
fn a_variable_without_a_parameter_is_refused() {
    let message = "variable `id` has no parameter: expected `id` among those of `all`";
    refuses(
        resource,
        "\"users://{id}\"",
        ALL,
        &[(message, "\"users://{id}\"")],
    );
}

#[test]
fn a_parameter_without_a_variable_is_refused() {
    let message = "parameter `id` has no variable: expected `{id}` in `users://all`";
    refuses(resource, "\"users://all\"", USER, &[(message, "id")]);
}

#[test]
fn a_query_variable_may_be_absent() {
    let message = "query variable `limit` may be absent: expected `Option<_>` or `#[default(…)]`";
    let item = "/// All users.\nfn all(limit: u64) {}";
    refuses(
        resource,
        "\"users://all{?limit}\"",
        item,
        &[(message, "u64")],
    );
}

#[test]
fn each_constraint_is_refused() {
    for (word, attribute) in [
        ("range", "#[range(1..=2)]"),
        ("length", "#[length(1..=2)]"),
        ("pattern", "#[pattern(\"a\")]"),
    ] {
        let message = format!("`#[{word}]` is not for a resource: constraints exist for tools");
        let item = format!("/// A user.\nfn user({attribute} id: u64) {{}}");
        refuses(
            resource,
            "\"users://{id}\"",
            &item,
            &[(&message, attribute)],
        );
    }
}

#[test]
fn a_header_is_refused() {
    let message = "`#[header]` is not for a resource: headers exist for tools";
    let item = "/// A user.\nfn user(#[header(\"Id\")] id: u64) {}";
    refuses(
        resource,
        "\"users://{id}\"",
        item,
        &[(message, "#[header(\"Id\")]")],
    );
}

#[test]
fn a_completer_is_a_function() {
    let message = "`#[complete]` expects a function: `#[complete(cities)]`";
    let item = "/// A user.\nfn user(#[complete(\"ids\")] id: u64) {}";
    refuses(resource, "\"users://{id}\"", item, &[(message, "\"ids\"")]);
}

#[test]
fn a_resource_has_a_doc_comment() {
    let message =
        "`all` has no doc comment: expected `/// …` above it, the description of the resource";
    refuses(resource, "\"a://b\"", "fn all() {}", &[(message, "all")]);
}

#[test]
fn a_bad_name_is_refused() {
    let message =
        "`` is not a name: expected 1 to 64 characters of `A-Z`, `a-z`, `0-9`, `_`, `.`, `/`, `-`";
    refuses(
        resource,
        "\"a://b\", name = \"\"",
        ALL,
        &[(message, "\"\"")],
    );
}
