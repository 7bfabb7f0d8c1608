//! Clients that others wrote, against the todo example and the governed server: every library, in every era and over every transport that it has.
//!
//! The programs are in `tests/clients`; each prints a line a check and says with its exit code whether all of them passed.

use std::{
    env,
    ffi::OsString,
    fs, io,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
};

use crate::harness::{Home, Seat, Serving, TestDatabase, borrowed, chroma_port, example_path, run};

/// The statements that create the embedded database: rights, then tables.
const SAMPLE: &str = include_str!("../../engines/src/postgres/cluster/supervisor/tables.sql");
const README: &str = include_str!("../../README.md");

/// A program in `tests/clients`, by the variable that names its interpreter and by its path.
struct Program(&'static str, &'static str);

const PYTHON_SDK: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/sdk.py");
const GOVERNED: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/governed.py");
const CUSTOM_TOOLS: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/custom_tools.py");
const DATA: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/data.py");
const OAUTH: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/oauth.py");
const FASTMCP: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/fastmcp_client.py");
const TYPESCRIPT_SDK_1: Program = Program("TOOLWRIGHT_TEST_NODE", "typescript/sdk.mjs");
const TYPESCRIPT_SDK_2: Program = Program("TOOLWRIGHT_TEST_NODE", "typescript/client.mjs");
const PYTHON_KINDS: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/kinds.py");
const INSPECTOR: Program = Program("TOOLWRIGHT_TEST_NODE", "typescript/inspector.mjs");
const CHOOSING: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/choosing.py");
const EXPORTS: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/exports.py");
const GATEWAY: Program = Program("TOOLWRIGHT_TEST_PYTHON", "python/gateway.py");
const TYPESCRIPT_KINDS: Program = Program("TOOLWRIGHT_TEST_NODE", "typescript/kinds.mjs");

macro_rules! clients {
    ($($name:ident: $program:ident, $era:literal, $transport:ident;)*) => {$(
        #[test]
        #[ignore = "needs Python and Node: run by tests/run"]
        fn $name() {
            $transport(&$program, $era);
        }
    )*};
}

clients! {
    the_python_sdk_works_in_the_legacy_era_over_stdio: PYTHON_SDK, "legacy", over_stdio;
    the_python_sdk_works_in_the_legacy_era_over_http: PYTHON_SDK, "legacy", over_http;
    the_python_sdk_works_in_the_legacy_era_over_sse: PYTHON_SDK, "legacy", over_sse;
    the_python_sdk_works_in_the_modern_era_over_stdio: PYTHON_SDK, "modern", over_stdio;
    the_python_sdk_works_in_the_modern_era_over_http: PYTHON_SDK, "modern", over_http;
    fastmcp_works_in_the_legacy_era_over_stdio: FASTMCP, "legacy", over_stdio;
    fastmcp_works_in_the_legacy_era_over_http: FASTMCP, "legacy", over_http;
    fastmcp_works_in_the_legacy_era_over_sse: FASTMCP, "legacy", over_sse;
    fastmcp_works_in_the_modern_era_over_stdio: FASTMCP, "modern", over_stdio;
    fastmcp_works_in_the_modern_era_over_http: FASTMCP, "modern", over_http;
    version_1_of_the_typescript_sdk_works_over_stdio: TYPESCRIPT_SDK_1, "legacy", over_stdio;
    version_1_of_the_typescript_sdk_works_over_http: TYPESCRIPT_SDK_1, "legacy", over_http;
    version_1_of_the_typescript_sdk_works_over_sse: TYPESCRIPT_SDK_1, "legacy", over_sse;
    version_2_of_the_typescript_sdk_works_in_the_legacy_era_over_stdio: TYPESCRIPT_SDK_2, "legacy", over_stdio;
    version_2_of_the_typescript_sdk_works_in_the_legacy_era_over_http: TYPESCRIPT_SDK_2, "legacy", over_http;
    version_2_of_the_typescript_sdk_works_in_the_legacy_era_over_sse: TYPESCRIPT_SDK_2, "legacy", over_sse;
    version_2_of_the_typescript_sdk_works_in_the_modern_era_over_stdio: TYPESCRIPT_SDK_2, "modern", over_stdio;
    version_2_of_the_typescript_sdk_works_in_the_modern_era_over_http: TYPESCRIPT_SDK_2, "modern", over_http;
    the_typescript_sdks_take_every_kind_of_type_in_the_legacy_era: TYPESCRIPT_KINDS, "legacy", every_kind;
    the_typescript_sdk_takes_every_kind_of_type_in_the_modern_era: TYPESCRIPT_KINDS, "modern", every_kind;
    the_mcp_inspector_lists_and_calls_every_kind_of_type: INSPECTOR, "legacy", every_kind;
    the_python_sdk_takes_every_kind_of_type_in_the_legacy_era: PYTHON_KINDS, "legacy", every_kind;
    the_python_sdk_takes_every_kind_of_type_in_the_modern_era: PYTHON_KINDS, "modern", every_kind;
}

