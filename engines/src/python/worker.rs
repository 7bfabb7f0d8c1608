//! [`PythonWorker`]: a process with one loaded function, its messages, and the log of what it
//! prints.

use std::{str, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    process::ChildStderr,
    time::timeout,
};

use super::{
    description::{Described, Target},
    settings::{PythonError, PythonSettings, find_interpreter},
};
use crate::supervise::{
    json_line,
    service::{Service, ServiceOrder},
};

const BOOTSTRAP: &str = include_str!("bootstrap.py");
const DRIVER: &str = include_str!("driver.py");

/// Room in an answer for what surrounds the result, and for an error.
const ENVELOPE: usize = 64 * 1024;

/// How long to wait for the exit of a process that has closed its socket.
const EXIT: Duration = Duration::from_secs(1);

/// A process that has loaded one function. Dropping this kills it with all of its children.
#[derive(Debug)]
pub(super) struct PythonWorker {
    service: Service,
    most: usize,
    /// The number of the last request.
    number: u64,
}

/// An answer, unless the files of the function have changed.
pub(super) enum Answer<T> {
    Fresh(T),
    /// The worker has exited. Another one can be asked.
    Stale,
}

impl PythonWorker {
    /// Starts a process and waits until it has loaded the function.
    pub(super) async fn start(
        settings: &PythonSettings,
        target: &Target,
    ) -> Result<Self, PythonError> {
        let path = target.locate(&settings.folder)?;
        let folder = settings.folder.canonicalize()?;
        let search = &settings.search_path;
        let order = ServiceOrder {
            program: find_interpreter(settings.interpreter.as_deref(), search)?,
            arguments: vec!["-c".into(), BOOTSTRAP.into()],
            environment: settings
                .environment
                .iter()
                .chain(&target.environment)
                .cloned()
                .collect(),
            folder: folder.clone(),
            answers_on_output: false,
        };
        let (service, prints) = Service::start(&settings.program, &order).await?;
        forward(prints, target.tool.clone());
        let mut worker = Self {
            service,
            most: settings.limits.result.saturating_add(ENVELOPE),
            number: 0,
        };
        let first = json_line::encode(&Settings {
            driver: DRIVER,
            folder: &folder.to_string_lossy(),
            path: &path.to_string_lossy(),
            module: target.module.as_deref(),
            function: &target.function,
            most_bytes: settings.limits.result,
        })?;
        worker.exchange(&first).await?;
        Ok(worker)
    }

    /// Returns whether the process waits for a request, as it should.
    pub(super) fn is_idle(&self) -> bool {
        self.service.is_quiet()
    }

    /// Calls the function.
    pub(super) async fn call(
        &mut self,
        arguments: &Map<String, Value>,
    ) -> Result<Answer<Result<Box<RawValue>, PythonError>>, PythonError> {
        self.ask(Work::Arguments(arguments)).await
    }

    /// Asks what the function says about itself.
    pub(super) async fn describe(&mut self) -> Result<Answer<Described>, PythonError> {
        match self.ask(Work::Describe(true)).await? {
            Answer::Stale => Ok(Answer::Stale),
            Answer::Fresh(value) => {
                let described = serde_json::from_str(value?.get());
                described
                    .map(Answer::Fresh)
                    .map_err(|_| PythonError::Garbage)
            }
        }
    }

    /// Sends a request. An outer error means that the worker cannot be asked again.
    async fn ask(
        &mut self,
        work: Work<'_>,
    ) -> Result<Answer<Result<Box<RawValue>, PythonError>>, PythonError> {
        self.number += 1;
        let request = json_line::encode(&PythonRequest {
            id: self.number,
            work,
        })?;
        match self.reply(&request).await? {
            PythonReply::Value(value) => Ok(Answer::Fresh(Ok(value))),
            PythonReply::Error(text) => Ok(Answer::Fresh(Err(PythonError::Raised(text)))),
            PythonReply::Stale => Ok(Answer::Stale),
        }
    }

    /// Sends the first line.
    async fn exchange(&mut self, line: &[u8]) -> Result<(), PythonError> {
        match self.reply(line).await? {
            PythonReply::Value(_) => Ok(()),
            PythonReply::Error(text) => Err(PythonError::Raised(text)),
            PythonReply::Stale => Err(PythonError::Garbage),
        }
    }

    async fn reply(&mut self, line: &[u8]) -> Result<PythonReply, PythonError> {
        let Some(line) = self.service.ask(&[line], self.most).await else {
            return Err(self.failure().await);
        };
        match serde_json::from_slice::<(u64, PythonReply)>(&line) {
            Ok((number, reply)) if number == self.number => Ok(reply),
            _ => Err(PythonError::Garbage),
        }
    }

    /// Returns why there was no answer.
    async fn failure(&mut self) -> PythonError {
        match timeout(EXIT, self.service.exit()).await {
            Ok(Ok(exit)) => PythonError::Exited(exit),
            Ok(Err(error)) => PythonError::Unavailable(error),
            Err(_) => PythonError::Garbage,
        }
    }
}

/// The first line: what the worker runs and loads.
#[derive(Debug, Serialize)]
pub(super) struct Settings<'a> {
    pub(super) driver: &'a str,
    pub(super) folder: &'a str,
    pub(super) path: &'a str,
    pub(super) module: Option<&'a str>,
    pub(super) function: &'a str,
    pub(super) most_bytes: usize,
}

/// A request. The first line is answered as number 0.
#[derive(Debug, Serialize)]
pub(super) struct PythonRequest<'a> {
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) work: Work<'a>,
}

/// A request to a worker.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Work<'a> {
    /// The result of a call.
    Arguments(&'a Map<String, Value>),
    /// The schemas of the function.
    Describe(bool),
}

/// The answer to a request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PythonReply {
    /// The result.
    Value(Box<RawValue>),
    /// The text of an error.
    Error(String),
    /// The files have changed since they were loaded. The worker exits.
    Stale,
}

/// The most bytes of a line. A longer one is split.
const MAX_BYTES: u64 = 4096;

/// Writes the lines that a worker of `tool` prints to the log, until it has exited.
fn forward(prints: ChildStderr, tool: String) {
    tokio::spawn(async move {
        let mut prints = BufReader::new(prints);
        let mut line = Vec::new();
        while let Ok(1..) = (&mut prints)
            .take(MAX_BYTES)
            .read_until(b'\n', &mut line)
            .await
        {
            let text = String::from_utf8_lossy(line.trim_ascii_end());
            tracing::info!(tool, "{text}");
            line.clear();
        }
    });
}
