//! Mistakes in parameters, which are refused alike wherever the parameter's attribute exists.

use super::refusal::refuses;
use crate::tool::expand as tool;

#[test]
fn a_pattern_is_refused() {
    let message = "pattern `(a, b)` is not supported: expected a plain name";
    refuses(
        tool,
        "",
        "/// Add.\nfn add((a, b): (i64, i64)) {}",
        &[(message, "(a, b)")],
    );
}

#[test]
fn a_parameter_without_a_name_is_refused() {
    let message = "pattern `_` is not supported: expected a plain name";
    refuses(tool, "", "/// Add.\nfn add(_: i64) {}", &[(message, "_")]);
}

#[test]
fn a_borrowed_text_is_refused() {
    let message = "`&str` is borrowed: take `String`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(a: &str) {}",
        &[(message, "&str")],
    );
}

#[test]
fn a_borrowed_slice_is_refused() {
    let message = "`&[Vec<u8>]` is borrowed: take `Vec<Vec<u8>>`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(a: &[Vec<u8>]) {}",
        &[(message, "&[Vec<u8>]")],
    );
}

#[test]
fn a_borrowed_context_is_refused() {
    let message = "`&Context` is borrowed: take `Context`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(ctx: &Context) {}",
        &[(message, "&Context")],
    );
}

#[test]
fn a_reference_inside_a_type_is_refused() {
    let message = "`&'static str` is borrowed: take `String`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(a: Option<&'static str>) {}",
        &[(message, "&'static str")],
    );
}

#[test]
fn a_lifetime_inside_a_type_is_refused() {
    let message = "lifetime `'_` is not supported: expected an owned type";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(a: Cow<'_, str>) {}",
        &[(message, "'_")],
    );
}

#[test]
fn a_conditional_parameter_is_refused() {
    let message = "`#[cfg]` is not for a parameter: expected it on the function";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[cfg(test)] a: i64) {}",
        &[(message, "#[cfg(test)]")],
    );
}

#[test]
fn a_default_outside_of_its_constraint_is_refused() {
    let range = |default, range| format!("default `{default}` is outside of the range `{range}`");
    let empty = "default \"\" is not of the length `1..`".to_owned();
    let capital = "default \"A\" does not match the pattern `^[a-z]$`".to_owned();
    for (parameter, message, culprit) in [
        (
            "#[default(0)] #[range(1..=5)] a: u8",
            range("0", "1..=5"),
            "0",
        ),
        (
            "#[range(1..5)] #[default(5)] a: u8",
            range("5", "1..5"),
            "5",
        ),
        (
            "#[default(-1.5)] #[range(0.0..)] a: f64",
            range("-1.5", "0.0.."),
            "-1.5",
        ),
        (
            "#[default(6)] #[range(..6)] a: Option<u8>",
            range("6", "..6"),
            "6",
        ),
        ("#[default(\"\")] #[length(1..)] a: String", empty, "\"\""),
        (
            "#[default(\"A\")] #[pattern(\"^[a-z]$\")] a: String",
            capital,
            "\"A\"",
        ),
    ] {
        let item = format!("/// Add.\nfn add({parameter}) {{}}");
        refuses(tool, "", &item, &[(&message, culprit)]);
    }
}

#[test]
fn a_default_that_fits_or_is_not_a_literal_is_allowed() {
    for parameter in [
        "#[default(1)] #[range(1..=5)] a: u8",
        "#[default(LIMIT)] #[range(1..=5)] a: u8",
        "#[default(9)] #[range(..LIMIT)] a: u8",
        "#[default(\"abc\")] #[length(3..=3)] #[pattern(\"^[a-c]+$\")] a: String",
    ] {
        refuses(
            tool,
            "",
            &format!("/// Add.\nfn add({parameter}) {{}}"),
            &[],
        );
    }
}

#[test]
fn an_attribute_twice_is_refused() {
    let message = "duplicate attribute `#[default]`: expected it once";
    let item = "/// Add.\nfn add(#[default(1)] #[default(2)] a: i64) {}";
    refuses(tool, "", item, &[(message, "#[default(2)]")]);
}

#[test]
fn a_default_has_one_value() {
    let message = "`#[default]` expects one value: `#[default(1)]`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[default(1, 2)] a: i64) {}",
        &[(message, "1, 2")],
    );
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[default()] a: i64) {}",
        &[(message, "#[default()]")],
    );
}

#[test]
fn a_range_that_is_none_is_refused() {
    let message = "`#[range]` expects a range: `#[range(1..=100)]`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[range(5)] a: i64) {}",
        &[(message, "5")],
    );
}

#[test]
fn an_empty_range_is_refused() {
    let message = "range `5..=1` is empty: expected its start below its end";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[range(5..=1)] a: i64) {}",
        &[(message, "5..=1")],
    );
}

#[test]
fn a_length_that_is_no_range_is_refused() {
    let message = "`#[length]` expects a range: `#[length(1..=100)]`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[length] a: String) {}",
        &[(message, "#[length]")],
    );
}

#[test]
fn an_empty_length_is_refused() {
    let message = "range `3..3` is empty: expected its start below its end";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[length(3..3)] a: String) {}",
        &[(message, "3..3")],
    );
}

#[test]
fn a_pattern_that_is_no_text_is_refused() {
    let message = "`#[pattern]` expects a text: `#[pattern(\"^[a-z]+$\")]`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[pattern(5)] a: String) {}",
        &[(message, "5")],
    );
}

#[test]
fn a_pattern_that_is_no_regular_expression_is_refused() {
    let message =
        "`[a` is not a regular expression: non-empty character class has no closing bracket";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[pattern(\"[a\")] a: String) {}",
        &[(message, "\"[a\"")],
    );
}

#[test]
fn a_header_that_is_no_text_is_refused() {
    let message = "`#[header]` expects a text: `#[header(\"Region\")]`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[header(region)] a: String) {}",
        &[(message, "region")],
    );
}

#[test]
fn a_header_that_is_no_name_is_refused() {
    let message = "`a b` is not a header name: expected letters, digits and `-`";
    refuses(
        tool,
        "",
        "/// Add.\nfn add(#[header(\"a b\")] a: String) {}",
        &[(message, "\"a b\"")],
    );
}

#[test]
fn a_header_on_two_parameters_is_refused() {
    let message = "duplicate header `region`: expected each on one parameter";
    let item = "/// Add.\nfn add(#[header(\"Region\")] a: u8, #[header(\"region\")] b: u8) {}";
    refuses(tool, "", item, &[(message, "\"region\"")]);
}
