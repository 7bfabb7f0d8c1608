//! Texts about the entries of other MCP servers, and about imports.

use toolwright_base::coded_texts;

coded_texts! {
    kept_nothing() = "there is no value to keep: send the credential itself";
    not_sealed_here(why) = "it is not a credential that was sealed here: {why}";
    server_name() = "expected 1 to 64 characters without `/`";
    server_is_there() = "there is a server of this name";
    unusable_server_name() = "its name is empty, too long, or has a `/`";
    server_is_this_program() = "it is this program";
    server_no_object() = "it is no object";
    command_and_url() = "there is a `command` too: expected one of both";
    no_command_or_url() = "expected `command` for a program, or `url` for a server on the network";
    idle_without_program() = "only a program is stopped when nobody uses it";
    unknown_server_type(name) = "unknown type `{name}`: expected `http` or `sse`";
    unknown_trust(name) = "unknown trust `{name}`: expected `follow` or `questions`";
    two_tools(name) = "two tools are called `{name}`";
    too_many_sentences(most) = "expected at most {most} sentences";
    shown_name() = "expected 1 to 64 letters, digits, `_`, `-` or `.`";
    expected_servers() = "expected servers under `mcpServers` or `servers`";
}
