//! [`EmbeddingServer`]: a local server that answers as [OpenAI documents](https://platform.openai.com/docs/api-reference/embeddings/create),
//! and misbehaves when told.
//!
//! Its vectors are made of the texts' letters, so that a test knows which vector belongs to which text. It is compiled into the tests of
//! the library too.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    task::{JoinHandle, JoinSet},
};

/// How many numbers a vector has, unless told otherwise.
pub(crate) const DIMENSION: usize = 8;

/// How one request is answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mood {
    /// As documented.
    Well,
    /// As documented, but later.
    Slow(Duration),
    /// As documented, with vectors of so many numbers.
    Dimension(usize),
    /// As documented, with the vectors in the other order, which their indices say.
    Reversed,
    /// A failure with OpenAI's error object.
    Failure(u16, String),
    /// A failure with this text.
    Text(u16, String),
    /// 429, and when to come again.
    TooMany(String),
    /// One vector too few.
    WrongCount,
    /// Two vectors for the first text.
    DuplicateIndex,
    /// This in the place of the last number of the last vector.
    Number(&'static str),
    /// The last vector has one number too many.
    MixedDimensions,
    /// The body ends in the middle.
    Cut,
    /// Something that is no JSON.
    NotJson,
    /// A body that says that it is endless.
    Huge,
    /// No answer at all.
    Hanging,
}

/// A request, as it came.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Asked {
    pub(crate) texts: Vec<String>,
    pub(crate) model: String,
    pub(crate) authorization: Option<String>,
    pub(crate) path: String,
    /// The whole body's keys.
    pub(crate) keys: Vec<String>,
}

type Behaviour = dyn Fn(usize, &Asked) -> Mood + Send + Sync;

/// A local server. It is gone with all its connections when the test drops it.
pub(crate) struct EmbeddingServer {
    port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
    accepting: JoinHandle<()>,
}

/// The vector of a text: how often each letter is in it, roughly.
pub(crate) fn vector(text: &str, dimension: usize) -> Vec<f32> {
    let mut vector = vec![0.5; dimension];
    for (place, letter) in text.chars().enumerate() {
        vector[(letter as usize + place) % dimension] += 0.25 + place as f32 / 1024.0;
    }
    vector
}

impl EmbeddingServer {
    /// A server that always answers well.
    pub(crate) async fn start() -> Self {
        Self::moody(|_, _| Mood::Well).await
    }

    /// Answers the request of each number, from 0 on, as `mood` says.
    pub(crate) async fn moody(
        mood: impl Fn(usize, &Asked) -> Mood + Send + Sync + 'static,
    ) -> Self {
        Self::at(0, mood).await
    }

    /// The same at this port.
    pub(crate) async fn at(
        port: u16,
        mood: impl Fn(usize, &Asked) -> Mood + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::<Mutex<Vec<Asked>>>::default();
        let mood: Arc<Behaviour> = Arc::new(mood);
        let accepting = tokio::spawn({
            let asked = Arc::clone(&asked);
            async move {
                let mut connections = JoinSet::new();
                loop {
                    let (connection, _) = listener.accept().await.unwrap();
                    connections.spawn(serve(connection, Arc::clone(&mood), Arc::clone(&asked)));
                }
            }
        });
        Self {
            port,
            asked,
            accepting,
        }
    }

    /// The address that a client is configured with.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1/embeddings", self.port)
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// All requests so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Stops it, so that its port is free when this returns.
    pub(crate) async fn stop(mut self) {
        self.accepting.abort();
        let _ = (&mut self.accepting).await;
    }
}

impl Drop for EmbeddingServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn serve(connection: TcpStream, behaviour: Arc<Behaviour>, asked: Arc<Mutex<Vec<Asked>>>) {
    let (input, mut output) = connection.into_split();
    let mut input = BufReader::new(input);
    while let Some(request) = read(&mut input).await {
        let number = {
            let mut asked = asked.lock().unwrap();
            asked.push(request.clone());
            asked.len() - 1
        };
        let mood = behaviour(number, &request);
        if respond(&mut output, &request, &mood).await.is_none() {
            return;
        }
    }
}

