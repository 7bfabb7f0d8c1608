//! Texts about the definition of a tool or an agent, apart from what its kind reads.

use toolwright_base::coded_texts;

coded_texts! {
    tool_name(name) = "`{name}` cannot be the name of a tool: expected 1 to 64 letters of A to Z, digits, `_`, `-` or `.`";
    too_many_tags(most, count) = "expected at most {most} tags, got {count}";
    too_many_examples(most, count) = "expected at most {most} examples, got {count}";
    too_many_tests(most, count) = "expected at most {most} tests, got {count}";
    too_many_tools(most, count) = "expected at most {most} tools, got {count}";
    too_many_stop_texts(most, provider, count) = "expected at most {most} texts for `{provider}`, got {count}";
    user_name() = "expected the name of a user: 1 to 64 letters of A to Z, digits, `_`, `-`, `.` or `@`";
    schema_problem(problem) = "this {problem}";
    duplicate_tool(name, place) = "duplicate tool `{name}`: it is also tools[{place}]";
    duplicate_agent(name, place) = "duplicate agent `{name}`: it is also agents[{place}]";
    not_read_now(error) = "it cannot be read now: {error}";
    only_some_have_auth(kinds) = "only {kinds} tools have `auth`";
    missing_config() = "missing field `config`";
    no_kept_credential() = "there is no value to keep";
    no_sealing_key() = "there is no key to seal it with: set `TOOLWRIGHT_SECRET_KEY` to one that `toolwright secrets generate` prints";
    not_sealed_by_this_server(why) = "it is not a credential that this server has sealed: {why}";
    credential_in_request(kind, place) = "the credential of a `{kind}` tool is sent as a header or in the query: {{\"type\": \"api_key\", \"in\": \"{place}\", \"name\": …, \"value\": …}}";
    credential_in_variable(kind, place) = "the credential of a `{kind}` tool is sent as a variable: {{\"type\": \"api_key\", \"in\": \"{place}\", \"name\": …, \"value\": …}}";
    credential_in_argument(kind, place) = "the credential of a `{kind}` tool is sent as an argument: {{\"type\": \"api_key\", \"in\": \"{place}\", \"name\": …, \"value\": …}}";
    unknown_auth_type(name) = "unknown type `{name}`: expected `bearer`, `basic`, `api_key` or `oauth_client_credentials`";
    unknown_key_place(name) = "expected `header`, `query`, `variable` or `argument`, got `{name}`";
    plain_credential(name, place) = "`{name}` looks like a credential, which would be stored as it is here: move it to `auth`, {{\"type\": \"api_key\", \"in\": \"{place}\", \"name\": \"{name}\", \"value\": …}}";
    empty_parameter_name() = "it is empty: expected 1 to 64 letters, digits, `_`, `-` or `.`";
    parameter_name(name) = "`{name}` cannot be the name of a parameter: expected 1 to 64 letters, digits, `_`, `-` or `.`";
    missing_enum() = "missing field `enum`: an enumeration lists its values";
    meaningless_for_type(name, kind) = "`{name}` has no meaning for the type `{kind}`";
    parameters_and_schema() = "a tool has `parameters` or `input_schema`, not both";
    duplicate_parameter(name) = "duplicate parameter `{name}`";
    not_an_object_schema() = "expected a JSON schema of type `object`: {{\"type\": \"object\", …}}";
    no_parameter_of_none(name) = "`{name}` is not a parameter: the tool has no parameters";
    no_parameter(name, names) = "`{name}` is not a parameter: expected one of {names}";
    invalid_type(error) = "the type is not valid: {error}";
    default_does_not_fit(value) = "the default {value} does not fit the type";
    lone_brace() = "a brace has no counterpart: write `{{{{` or `}}}}` for the character";
    agent_name() = "it cannot be the name of an agent: expected 1 to 64 letters of A to Z, digits, `_`, `-` or `.`, beginning with a letter or digit";
    expected_user_name() = "expected the name of a user";
    unknown_memory() = "unknown type of memory: expected `sliding_window`";
    unknown_provider(name) = "unknown provider `{name}`: expected `anthropic`, `openai` or `zhipuai`";
    tool_is_there_twice(name) = "`{name}` is there twice";
    expected_tool_of_agent() = "expected the id or the name of a tool";
}
