//! [`Relay`]: stands between a host and the server on standard input and output.
//!
//! The host keeps its connection while the server is built and started again: what it sends
//! meanwhile waits, and requests that the old server did not answer get an error.

use std::{
    collections::HashMap,
    ffi::OsString,
    io::{self, BufRead as _, Write as _},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use toolwright::cli::{Failure, output};

use super::{
    build::build, handshake::Handshake, server_process::ServerProcess, watch::WatchedSources,
};

/// How long an old server may take to finish its calls.
const DRAIN: Duration = Duration::from_secs(10);

enum RelayEvent {
    /// A line of the host, or its end.
    Host(Option<String>),
    /// A line of the server with this number, or its end.
    Server(usize, Option<String>),
    /// The crate was built.
    Built(Result<PathBuf, String>),
}

/// Builds and runs the server for the host on standard input and output, until it leaves.
pub(super) fn run(cargo: &[OsString]) -> Result<(), Failure> {
    let (sender, events) = mpsc::channel();
    read_host(sender.clone());
    build_always(cargo.to_vec(), sender.clone());
    Relay::new(sender).run(&events)
}

fn read_host(sender: Sender<RelayEvent>) {
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            let _ = sender.send(RelayEvent::Host(Some(line)));
        }
        let _ = sender.send(RelayEvent::Host(None));
    });
}

/// Builds now and after each change.
fn build_always(cargo: Vec<OsString>, sender: Sender<RelayEvent>) {
    thread::spawn(move || {
        let mut program: Option<PathBuf> = None;
        loop {
            // A change during a build starts the next one.
            let before = WatchedSources::of(program.as_deref());
            let built = build(&cargo);
            let sources = match &built {
                Ok(path) if program.as_ref() != Some(path) => WatchedSources::of(Some(path)),
                _ => before,
            };
            program = built.as_ref().ok().cloned().or(program);
            if sender.send(RelayEvent::Built(built)).is_err() {
                return;
            }
            sources.wait();
        }
    });
}

struct Relay {
    sender: Sender<RelayEvent>,
    server: Option<ServerProcess>,
    /// The number of the server that runs.
    number: usize,
    /// The program that is started when the old server has ended, which it must until then.
    next: Option<(PathBuf, Instant)>,
    handshake: Handshake,
    /// Whether the server was told the handshake and has not answered.
    is_greeting: bool,
    /// Requests of the host that are not answered, by their ids as JSON.
    open: HashMap<String, Value>,
    /// Lines of the host that wait for a server.
    waiting: Vec<String>,
}

impl Relay {
    fn new(sender: Sender<RelayEvent>) -> Self {
        Self {
            sender,
            server: None,
            number: 0,
            next: None,
            handshake: Handshake::default(),
            is_greeting: false,
            open: HashMap::new(),
            waiting: Vec::new(),
        }
    }

    fn run(mut self, events: &Receiver<RelayEvent>) -> Result<(), Failure> {
        loop {
            match self.receive(events) {
                Some(RelayEvent::Host(Some(line))) => self.hear_host(line),
                Some(RelayEvent::Host(None)) => return self.end(events),
                Some(RelayEvent::Server(number, line)) if number == self.number => match line {
                    Some(line) => self.hear_server(&line)?,
                    None => self.lose_server()?,
                },
                Some(RelayEvent::Server(..)) => {}
                Some(RelayEvent::Built(Ok(program))) => self.replace(program)?,
                Some(RelayEvent::Built(Err(why))) => self.keep(&why)?,
                None => self.start_next()?,
            }
        }
    }

    /// Returns the next event, or `None` when the old server has taken too long to end.
    fn receive(&self, events: &Receiver<RelayEvent>) -> Option<RelayEvent> {
        let Some((_, until)) = &self.next else {
            return events.recv().ok();
        };
        let patience = until.saturating_duration_since(Instant::now());
        events.recv_timeout(patience).ok()
    }