/// Tokens of an authorization server that the client finds by itself, and API keys.
macro_rules! credentials {
    ($($name:ident: $era:literal;)*) => {$(
        #[test]
        #[ignore = "needs Python and Node: run by tests/run"]
        fn $name() {
            OAUTH.run_with(&["--era", $era], env!("CARGO_BIN_EXE_toolwright").into());
        }
    )*};
}

credentials! {
    the_python_sdk_logs_in_and_shows_keys_in_the_legacy_era: "legacy";
    the_python_sdk_logs_in_and_shows_keys_in_the_modern_era: "modern";
}

macro_rules! governed {
    ($($name:ident: $era:literal, $transport:literal;)*) => {$(
        #[test]
        #[ignore = "needs Python: run by tests/run"]
        fn $name() {
            let binary = env!("CARGO_BIN_EXE_toolwright").into();
            let arguments = ["--era", $era, "--transport", $transport];
            GOVERNED.run_with(&arguments, binary);
        }
    )*};
}

governed! {
    the_governed_server_does_what_the_specifications_ask_in_the_legacy_era_over_stdio: "legacy", "stdio";
    the_governed_server_does_what_the_specifications_ask_in_the_legacy_era_over_http: "legacy", "http";
    the_governed_server_does_what_the_specifications_ask_in_the_modern_era_over_stdio: "modern", "stdio";
    the_governed_server_does_what_the_specifications_ask_in_the_modern_era_over_http: "modern", "http";
}

/// An agent that has two tools to find and call a thousand.
macro_rules! choosing {
    ($($name:ident: $era:literal, $transport:literal;)*) => {$(
        #[test]
        #[ignore = "needs Python: run by tests/run"]
        fn $name() {
            let binary = env!("CARGO_BIN_EXE_toolwright").into();
            CHOOSING.run_with(&["--era", $era, "--transport", $transport], binary);
        }
    )*};
}

choosing! {
    a_thousand_tools_are_found_and_called_in_the_legacy_era_over_http: "legacy", "http";
    a_thousand_tools_are_found_and_called_in_the_modern_era_over_stdio: "modern", "stdio";
}

/// Public servers of npm and PyPI behind ours, over stdio, streamable HTTP and server-sent events.
macro_rules! gateway {
    ($($name:ident: $client:literal, $era:literal, $transport:literal;)*) => {$(
        #[test]
        #[ignore = "needs Python and Node: run by tests/run"]
        fn $name() {
            let binary = env!("CARGO_BIN_EXE_toolwright").into();
            let arguments = ["--client", $client, "--era", $era, "--transport", $transport];
            GATEWAY.run_with(&arguments, binary);
        }
    )*};
}

gateway! {
    public_servers_work_through_ours_in_the_legacy_era_over_stdio: "python", "legacy", "stdio";
    public_servers_work_through_ours_in_the_legacy_era_over_http: "python", "legacy", "http";
    public_servers_work_through_ours_in_the_modern_era_over_stdio: "python", "modern", "stdio";
    public_servers_work_through_ours_in_the_modern_era_over_http: "python", "modern", "http";
    public_servers_work_through_ours_for_typescript_in_the_legacy_era_over_stdio: "typescript", "legacy", "stdio";
    public_servers_work_through_ours_for_typescript_in_the_legacy_era_over_http: "typescript", "legacy", "http";
    public_servers_work_through_ours_for_typescript_in_the_modern_era_over_stdio: "typescript", "modern", "stdio";
    public_servers_work_through_ours_for_typescript_in_the_modern_era_over_http: "typescript", "modern", "http";
}

