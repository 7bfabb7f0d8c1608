//! Texts about a value: that it is missing, of another type, too long.

use toolwright_base::coded_texts;

coded_texts! {
    expected(what, value) = "expected {what}, got {value}";
    kind_object() = "an object";
    kind_array() = "an array";
    kind_text() = "text";
    kind_null() = "null";
    kind_words() = "text that is not blank";
    kind_boolean() = "`true` or `false`";
    kind_whole_number(least, most) = "a whole number from {least} to {most}";
    kind_number() = "a number";
    kind_finite_number() = "a number that a computer can hold";
    kind_seconds(most) = "a number of seconds above 0, at most {most}";
    duplicate_field() = "duplicate field";
    two_names_of_a_field(first, second) = "`{first}` and `{second}` are two names of one field";
    missing_field(name) = "missing field `{name}`";
    unknown_field_meant(meant) = "unknown field: did you mean `{meant}`?";
    unknown_field(names) = "unknown field: expected one of {names}";
    unknown_type(name, names) = "unknown type `{name}`: expected one of {names}";
    empty_text() = "it is empty: expected text";
    expected_text() = "expected text";
    blank_text() = "expected text that is not blank";
    too_many_characters(most, count) = "expected at most {most} characters, got {count}";
    too_many_bytes(most, count) = "expected at most {most} bytes, got {count}";
    too_many_values(most) = "the text has more than {most} values";
    no_json() = "the text is empty: expected JSON";
    invalid_json(reason) = "invalid JSON: {reason}";
    problem_at(path, problem) = "{path}: {problem}";
    number_out_of_range(least, most) = "expected a number from {least} to {most}";
    no_values() = "expected an array with at least one value";
}
