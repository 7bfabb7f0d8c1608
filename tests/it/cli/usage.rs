//! Help, version, completions, and the errors of a wrong command line.

use crate::harness::{Ended, Home, run};

fn hello(words: &[&str]) -> Ended {
    let home = Home::new();
    run(home.example("hello", words))
}

/// Runs `serve` with this environment variable.
fn start_with(variable: &str, value: &str) -> Ended {
    let home = Home::new();
    let mut serve = home.example("hello", &["serve"]);
    serve.env(variable, value);
    run(serve)
}

#[test]
fn the_help_names_every_command_and_gives_examples() {
    let help = hello(&["--help"]).answer();
    for command in [
        "stdio",
        "serve",
        "tools",
        "resources",
        "prompts",
        "call",
        "inspect",
        "install",
        "completions",
    ] {
        let listed = help
            .lines()
            .any(|line| line.trim_start().starts_with(&format!("{command} ")));
        assert!(listed, "{command}");
    }
    assert!(help.contains("\n  hello call NAME key=value\n"), "{help}");
    assert!(help.contains("The default command is `stdio`."), "{help}");
    let home = Home::new();
    let help = run(home.toolwright(&["--help"])).answer();
    assert!(help.contains("The default command is `serve`."), "{help}");
}

#[test]
fn the_version_is_that_of_the_crate_with_the_functions() {
    assert_eq!(hello(&["--version"]).answer(), "hello 0.1.0\n");
    let home = Home::new();
    let version = format!("toolwright {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(home.toolwright(&["--version"])).answer(), version);
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = hello(&["completions", shell]).answer();
        assert!(
            script.contains("hello") && script.contains("install"),
            "{shell}: {script}"
        );
    }
}

#[test]
fn completions_know_the_tools() {
    for (shell, expected) in [
        ("bash", " --help add\""),
        ("zsh", "((add\\:\"Add two numbers.\"))"),
    ] {
        let script = hello(&["completions", shell]).answer();
        assert!(script.contains(expected), "{shell}: {script}");
    }
}

#[test]
fn a_wrong_command_line_exits_with_code_2() {
    for words in [
        &["frobnicate"][..],
        &["--frobnicate"],
        &["call"],
        &["install", "emacs"],
        &["completions", "tcsh"],
        &["serve", "--port", "65536"],
    ] {
        let ended = hello(words);
        assert_eq!(
            (ended.code, ended.stdout.as_str()),
            (Some(2), ""),
            "{words:?}"
        );
        assert!(ended.stderr.starts_with("error: "), "{}", ended.stderr);
    }
}

#[test]
fn an_error_names_the_malformed_variable() {
    for (variable, value, wanted) in [
        (
            "TOOLWRIGHT_PORT",
            "http",
            ": expected a port from 0 to 65535",
        ),
        (
            "TOOLWRIGHT_INSECURE",
            "maybe",
            ": expected `true` or `false`",
        ),
        ("TOOLWRIGHT_SSE", "maybe", ": expected `true` or `false`"),
        (
            "TOOLWRIGHT_MAX_BODY",
            "0",
            ": expected a whole number above 0",
        ),
        (
            "TOOLWRIGHT_MAX_SESSIONS",
            "many",
            ": expected a whole number above 0",
        ),
        (
            "TOOLWRIGHT_DRAIN",
            "5",
            ": expected a whole number and a unit (`ms`, `s`, `m` or `h`), as in `30s`",
        ),
        (
            "TOOLWRIGHT_ALLOWED_ORIGINS",
            "example.com",
            ": expected a scheme and a host, as in `https://example.com`",
        ),
        ("TOOLWRIGHT_LOG", "loud", ""),
    ] {
        let ended = start_with(variable, value);
        let expected = format!("error: invalid value '{value}' for '{variable}'{wanted}");
        assert_eq!(ended.code, Some(2), "{variable}");
        assert_eq!(ended.stderr.lines().next(), Some(expected.as_str()));
    }
}

#[test]
fn a_malformed_variable_is_an_error_without_a_command() {
    let home = Home::new();
    let mut toolwright = home.toolwright(&[]);
    toolwright.env("TOOLWRIGHT_PORT", "http");
    let ended = run(toolwright);
    assert_eq!(ended.code, Some(2));
    assert_eq!(
        ended.stderr.lines().next(),
        Some("error: invalid value 'http' for 'TOOLWRIGHT_PORT': expected a port from 0 to 65535")
    );
}

#[test]
fn an_error_names_the_flag_if_it_is_given() {
    let home = Home::new();
    let mut serve = home.example("hello", &["serve", "--port=x"]);
    serve.env("TOOLWRIGHT_PORT", "8080");
    assert_eq!(
        run(serve).stderr.lines().next(),
        Some("error: invalid value 'x' for '--port <PORT>': expected a port from 0 to 65535")
    );
}

#[test]
fn a_pipe_gets_no_colours() {
    for words in [
        &["--help"][..],
        &["serve", "--help"],
        &["tools"],
        &["frobnicate"],
        &["call", "ad"],
        &["call", "add", "a=1"],
        &["-vvv", "call", "add", "a=1", "b=2"],
    ] {
        let ended = hello(words);
        assert!(!ended.stdout.contains('\u{1b}'), "{words:?}");
        assert!(!ended.stderr.contains('\u{1b}'), "{words:?}");
    }
}
