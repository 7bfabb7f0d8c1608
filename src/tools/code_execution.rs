//! `code_execution`: runs Python or shell code, and keeps the files that it created for a while.
//!
//! The engine, [`Runner`], enforces the limits of a program. The files are resources,
//! [`execution_file`].

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
    time::Duration,
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::{
    Content, State, ToolError, ToolOutput,
    content::{ResourceContents, ResourceLink},
    resource,
    resource::{ResourceOutput, UriTemplate},
    schema::Schema,
    tool,
    tool::{ErrorKind, IntoToolOutput},
};
use toolwright_engines::{
    run_files::{KeptFile, RunFiles, RunFolder},
    supervise::{
        find_program,
        run::{Job, Outcome, Runner, StopReason},
    },
};

/// The URIs of the files of an execution.
const FILES: &str = "execution://{id}/{+path}";

/// The folders in which code finds programs, after the folder of its interpreter.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The characters that are not encoded in the path of a URI.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The state of the tool. `None` if agents may not run code.
#[derive(Debug)]
pub(crate) struct CodeExecution(pub(crate) Option<CodeRunner>);

/// The engine that runs code, and keeps its files.
#[derive(Debug)]
pub(crate) struct CodeRunner {
    pub(crate) runner: Runner,
    /// Keeps the files that programs created.
    pub(crate) files: Arc<RunFiles>,
    /// The folders in which interpreters are searched, in the form of the variable `PATH`.
    pub(crate) search: OsString,
}

/// The language of the code.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Language {
    /// Python 3
    Python,
    /// The POSIX shell, `sh`
    Shell,
}

/// How the code ended, what it printed and which files it created.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Execution {
    /// The exit code; absent if a signal ended the code. Everything but 0 is a failure.
    exit_code: Option<i32>,
    /// The signal that ended the code, for instance 9.
    signal: Option<i32>,
    /// The standard output.
    stdout: String,
    /// The standard error, with the traceback of a failure.
    stderr: String,
    /// Whether the time limit was reached.
    timed_out: bool,
    /// The limit that was exceeded, if the code was stopped.
    stopped: Option<Excess>,
    /// Whether standard output was cut.
    stdout_truncated: bool,
    /// Whether standard error was cut.
    stderr_truncated: bool,
    /// The files that the code left in the folder it started in.
    files: Vec<MadeFile>,
    /// How many entries of that folder are not listed: links, pipes, and files beyond the limits.
    files_left_out: usize,
    /// The reason for which it failed, which is a block of its own.
    #[serde(skip)]
    failure: Option<String>,
}

/// A limit that code can exceed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Excess {
    /// The time limit.
    Time,
    /// Standard output or standard error.
    Output,
    /// Processes and threads.
    Processes,
    /// Memory.
    Memory,
}

/// A file that the code created.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MadeFile {
    /// The path of the file.
    path: String,
    /// The size in bytes.
    bytes: u64,
    /// The resource with the file, for an hour; absent if its name does not fit into a URI.
    uri: Option<String>,
}

/// An execution as the output of the call: an error if the code failed, with links to the files.
pub(super) struct ExecutionOutput(Execution);

