//! Texts about the configuration of the kinds of tools.

use toolwright_base::coded_texts;

coded_texts! {
    builtin_parameters() = "the parameters of a `builtin` tool are those of the built-in tool";
    two_arguments(name) = "two arguments are called `{name}`";
    no_argument_for_auth(tool, name) = "`{tool}` has no argument `{name}`, which `auth` names";
    unknown_builtin(name, names) = "unknown built-in tool `{name}`: expected one of {names}";
    no_argument(name, argument) = "`{name}` has no argument `{argument}`";
    hidden_required_argument() = "a required argument can only be hidden with a `value` or a `default`";
    does_not_fit_argument(value) = "{value} does not fit the type of the argument";
    parameter_not_used(name) = "the parameter `{name}` is not used";
    unknown_body_type(name, names) = "unknown type of a body `{name}`: expected one of `{names}`";
    no_body_with_method(method) = "a request with the method `{method}` has no body";
    parameter_without_place(name) = "the parameter `{name}` has no place: write `{{{name}}}`";
    argument_chooses_server() = "an argument cannot choose the server: `{{name}}` belongs in `path`";
    expected_address() = "expected an address such as `https://api.example.com`";
    expected_web_address() = "expected an address that starts with `https://` or `http://`";
    credentials_in_address() = "an address must not contain a user name or a password: use `auth`";
    query_in_address() = "an address has no query: use `query`";
    private_address(host) = "`{host}` is a private address: an administrator lists it in `TOOLWRIGHT_HTTP_PRIVATE_HOSTS`";
    unknown_method(name, names) = "unknown method `{name}`: expected one of `{names}`";
    header_name(name) = "`{name}` cannot be the name of a header";
    reserved_header(name) = "the header `{name}` cannot be set: credentials belong in `auth`";
    expected_pointer() = "expected a JSON pointer such as `/data/items`";
    unknown_transport(name) = "unknown transport `{name}`: expected `stdio`, `sse` or `http`";
    script_and_module() = "a tool has `script` or `module`, not both";
    missing_script() = "missing field `script` or `module`";
    function_has_no_parameter(name) = "the function has no parameter `{name}`";
    function_needs(name) = "the function needs `{name}`: declare it as required or with a default";
    module_name(name) = "`{name}` cannot be the name of a module: expected names with dots between";
    variable_name(name) = "`{name}` cannot be the name of a variable";
    nul_in_variable() = "the value of a variable cannot contain the character NUL";
    function_name(name) = "`{name}` cannot be the name of a function";
    script_path() = "a script is a relative path in the folder of scripts, without `..`";
    script_is_link() = "the script is a link out of the folder of scripts";
    named_script_is_link(name) = "the script `{name}` is a link out of the folder of scripts";
    script_not_opened(name, error) = "the script `{name}` cannot be opened: {error}";
    expected_program() = "expected a program: [\"./script.sh\", \"{{argument}}\"]";
    argument_chooses_program() = "an argument cannot choose the program: write its name";
    program_not_found(name) = "no folder in the server's `PATH` has `{name}`";
    unlisted_database(name) = "unknown database `{name}`: `[databases.{name}]` in `toolwright.toml` adds it";
    unknown_database(name, names) = "unknown database `{name}`: expected one of {names}";
    unknown_result_form(name) = "unknown result `{name}`: expected `rows`, `row`, `value` or `text`";
    parameter_without_place_in_query(name) = "the parameter `{name}` has no place in the query: write `:{name}`";
    other_type_in_database(name, declared, wanted) = "the parameter `{name}` is declared as `{declared}`, but the database wants `{wanted}`";
    type_of_parameter(error) = "{error}: write its type, as in `:name::text`";
    place_without_name(place) = "`{place}` has no name: write `:name`";
}
