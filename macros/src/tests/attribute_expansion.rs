//! What each attribute and each kind of parameter adds to an expansion, or leaves out of it.

use super::{
    fragment::{has, lacks},
    refusal::Expand,
};
use crate::{prompt::expand as prompt, resource::expand as resource, tool::expand as tool};

const ADD: &str = "/// Add.\nfn add(a: i64) -> i64 { a }";

#[test]
fn a_name_replaces_that_of_the_function() {
    has(
        tool,
        "name = \"math/add\"",
        ADD,
        "ToolDef::new(\"math/add\", \"Add.\")",
    );
    has(
        tool,
        "",
        "/// Match.\nfn r#match() {}",
        "ToolDef::new(\"match\", \"Match.\")",
    );
}

#[test]
fn each_argument_of_a_tool_is_a_call_of_its_builder() {
    has(tool, "title = \"Sum\"", ADD, ".with_title(\"Sum\")");
    has(tool, "tags(\"a\", \"b\")", ADD, ".tag(\"a\").tag(\"b\")");
    has(
        tool,
        "scopes(\"a\", \"b\")",
        ADD,
        ".scope(\"a\").scope(\"b\")",
    );
    has(
        tool,
        "timeout = \"90s\"",
        ADD,
        ".with_timeout(Duration::from_millis(90000u64))",
    );
    has(
        tool,
        "read_only, idempotent",
        ADD,
        ".read_only().idempotent()",
    );
    has(
        tool,
        "destructive, open_world",
        ADD,
        ".destructive().open_world()",
    );
    has(tool, "task, parallel", ADD, ".parallel().task()");
    has(tool, "task = \"required\"", ADD, ".task_required()");
    has(tool, "task = \"on_demand\"", ADD, ".task_on_demand()");
}

#[test]
fn a_list_of_a_tool_is_a_call_for_each_entry() {
    has(
        tool,
        "rate_limit(per_minute = 5, concurrent = 1)",
        ADD,
        ".with_rate_limit(RateLimit { per_minute: NonZeroU32::new(5u32), concurrent: NonZeroU32::new(1u32), \
         ..::core::default::Default::default() })",
    );
    has(
        tool,
        "meta(\"a/b\" = 5, \"c\" = json!({}), \"ui\" = {\"a\": [null]})",
        ADD,
        ".meta(\"a/b\", 5).meta(\"c\", json!({})).meta(\"ui\", json!({\"a\": [null]}))",
    );
    has(
        tool,
        "icons(\"https://a/b.png\")",
        ADD,
        ".icon(Icon::new(\"https://a/b.png\"))",
    );
    has(
        tool,
        "examples({\"a\": 1}, {\"a\": [2]})",
        ADD,
        ".example(json!({\"a\": 1})).example(json!({\"a\": [2]}))",
    );
    has(
        tool,
        "examples(\"What is 1 + 2?\", {\"a\": 1})",
        ADD,
        ".example(json!({\"a\": 1})).usage_example(\"What is 1 + 2?\")",
    );
}

#[test]
fn a_description_replaces_the_doc_comment() {
    for attribute_macro in [tool as Expand, prompt] {
        for item in [ADD, "fn add(a: i64) -> i64 { a }"] {
            has(
                attribute_macro,
                "description = concat!(\"A\", \"dd.\")",
                item,
                "Def::new(\"add\", concat!(\"A\", \"dd.\"))",
            );
        }
    }
    has(
        tool,
        "",
        "#[doc = concat!(\"A\", \"dd.\")] fn add() {}",
        "ToolDef::new(\"add\", &doc_comment(&[concat!(\"A\", \"dd.\")]))",
    );
}

#[test]
fn a_tool_without_arguments_has_no_details() {
    has(tool, "", ADD, ".output_schema()).typed() }); &__DEFINITION");
}

#[test]
fn a_question_is_asked_with_the_parameters_it_names() {
    let item = "/// Delete.\nfn delete(r#type: String, path: String) {}";
    let question = "confirm(&__context, format!(\"{{}} {} {:?}\", sent(&__parsed.path), sent(&__parsed.r#type))).await?;";
    has(tool, "confirm = \"{{}} {path} {type:?}\"", item, question);
    lacks(tool, "", item, "confirm");
}

#[test]
fn a_parameter_is_described_by_its_doc_comment() {
    let item = "/// Add.\nfn add(\n/// One.\n/// Two.\na: i64) {}";
    has(
        tool,
        "",
        item,
        "Parameter::<i64>::new(\"a\").describe(\"One.\\nTwo.\")",
    );
    lacks(tool, "", ADD, ".describe");
}

#[test]
fn a_default_is_told_to_the_schema_and_to_the_parser() {
    let item = "/// Add.\nfn add(#[default(1 + 1)] a: i64) {}";
    has(tool, "", item, "fn __default_a() -> i64 { 1 + 1 }");
    has(tool, "", item, "self.a.get_or_insert_with(__default_a);");
    has(
        tool,
        "",
        item,
        ".default_value((&DefaultProbe(&__default_a())).json())",
    );
}

