//! The cost of API keys and tokens: small calls of the program `toolwright`, which is governed, without
//! credentials, with a key, and with a token of an authorization server.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    process::Command,
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::json;

use crate::{
    calls::Sample,
    options::{Options, turns},
    rig::{
        Era, Figure, HttpClient, HttpServer, Request, Result, Wanted, Workshop, grouped, scratch,
        table,
    },
    signer::Signer,
    wrk::Load,
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_toolwright");
const CONNECTIONS: usize = 32;
const AUDIENCE: &str = "https://tools.test/mcp";
/// A text that only the correct answer contains.
const MARK: &str = r#""structuredContent":{"result":"cell"}"#;

/// The credentials of the callers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Nothing,
    Key,
    Token,
}

/// A server, and what its callers show.
struct Asked {
    shown: Shown,
    server: HttpServer,
    credentials: Option<String>,
    /// The size of a correct answer.
    answer: f64,
    samples: Vec<Sample>,
}

pub(crate) fn measure(options: &Options, _: &Workshop) -> Result<(Vec<Figure>, String)> {
    let request = Request::tool(Era::Modern, "serialize_for_cell", &json!({"data": "cell"}));
    let all = [Shown::Nothing, Shown::Key, Shown::Token];
    let mut asked = Vec::new();
    for shown in all {
        let mut new = Asked::start(shown)?;
        new.answer = new.load(&request).verify(MARK)?.answer();
        asked.push(new);
    }
    for round in 0..options.rounds() {
        for asked in turns(&mut asked, round) {
            let seen = asked.load(&request).measure(options.turn(), asked.answer)?;
            let sample = seen.sample();
            eprintln!(
                "{}, round {}: {:8.0} calls/s",
                asked.shown.name(),
                round + 1,
                sample.calls_per_second
            );
            asked.samples.push(sample);
        }
    }
    let find = |shown| asked.iter().find(|asked| asked.shown == shown);
    let figures = [(Shown::Key, 0.95), (Shown::Token, 0.85)].map(|(shown, least)| {
        let pairs = find(shown).zip(find(Shown::Nothing));
        let pairs = pairs.map(|(one, other)| one.samples.iter().zip(&other.samples));
        let rounds = pairs.into_iter().flatten();
        let rounds = rounds.map(|(one, other)| one.calls_per_second / other.calls_per_second);
        let what = format!(
            "`toolwright`, small call, 32 connections: {} ÷ without",
            shown.name()
        );
        Figure::of(what, rounds, "", Wanted::AtLeast(least))
    });
    let rows = all.into_iter().filter_map(find).map(Asked::row);
    let head = "callers show | calls/s | p50 µs | p99 µs | processor µs a call";
    let tables = table("What credentials cost", head, rows);
    for asked in asked {
        asked.server.process.stop()?;
    }
    Ok((figures.into(), tables))
}

impl Shown {
    const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no credentials",
            Self::Key => "with an API key",
            Self::Token => "with a token",
        }
    }
}

impl Asked {
    fn start(shown: Shown) -> Result<Self> {
        let folder = scratch()?.join(format!("access-{}", shown.name().replace(' ', "-")));
        // The log of an earlier run may be large.
        let _ = fs::remove_dir_all(&folder);
        let mut command = toolwright(&folder);
        let credentials = match shown {
            Shown::Nothing => None,
            Shown::Key => Some(create_key(&folder, "admin")?),
            Shown::Token => {
                let signer = Signer::es256("bench");
                let issuer = publish(&signer)?;
                command
                    .env("TOOLWRIGHT_OAUTH_ISSUER", &issuer)
                    .env("TOOLWRIGHT_OAUTH_AUDIENCE", AUDIENCE);
                Some(token(&signer, &issuer)?)
            }
        };
        Ok(Self {
            shown,
            server: start(command, "access")?,
            credentials,
            answer: 0.0,
            samples: Vec::new(),
        })
    }

    fn load<'a>(&'a self, request: &'a Request) -> Load<'a> {
        Load {
            server: &self.server,
            request,
            connections: CONNECTIONS,
            sessions: &[],
            credentials: self.credentials.as_deref(),
        }
    }

    fn row(&self) -> String {
        let median =
            |figure: fn(&Sample) -> f64| crate::rig::median(self.samples.iter().map(figure));
        format!(
            "{} | {} | {:.0} | {:.0} | {:.1}",
            self.shown.name(),
            grouped(median(|sample| sample.calls_per_second)),
            median(|sample| sample.p50),
            median(|sample| sample.p99),
            median(|sample| sample.processor)
        )
    }
}

/// Starts a server and waits until it lists its tools, which on loopback it does for everybody.
pub(crate) fn start(command: Command, log: &str) -> Result<HttpServer> {
    let client = HttpClient::new()?;
    let (server, _) = HttpServer::start_until(command, log, |server| {
        match client.post(&server.url(), &Request::list(Era::Modern), None)? {
            answer if answer.status == 200 => Ok(()),
            answer => Err(format!("`tools/list` is answered with {}", answer.status).into()),
        }
    })?;
    Ok(server)
}

/// Returns a command of `toolwright` with this data folder.
pub(crate) fn toolwright(folder: &Path) -> Command {
    let mut command = Command::new(PROGRAM);
    command.env_clear().env("TOOLWRIGHT_DATA_DIR", folder);
    command
}

/// Creates a key of a user, and returns it.
pub(crate) fn create_key(folder: &Path, user: &str) -> Result<String> {
    let output = toolwright(folder)
        .args(["keys", "create", "--user", user])
        .output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Returns a token that is valid for a day.
fn token(signer: &Signer, issuer: &str) -> Result<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let claims = json!({
        "iss": issuer, "aud": AUDIENCE, "sub": "bench", "scope": "read write", "iat": now,
        "exp": now + 86400, "client_id": "c7f4e1a2-90b3-4c57-8e1d-2f6a7b8c9d0e",
    });
    Ok(signer.sign("ES256", &claims))
}

/// Publishes the key as an authorization server does, on a thread that ends with this process.
/// Returns the address.
fn publish(signer: &Signer) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let issuer = format!("http://{}", listener.local_addr()?);
    let keys = json!({"keys": [signer.public_key()]}).to_string();
    let metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")}).to_string();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = answer(stream, &metadata, &keys);
        }
    });
    Ok(issuer)
}

fn answer(mut stream: TcpStream, metadata: &str, keys: &str) -> Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().ok_or("no request")??;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let body = match first.contains("/keys") {
        true => keys,
        false => metadata,
    };
    let length = body.len();
    let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    Ok(stream.write_all((head + body).as_bytes())?)
}