/// Runs Python or shell code on the server's machine and returns its output and its files.
///
/// Every call starts in an empty folder: nothing is left of earlier calls. Print what you want to see.
/// Files that the code leaves in the folder it starts in can be read afterwards as resources. There is
/// no terminal; pass standard input in `stdin`. Background processes end with the code. Limits: 1 GB of
/// memory, 256 processes, 64 MB per file and 256 KB of output.
#[tool(
    title = "Run code",
    destructive,
    open_world,
    parallel,
    timeout = "6m",
    tags("code"),
    examples(
        "Run this Python script.",
        "Write and execute a program that processes the data.",
        "Execute this bash script and show its output.",
        "Can you write a Python program that draws a histogram and run it?",
        "Run: import random; print([random.randint(1, 6) for _ in range(1000)])",
        "The data scientist wants a Monte Carlo simulation with a million draws in a script.",
        "이 셸 명령을 실행하고 결과를 보여줘",
        "코드를 실행해줘",
        "파이썬 스크립트를 돌려줘",
    )
)]
pub(super) async fn code_execution(
    executor: State<CodeExecution>,
    /// The language of the code.
    language: Language,
    /// The code.
    #[length(1..=262144)]
    code: String,
    /// The standard input of the code.
    #[length(..=1048576)]
    stdin: Option<String>,
    /// The time limit, in seconds.
    #[default(30)]
    #[range(1..=300)]
    timeout_seconds: u32,
) -> Result<ExecutionOutput, ToolError> {
    let executor = executor.runner()?;
    let interpreter = executor.interpreter(language)?;
    let run_files = Arc::clone(&executor.files);
    let folder = blocking(move || prepare(&run_files, language, &code)).await?;
    let job = Job {
        environment: environment(&folder, &interpreter)?,
        program: interpreter,
        arguments: vec![text(&folder.code().join(language.file()))?],
        folder: folder.files(),
        own: folder.path().to_owned(),
        input: stdin.unwrap_or_default(),
        time: Duration::from_secs(timeout_seconds.into()),
    };
    let outcome = executor.runner.run(&job).await;
    let outcome = outcome.map_err(|error| ToolError::unavailable(error.to_string()))?;
    let run_files = Arc::clone(&executor.files);
    let id = folder.id().to_owned();
    let (files, left_out) = blocking(move || Ok(run_files.keep(&folder))).await?;
    let files = files.iter().map(|file| MadeFile::new(&id, file));
    Ok(ExecutionOutput(Execution::new(
        outcome,
        files.collect(),
        left_out,
    )))
}

/// A file that code created in a recent execution.
#[resource(
    "execution://{id}/{+path}",
    title = "File of an execution",
    belongs_to = "code_execution"
)]
pub(super) async fn execution_file(
    executor: State<CodeExecution>,
    /// The id of the execution.
    id: String,
    /// The path of the file.
    path: String,
) -> Result<ResourceOutput, ToolError> {
    let executor = executor.runner()?;
    let uri = uri_of(&id, &path);
    let (run_files, file) = (Arc::clone(&executor.files), PathBuf::from(&path));
    let bytes = blocking(move || run_files.read(&id, &file)).await?;
    let bytes = bytes.ok_or_else(|| ToolError::not_found("resource", &uri))?;
    let mime = mime_of(&path);
    let contents = match String::from_utf8(bytes) {
        Ok(text) => ResourceContents::text(uri, mime.unwrap_or("text/plain"), text),
        Err(error) => {
            let mime = mime.unwrap_or("application/octet-stream");
            ResourceContents::blob(uri, mime, error.as_bytes())
        }
    };
    Ok(contents.into())
}

impl Language {
    const fn interpreter(self) -> &'static str {
        match self {
            Self::Python => "python3",
            Self::Shell => "sh",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Self::Python => "main.py",
            Self::Shell => "main.sh",
        }
    }
}

/// The answer to a run while code execution is off.
const IS_OFF: &str = "code execution is off: the operator of the server sets \
    `TOOLWRIGHT_CODE_EXECUTION=true` to let agents run code";

impl CodeExecution {
    /// Returns what the operator has to set, if code execution is off.
    pub(super) const fn missing(&self) -> Option<&'static str> {
        match self.0 {
            Some(_) => None,
            None => Some(IS_OFF),
        }
    }

    fn runner(&self) -> Result<&CodeRunner, ToolError> {
        let runner = self.0.as_ref();
        runner.ok_or_else(|| ToolError::unavailable(IS_OFF))
    }
}

impl CodeRunner {
    fn interpreter(&self, language: Language) -> Result<PathBuf, ToolError> {
        let name = language.interpreter();
        find_program(name, &self.search).ok_or_else(|| {
            ToolError::unavailable(format!(
                "`{name}` is not installed: no folder in the server's `PATH` has it"
            ))
        })
    }
}

/// Creates the folder of a run with the code in it.
fn prepare(run_files: &RunFiles, language: Language, code: &str) -> io::Result<RunFolder> {
    let folder = run_files.create()?;
    fs::write(folder.code().join(language.file()), code)?;
    Ok(folder)
}