    fn hear_host(&mut self, line: String) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        self.handshake.hear(&message);
        if !message["id"].is_null() && message["method"].is_string() {
            self.open
                .insert(message["id"].to_string(), message["id"].clone());
        }
        match &mut self.server {
            Some(server) if self.next.is_none() && !self.is_greeting => server.send(&line),
            _ => self.waiting.push(line),
        }
    }

    fn hear_server(&mut self, line: &str) -> io::Result<()> {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        if self.is_greeting && Handshake::is_answer(&message) {
            self.is_greeting = false;
            self.send(&Handshake::confirmation());
            for change in Handshake::changes() {
                say(&change)?;
            }
            self.send_waiting();
            return Ok(());
        }
        if message["method"].is_null() {
            self.open.remove(&message["id"].to_string());
        }
        say(line)
    }

    /// Lets the server that runs end, and starts this one then.
    fn replace(&mut self, program: PathBuf) -> io::Result<()> {
        self.next = Some((program, Instant::now() + DRAIN));
        match &mut self.server {
            Some(server) => server.close(),
            None => self.start_next()?,
        }
        Ok(())
    }

    /// Goes on with the server that runs. Without one, what waits cannot be answered.
    fn keep(&mut self, why: &str) -> io::Result<()> {
        output::notice(why);
        match self.server {
            Some(_) => Ok(()),
            None => self.refuse_open(why),
        }
    }

    /// Handles the end of the server that runs.
    fn lose_server(&mut self) -> io::Result<()> {
        self.server = None;
        if self.next.is_some() {
            return self.start_next();
        }
        let why = "the server has ended; it starts again when a source changes";
        output::notice(why);
        self.refuse_open(why)
    }

    fn start_next(&mut self) -> io::Result<()> {
        let Some((program, _)) = self.next.take() else {
            return Ok(());
        };
        self.server = None;
        self.refuse_old()?;
        self.number += 1;
        match self.start(&program) {
            Ok(server) => self.server = Some(server),
            Err(error) => {
                let program = program.display();
                return self.keep(&format!("`{program}` cannot be started: {error}"));
            }
        }
        match self.handshake.request().filter(|_| self.number > 1) {
            Some(request) => {
                self.is_greeting = true;
                self.send(&request);
            }
            None => self.send_waiting(),
        }
        Ok(())
    }

    fn start(&self, program: &Path) -> io::Result<ServerProcess> {
        let (sender, number) = (self.sender.clone(), self.number);
        ServerProcess::start(program, move |line| {
            let _ = sender.send(RelayEvent::Server(number, line));
        })
    }

    fn send(&mut self, line: &str) {
        if let Some(server) = &mut self.server {
            server.send(line);
        }
    }

    fn send_waiting(&mut self) {
        for line in std::mem::take(&mut self.waiting) {
            self.send(&line);
        }
    }

    /// Refuses the requests that the old server took and did not answer.
    fn refuse_old(&mut self) -> io::Result<()> {
        let waiting: Vec<Value> = self.waiting.iter().map(|line| id_of(line)).collect();
        let old = self.open.extract_if(|_, id| !waiting.contains(id));
        let old: Vec<Value> = old.map(|(_, id)| id).collect();
        refuse(&old, "the server was built again and started anew")
    }

    /// Refuses all requests that are not answered.
    fn refuse_open(&mut self, why: &str) -> io::Result<()> {
        self.waiting.retain(|line| id_of(line).is_null());
        let open: Vec<Value> = self.open.drain().map(|(_, id)| id).collect();
        refuse(&open, why)
    }

    /// Lets the server finish when the host has left.
    fn end(mut self, events: &Receiver<RelayEvent>) -> Result<(), Failure> {
        let until = Instant::now() + DRAIN;
        self.send_waiting();
        if let Some(server) = &mut self.server {
            server.close();
        }
        while self.server.is_some() {
            match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(RelayEvent::Server(number, Some(line))) if number == self.number => {
                    self.hear_server(&line)?;
                }
                Ok(RelayEvent::Server(number, None)) if number == self.number => break,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }
}

fn id_of(line: &str) -> Value {
    let message: Value = serde_json::from_str(line).unwrap_or_default();
    message["id"].clone()
}

fn refuse(ids: &[Value], why: &str) -> io::Result<()> {
    for id in ids {
        let error = json!({"code": -32603, "message": why});
        say(&json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string())?;
    }
    Ok(())
}

/// Sends a line to the host.
fn say(line: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()
}