#[test]
fn a_default_may_be_a_literal_of_what_it_makes() {
    let default = |parameter| format!("/// Add.\nfn add({parameter}) {{}}");
    has(
        tool,
        "",
        &default("#[default(\"x\")] a: String"),
        "-> String { ::core::convert::Into::into(\"x\") }",
    );
    has(
        tool,
        "",
        &default("#[default(-5)] a: Option<i8>"),
        "{ ::core::option::Option::Some(-5) }",
    );
    has(
        tool,
        "",
        &default("#[default(None)] a: Option<i8>"),
        "{ None }",
    );
    has(
        tool,
        "",
        &default("#[default] a: Vec<u8>"),
        "{ ::core::default::Default::default() }",
    );
}

#[test]
fn a_constraint_is_told_to_the_schema_and_checked_in_the_call() {
    for (attribute, method, argument) in [
        ("#[range(1..=LIMIT)]", "range", "1..=LIMIT"),
        ("#[length(..5)]", "length", "..5"),
    ] {
        let item = format!("/// Add.\nfn add({attribute} a: Option<String>) {{}}");
        has(tool, "", &item, &format!("new(\"a\").{method}({argument})"));
        let check = format!(
            "__violations.{method}(\"a\", &__parsed.a, {argument}); __violations.finish()?;"
        );
        has(tool, "", &item, &check);
    }
    lacks(tool, "", ADD, "__violations");
}

#[test]
fn a_pattern_is_compiled_once() {
    let item = "/// Add.\nfn add(#[pattern(\"^a\")] a: String) {}";
    has(tool, "", item, "new(\"a\").pattern(\"^a\")");
    has(
        tool,
        "",
        item,
        "static __PATTERN: LazyLock<Regex> = LazyLock::new(|| { Regex::new(\"^a\")",
    );
    has(
        tool,
        "",
        item,
        "__violations.pattern(\"a\", &__parsed.a, { static __PATTERN",
    );
}

#[test]
fn a_header_is_told_to_the_schema() {
    has(
        tool,
        "",
        "/// Add.\nfn add(#[header(\"A\")] a: u8) {}",
        "new(\"a\").header(\"A\")",
    );
}

#[test]
fn a_raw_name_loses_its_prefix_on_the_wire() {
    let item = "/// Add.\nfn add(#[default(1)] r#type: i64) {}";
    has(
        tool,
        "",
        item,
        "(&&ParameterKind::<i64>::new()).run(Read(&mut self.r#type, \"type\", __map, PhantomData))",
    );
    has(
        tool,
        "",
        item,
        "self.r#type.get_or_insert_with(__default_type);",
    );
}

#[test]
fn an_async_function_is_awaited_and_any_other_may_block() {
    has(
        tool,
        "",
        "/// Add.\nasync fn add(a: i64) {}",
        "let __parameter_0 = received(__parsed.a); let __value = add(__parameter_0).await;",
    );
    has(
        tool,
        "",
        ADD,
        "let __value = blocking(move || add(__parameter_0)).await?;",
    );
}

#[test]
fn the_type_decides_where_a_parameter_comes_from() {
    let item = "/// Add.\nfn add(s: Db, a: u8) {}";
    has(
        tool,
        "",
        item,
        "let __schema = (&ParameterKind::<Db>::new()).run(Describe(__schema, \"s\", \"\")); \
         let __schema = __schema.parameter(Parameter::<u8>::new(\"a\"));",
    );
    has(
        tool,
        "",
        item,
        "let __parameter_0 = (&ParameterKind::<Db>::new()).take(__parsed.s, &__context).await?; \
         let __parameter_1 = received(__parsed.a);",
    );
    has(
        tool,
        "",
        item,
        "(&ParameterKind::<Db>::new()).require(&mut __states);",
    );
    lacks(tool, "", ADD, "fn requires");
    has(
        prompt,
        "",
        item,
        "(&ParameterKind::<Db>::new()).take((&ParameterKind::<Db>::new()).run(ReadVariable(&__variables, \"s\"))?, \
         &__context).await?",
    );
    has(
        resource,
        "\"a://{a}\"",
        item,
        "<Db as FromContext>::from_context(&__context).await?",
    );
}

#[test]
fn conditions_are_repeated_on_the_struct_and_other_attributes_are_not() {
    let item = "/// Add.\n#[cfg(unix)]\n#[cfg(test)]\n#[inline]\npub(crate) fn add() {}";
    has(
        tool,
        "",
        item,
        "#[doc = \" Add.\"] #[cfg(unix)] #[cfg(test)] #[inline] pub(crate) fn add() {}",
    );
    let hidden =
        "#[cfg(unix)] #[cfg(test)] #[doc(hidden)] #[allow(non_camel_case_types, unreachable_pub)]";
    has(
        tool,
        "",
        item,
        &format!("{hidden} #[with_implementation( #[allow("),
    );
    has(tool, "", item, ")] pub(crate) struct add {}");
}

#[test]
fn a_doc_comment_below_an_attribute_is_not_lost() {
    let item = "/// One.\n#[inline]\n/// Two.\nfn add() {}";
    has(tool, "", item, "ToolDef::new(\"add\", \"One.\\nTwo.\")");
}