/// The examples of custom tools, added to a server that runs.
macro_rules! custom_tools {
    ($($name:ident: $era:literal, $transport:literal;)*) => {$(
        #[test]
        #[ignore = "needs Python: run by tests/run"]
        fn $name() {
            let binary = env!("CARGO_BIN_EXE_toolwright").into();
            CUSTOM_TOOLS.run_with(&["--era", $era, "--transport", $transport], binary);
        }
    )*};
}

custom_tools! {
    tools_that_are_added_answer_a_connected_client_in_the_legacy_era_over_stdio: "legacy", "stdio";
    tools_that_are_added_answer_a_connected_client_in_the_legacy_era_over_http: "legacy", "http";
    tools_that_are_added_answer_a_connected_client_in_the_modern_era_over_stdio: "modern", "stdio";
    tools_that_are_added_answer_a_connected_client_in_the_modern_era_over_http: "modern", "http";
}

/// The data tools, over every transport in both eras, with the engines inside of the binary and with real ones.
macro_rules! data {
    ($($name:ident: $engines:ident, $era:literal, $transport:literal;)*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        #[ignore = "needs Python and all engines: run by tests/run"]
        async fn $name() {
            let engines = $engines().await;
            let arguments = ["--era", $era, "--transport", $transport];
            let run = move || {
                let variables = borrowed(&engines.settings);
                DATA.run_within(&variables, &arguments, env!("CARGO_BIN_EXE_toolwright").into());
            };
            tokio::task::spawn_blocking(run).await.unwrap();
        }
    )*};
}

data! {
    the_data_tools_answer_as_the_specification_says_in_the_legacy_era_over_stdio: embedded, "legacy", "stdio";
    the_data_tools_answer_as_the_specification_says_in_the_legacy_era_over_http: embedded, "legacy", "http";
    the_data_tools_answer_as_the_specification_says_in_the_modern_era_over_stdio: embedded, "modern", "stdio";
    the_data_tools_answer_as_the_specification_says_in_the_modern_era_over_http: embedded, "modern", "http";
    the_data_tools_answer_as_the_specification_says_with_real_engines_in_the_legacy_era_over_stdio: real, "legacy", "stdio";
    the_data_tools_answer_as_the_specification_says_with_real_engines_in_the_legacy_era_over_http: real, "legacy", "http";
    the_data_tools_answer_as_the_specification_says_with_real_engines_in_the_modern_era_over_stdio: real, "modern", "stdio";
    the_data_tools_answer_as_the_specification_says_with_real_engines_in_the_modern_era_over_http: real, "modern", "http";
}

/// What agents are exported as, against the packages of Anthropic, OpenAI and ZhipuAI.
#[test]
#[ignore = "needs Python: run by tests/run"]
fn exports_of_agents_are_accepted_by_the_packages_of_their_providers() {
    EXPORTS.run_with(&[], env!("CARGO_BIN_EXE_toolwright").into());
}

/// It is shown with the port that a server has by default.
#[test]
#[ignore = "needs Python: run by tests/run"]
fn the_python_program_of_the_readme_works() {
    let home = Home::new();
    let server = Server::start(home.toolwright(&["serve", "--port", "0"]));
    let (_, rest) = README.split_once("```python\n").unwrap();
    let (program, _) = rest.split_once("```").unwrap();
    let program = program.replace("http://127.0.0.1:8080", &server.root);
    assert!(program.contains(&server.root), "{program}");
    let mut python = Command::new(setting("TOOLWRIGHT_TEST_PYTHON"));
    python.args(["-c", &program]);
    assert_eq!(
        run(python).answer(),
        "users.email VARCHAR(255) 사용자 이메일 주소\n[{'users': 36}]\n"
    );
}

