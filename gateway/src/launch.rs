//! [`Launcher`]: how a program is started that is a server on its standard streams.

use std::{collections::BTreeMap, env, io, process::Stdio};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    process::{Child, Command},
};

use toolwright::BoxFuture;

use crate::config::Program;

/// The variables of this process that every program gets.
const INHERITED: [&str; 7] = ["HOME", "LANG", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER"];

/// Starts programs that are servers on their standard streams.
pub trait Launcher: Send + Sync {
    /// Starts a program, with these variables and no others.
    ///
    /// # Errors
    /// If it cannot be started.
    fn launch<'a>(
        &'a self,
        program: &'a Program,
        environment: BTreeMap<String, String>,
    ) -> BoxFuture<'a, io::Result<Launched>>;
}

/// A program that was started. It must end when `kept` is dropped.
pub struct Launched {
    /// Its standard output.
    pub output: Box<dyn AsyncRead + Send + Unpin>,
    /// Its standard input.
    pub input: Box<dyn AsyncWrite + Send + Unpin>,
    /// Its standard error.
    pub errors: Box<dyn AsyncRead + Send + Unpin>,
    /// Ends the program when it is dropped.
    pub kept: Box<dyn Send>,
}

impl std::fmt::Debug for Launched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Launched").finish_non_exhaustive()
    }
}

/// Returns the environment of a program: what every program gets, and what is configured for it.
pub(crate) fn environment(configured: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let inherited = INHERITED.iter().filter_map(|name| {
        let value = env::var(name).ok()?;
        Some(((*name).to_owned(), value))
    });
    let mut variables: BTreeMap<_, _> = inherited.collect();
    variables.extend(configured);
    variables
}

/// Starts programs as children of this process, which kills them when they are no longer needed.
///
/// What such a program starts itself, or a program after this process was killed, may live on. A
/// server uses a launcher that sees to that.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct ChildLauncher;

impl Launcher for ChildLauncher {
    fn launch<'a>(
        &'a self,
        program: &'a Program,
        environment: BTreeMap<String, String>,
    ) -> BoxFuture<'a, io::Result<Launched>> {
        Box::pin(std::future::ready(start(program, environment)))
    }
}

fn start(program: &Program, environment: BTreeMap<String, String>) -> io::Result<Launched> {
    let mut command = Command::new(&program.command);
    command
        .args(&program.arguments)
        .env_clear()
        .envs(environment)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    let mut child: Child = command.spawn()?;
    let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(input), Some(output), Some(errors)) = streams else {
        return Err(io::Error::other("it has no streams"));
    };
    Ok(Launched {
        output: Box::new(output),
        input: Box::new(input),
        errors: Box::new(errors),
        kept: Box::new(child),
    })
}