/// Answers; nothing where the connection ends with that.
async fn respond(output: &mut OwnedWriteHalf, request: &Asked, mood: &Mood) -> Option<()> {
    if let Mood::Slow(time) = mood {
        tokio::time::sleep(*time).await;
    }
    if *mood == Mood::Hanging {
        std::future::pending::<()>().await;
    }
    let (status, headers, body) = answer(request, mood);
    let length = if *mood == Mood::Huge {
        1 << 40
    } else {
        body.len()
    };
    let sent = if *mood == Mood::Cut {
        body.len() / 2
    } else {
        body.len()
    };
    let head = format!(
        "HTTP/1.1 {status} It\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n{headers}\r\n"
    );
    output.write_all(head.as_bytes()).await.ok()?;
    output.write_all(&body.as_bytes()[..sent]).await.ok()?;
    (!matches!(mood, Mood::Cut | Mood::Huge)).then_some(())
}

/// The status, further headers and the body.
fn answer(request: &Asked, mood: &Mood) -> (u16, String, String) {
    let failure = |message: &str, kind: &str| {
        json!({"error": {"message": message, "type": kind, "param": null, "code": null}})
            .to_string()
    };
    match mood {
        Mood::Failure(status, message) => {
            (*status, String::new(), failure(message, "server_error"))
        }
        Mood::Text(status, text) => (*status, String::new(), text.clone()),
        Mood::TooMany(after) => (
            429,
            format!("retry-after: {after}\r\n"),
            failure("Rate limit reached", "requests"),
        ),
        Mood::NotJson => (
            200,
            String::new(),
            "<!doctype html><title>Hello</title>".into(),
        ),
        mood => (200, String::new(), embeddings(request, mood)),
    }
}

fn embeddings(request: &Asked, mood: &Mood) -> String {
    let dimension = match mood {
        Mood::Dimension(dimension) => *dimension,
        _ => DIMENSION,
    };
    let item = |(index, text): (usize, &String)| json!({"object": "embedding", "index": index, "embedding": vector(text, dimension)});
    let mut data: Vec<Value> = request.texts.iter().enumerate().map(item).collect();
    match mood {
        Mood::Reversed => data.reverse(),
        Mood::WrongCount => drop(data.pop()),
        Mood::DuplicateIndex => data.iter_mut().for_each(|item| item["index"] = json!(0)),
        Mood::MixedDimensions => {
            let last = data.last_mut().unwrap();
            last["embedding"].as_array_mut().unwrap().push(json!(1));
        }
        Mood::Number(_) => {
            let last = data.last_mut().unwrap()["embedding"]
                .as_array_mut()
                .unwrap();
            *last.last_mut().unwrap() = json!("HERE");
        }
        _ => {}
    }
    let body = json!({
        "object": "list", "data": data, "model": request.model,
        "usage": {"prompt_tokens": 5, "total_tokens": 5},
    });
    match mood {
        Mood::Number(number) => body.to_string().replace("\"HERE\"", number),
        _ => body.to_string(),
    }
}

async fn read(input: &mut BufReader<OwnedReadHalf>) -> Option<Asked> {
    let mut line = String::new();
    input
        .read_line(&mut line)
        .await
        .ok()
        .filter(|read| *read > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut length = 0;
    let mut authorization = None;
    loop {
        let mut line = String::new();
        input.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap(),
            "authorization" => authorization = Some(value.to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).await.ok()?;
    let body: Value = serde_json::from_slice(&body).unwrap();
    let texts = body["input"].as_array().unwrap().iter();
    Some(Asked {
        texts: texts
            .map(|text| text.as_str().unwrap().to_owned())
            .collect(),
        model: body["model"].as_str().unwrap().to_owned(),
        authorization,
        path,
        keys: body.as_object().unwrap().keys().cloned().collect(),
    })
}