/// The first page of the README, followed in an empty folder. Only the address of the repository is replaced.
#[test]
#[ignore = "needs a build of its own: run by tests/run"]
fn the_crate_of_the_readme_works() {
    let block = |language: &str| {
        let (_, rest) = README.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(folder.join("src")).unwrap();
    let framework = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("framework");
    let here = format!("path = {framework:?}");
    let manifest = block("toml").replace("path = \"../toolwright/framework\"", &here);
    assert!(manifest.contains(&here), "{manifest}");
    // The folder of the test is inside of another workspace, unlike that of a reader.
    let manifest = format!("{manifest}\n[workspace]\n");
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/main.rs"), block("rust,no_run")).unwrap();
    // The versions that the tests run with.
    fs::copy("Cargo.lock", folder.join("Cargo.lock")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", folder.join("target"));
    cargo.args([
        "run",
        "--quiet",
        "--offline",
        "--",
        "call",
        "add",
        "a=1",
        "b=2",
    ]);
    assert_eq!(run(cargo).answer(), "3\n");
}

/// The settings that name engines, and what must live as long as they are used.
struct Engines {
    settings: Vec<(&'static str, String)>,
}

async fn embedded() -> Engines {
    Engines {
        settings: Vec::new(),
    }
}

/// A schema with the sample's tables, and a collection that `toolwright index` has filled from it with a real model.
async fn real() -> Engines {
    let database = TestDatabase::with(SAMPLE).await;
    let mut settings = database.settings(Seat::Reader);
    settings.extend([
        ("CHROMADB_HOST", "127.0.0.1".to_owned()),
        ("CHROMADB_PORT", chroma_port().to_string()),
        ("CHROMADB_COLLECTION_NAME", database.schema.clone()),
        (
            "TEXT_EMBEDDING_MODEL_URL",
            setting("TOOLWRIGHT_TEST_EMBEDDING").into_string().unwrap(),
        ),
        ("TEXT_EMBEDDING_MODEL_NAME", "wordllama".to_owned()),
    ]);
    let home = Home::new();
    let mut index = home.toolwright(&["index", "--from-db"]);
    index.envs(borrowed(&settings));
    let indexed = run(index);
    assert_eq!(indexed.code, Some(0), "{indexed:?}");
    Engines { settings }
}

fn over_stdio(program: &Program, era: &str) {
    program.run(era, "--stdio", example_path("todo").into_os_string());
}

/// With the server that has every kind of parameter and result.
fn every_kind(program: &Program, era: &str) {
    program.run(era, "--stdio", example_path("kinds").into_os_string());
}

fn over_http(program: &Program, era: &str) {
    let server = Server::todo(&[]);
    program.run(era, "--http", format!("{}/mcp", server.root).into());
}

fn over_sse(program: &Program, era: &str) {
    let server = Server::todo(&["--sse"]);
    program.run(era, "--sse", format!("{}/sse", server.root).into());
}

impl Program {
    fn run(&self, era: &str, transport: &str, place: OsString) {
        self.run_with(&["--era", era, transport], place);
    }

    fn run_with(&self, arguments: &[&str], place: OsString) {
        self.run_within(&[], arguments, place);
    }

    /// The same with these variables in the environment.
    fn run_within(&self, variables: &[(&str, &str)], arguments: &[&str], place: OsString) {
        let Self(interpreter, path) = self;
        let output = Command::new(setting(interpreter))
            .envs(variables.iter().copied())
            .arg(PathBuf::from(setting("TOOLWRIGHT_TEST_CLIENTS")).join(path))
            .args(arguments)
            .arg(place)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{path} ended with {}\n{}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
    }
}

/// Returns a variable that `tests/run` sets. A test that is left out would look like one that passed.
fn setting(variable: &str) -> OsString {
    env::var_os(variable)
        .unwrap_or_else(|| panic!("`{variable}` is not set: run this with `tests/run clients`"))
}

/// A server over HTTP, on a port of its own, until it is dropped.
struct Server {
    _serving: Serving,
    root: String,
}

impl Server {
    fn todo(options: &[&str]) -> Self {
        let mut command = Command::new(example_path("todo"));
        command.args(["serve", "--port", "0"]).args(options);
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        command.stderr(Stdio::piped());
        let mut serving = Serving::start(command);
        let mut said = serving.child.stderr.take().unwrap();
        // Read to the end, so that it never waits for its reader.
        thread::spawn(move || io::copy(&mut said, &mut io::sink()));
        Self {
            root: format!("http://{}", serving.address),
            _serving: serving,
        }
    }
}