/// Returns the whole environment of the program.
fn environment(folder: &RunFolder, interpreter: &Path) -> Result<Vec<(String, String)>, ToolError> {
    let beside = interpreter.parent().map(text).transpose()?;
    let path = beside.map_or_else(|| PATH.to_owned(), |beside| format!("{beside}:{PATH}"));
    let variables = [
        ("PATH", path),
        ("HOME", text(&folder.home())?),
        ("TMPDIR", text(&folder.temporary())?),
        ("LANG", "C.UTF-8".to_owned()),
        // Output before a timeout is kept.
        ("PYTHONUNBUFFERED", "1".to_owned()),
        // Modules that the code writes can be imported, and leave no other files.
        ("PYTHONPATH", text(&folder.files())?),
        ("PYTHONDONTWRITEBYTECODE", "1".to_owned()),
        ("PYTHONUTF8", "1".to_owned()),
    ];
    let owned = |(name, value): (&str, String)| (name.to_owned(), value);
    Ok(variables.into_iter().map(owned).collect())
}

fn text(path: &Path) -> Result<String, ToolError> {
    let text = path.to_str().map(ToOwned::to_owned);
    text.ok_or_else(|| {
        ToolError::unavailable(format!("`{}` is not a path in UTF-8", path.display()))
    })
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, ToolError> {
    let done = tokio::task::spawn_blocking(work).await?;
    done.map_err(|error| ToolError::unavailable(format!("the folder of executions: {error}")))
}

impl Execution {
    fn new(outcome: Outcome, files: Vec<MadeFile>, left_out: usize) -> Self {
        let failure = outcome.failure();
        let Outcome {
            stdout,
            stderr,
            exit,
        } = outcome;
        let stopped = exit.stopped.map(|stop| match stop {
            StopReason::Time => Excess::Time,
            StopReason::Output => Excess::Output,
            StopReason::Processes => Excess::Processes,
            StopReason::Memory => Excess::Memory,
        });
        Self {
            exit_code: exit.code,
            signal: exit.signal,
            timed_out: exit.stopped == Some(StopReason::Time),
            stopped,
            stdout_truncated: stdout.is_cut,
            stderr_truncated: stderr.is_cut,
            stdout: stdout.text,
            stderr: stderr.text,
            files,
            files_left_out: left_out,
            failure,
        }
    }
}

impl MadeFile {
    fn new(id: &str, file: &KeptFile) -> Self {
        static TEMPLATE: LazyLock<Option<UriTemplate>> =
            LazyLock::new(|| UriTemplate::parse(FILES).ok());
        let uri = file.path.to_str().map(|path| uri_of(id, path));
        let fits = |uri: &String| TEMPLATE.as_ref().is_some_and(|template| template.fits(uri));
        Self {
            path: file.path.to_string_lossy().into_owned(),
            bytes: file.bytes,
            uri: uri.filter(fits),
        }
    }

    fn link(&self) -> Option<Content> {
        let mut link = ResourceLink::new(self.uri.clone()?, self.path.clone());
        link.mime_type = mime_of(&self.path).map(ToOwned::to_owned);
        Some(link.into())
    }
}

fn uri_of(id: &str, path: &str) -> String {
    let path = utf8_percent_encode(path, PLAIN);
    format!("execution://{id}/{path}")
}

/// Guesses the MIME type of a file from its name.
fn mime_of(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "csv" => "text/csv",
        "gif" => "image/gif",
        "html" | "htm" => "text/html",
        "jpg" | "jpeg" => "image/jpeg",
        "json" => "application/json",
        "md" => "text/markdown",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain",
        "webp" => "image/webp",
        "zip" => "application/zip",
        _ => return None,
    })
}

impl IntoToolOutput for ExecutionOutput {
    fn into_tool_output(self) -> Result<ToolOutput, ToolError> {
        let links: Vec<Content> = self.0.files.iter().filter_map(MadeFile::link).collect();
        let (timed_out, failure) = (self.0.timed_out, self.0.failure.clone());
        let mut output = self.0.into_tool_output()?;
        output.is_error = failure.is_some();
        output.content.extend(failure.map(Content::text));
        output.content.extend(links);
        output.error_kind = timed_out.then_some(ErrorKind::Timeout);
        Ok(output)
    }

    fn output_schema() -> Option<Schema> {
        Execution::output_schema()
    }
}
