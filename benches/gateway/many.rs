//! The start of a server with 200 others behind it, which have 20 tools each.

use std::{
    fs,
    net::TcpListener,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Map, Value, json};

use crate::{
    load::started,
    path::{Line, Peers},
    rig::{
        Era, Figure, HttpClient, HttpServer, Process, Request, Result, Wanted, mebibytes, scratch,
        table,
    },
};

const SERVERS: usize = 200;
const TOOLS: usize = 20;
/// How long all tools may take to be listed.
const PATIENCE: Duration = Duration::from_secs(300);

/// The servers behind the measured one.
#[derive(Clone, Copy)]
enum Behind {
    Nothing,
    Servers(Line),
}

/// One start.
struct Start {
    /// Until the first answer, in milliseconds.
    first: f64,
    /// Until all tools are listed, in seconds.
    all: f64,
    /// The resident memory then, in KiB.
    resident: u64,
}

/// Returns the figures, and a table of the starts.
pub(crate) fn measure(peers: &Peers<'_>, rounds: usize) -> Result<(Vec<Figure>, String)> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let _others = others(peers, port)?;
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for behind in [
        Behind::Nothing,
        Behind::Servers(Line::Http),
        Behind::Servers(Line::Stdio),
    ] {
        let what = match behind {
            Behind::Nothing => "without other servers".to_owned(),
            Behind::Servers(line) => format!("with {SERVERS} others over {line}"),
        };
        let starts: Result<Vec<_>> = (0..rounds).map(|_| start(peers, behind, port)).collect();
        let starts = starts?;
        let wanted = match behind {
            Behind::Nothing => None,
            Behind::Servers(_) => Some(Wanted::AtMost(100.0)),
        };
        let first = starts.iter().map(|start| start.first);
        let title = format!("start to first answer {what}");
        figures.push(Figure::of(title, first, " ms", wanted));
        for start in &starts {
            let (first, all) = (start.first, start.all);
            let memory = mebibytes(start.resident);
            rows.push(format!("{what} | {first:.0} | {all:.1} | {memory}"));
        }
    }
    let title = format!("Starts with {SERVERS} other servers that have {TOOLS} tools each");
    let head = "start | first answer, ms | all listed, s | resident then, MiB";
    Ok((figures, table(&title, head, rows)))
}

/// Starts the one server that all addresses lead to.
fn others(peers: &Peers<'_>, port: u16) -> Result<Process> {
    let mut command = peers.program("toolwright_many");
    command.env("BENCH_TOOLS", TOOLS.to_string());
    command.args(["serve", "--port", &port.to_string()]);
    let process = started(command, "others")?;
    thread::sleep(Duration::from_secs(1));
    Ok(process)
}

fn start(peers: &Peers<'_>, behind: Behind, port: u16) -> Result<Start> {
    let folder = scratch()?.join("gateway-many");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("tools.json"), r#"{"tools": []}"#)?;
    configure(&folder, peers, behind, port)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolwright"));
    command
        .env("TOOLWRIGHT_REGISTRY_DIR", &folder)
        .env("TOOLWRIGHT_DATA_DIR", folder.join("data"));
    let client = HttpClient::new()?;
    let call = Request::tool(Era::Modern, "calculator", &json!({"expression": "6*7"}));
    let begun = Instant::now();
    let (server, first) = HttpServer::start_until(command, "many", |server| {
        let answer = client.post(&server.url(), &call, None)?;
        let is_right = String::from_utf8_lossy(&answer.body).contains("42");
        is_right
            .then_some(())
            .ok_or_else(|| "a wrong answer".into())
    })?;
    let expected = match behind {
        Behind::Nothing => 0,
        Behind::Servers(_) => SERVERS * TOOLS,
    };
    while listed(&client, &server)? != expected {
        if begun.elapsed() > PATIENCE {
            return Err("not all tools are listed".into());
        }
        thread::sleep(Duration::from_millis(100));
    }
    let all = begun.elapsed().as_secs_f64();
    let resident = server.process.resident()?;
    server.process.stop()?;
    Ok(Start {
        first: first.as_secs_f64() * 1e3,
        all,
        resident,
    })
}

/// Writes `mcp.json`.
fn configure(folder: &Path, peers: &Peers<'_>, behind: Behind, port: u16) -> Result<()> {
    let program = peers.program("toolwright_many");
    let program = program.get_program().to_string_lossy();
    let server = |number: usize| match behind {
        Behind::Servers(Line::Stdio) => {
            json!({"command": program, "env": {"BENCH_TOOLS": TOOLS.to_string()}})
        }
        _ => json!({"url": format!("http://127.0.0.1:{port}/mcp?{number}")}),
    };
    let count = match behind {
        Behind::Nothing => 0,
        Behind::Servers(_) => SERVERS,
    };
    let servers: Map<String, Value> = (0..count)
        .map(|number| (format!("s{number}"), server(number)))
        .collect();
    let file = json!({"mcpServers": servers}).to_string();
    Ok(fs::write(folder.join("mcp.json"), file)?)
}

/// The number of tools of other servers that are listed, on all pages.
fn listed(client: &HttpClient, server: &HttpServer) -> Result<usize> {
    let answer = client.post(&server.url(), &Request::list(Era::Modern), None)?;
    let message: Value = serde_json::from_slice(&answer.body)?;
    let result = &message["result"];
    if result.get("nextCursor").is_some() {
        return Err("the list has pages".into());
    }
    let tools = result["tools"].as_array().into_iter().flatten();
    let names = tools.filter_map(|tool| tool["name"].as_str());
    Ok(names.filter(|name| name.contains(".search_")).count())
}
