//! An attacker answers in place of the PostgreSQL server, and wants the password of the database.
//!
//! The impostor has a certificate that nobody trusts, and follows the documented protocol.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::harness::{Home, soon};

const PASSWORD: &str = "correct horse";
/// `AuthenticationCleartextPassword`.
const CLEAR_TEXT: &[u8] = &[0, 0, 0, 3];
/// `AuthenticationSASL` with one mechanism, without channel binding.
const SCRAM: &[u8] = b"\0\0\0\x0aSCRAM-SHA-256\0\0";
/// `AuthenticationOk`, `BackendKeyData` and `ReadyForQuery`.
const WELCOME: &[u8] = b"R\0\0\0\x08\0\0\0\0K\0\0\0\x0c\0\0\0\x07\0\0\0\x07Z\0\0\0\x05I";

/// A server that everybody may take for PostgreSQL, and everything that it was sent.
struct Impostor {
    port: u16,
    heard: Arc<Mutex<Vec<u8>>>,
}

/// The request of the impostor.
#[derive(Debug, Clone, Copy)]
enum Demand {
    Password,
    /// A SCRAM proof of this many rounds, for which it gives no proof of its own.
    Proof(u32),
}

impl Impostor {
    async fn start(wish: Demand) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let session = Session {
                    stream: secured(stream).await,
                    heard: Arc::clone(&kept),
                };
                tokio::spawn(session.ask_for(wish));
            }
        });
        Self { port, heard }
    }

    /// Calls the tool with this mode of encryption, and returns what it answers.
    async fn query(&self, mode: &str) -> String {
        let port = self.port.to_string();
        let settings = [
            ("POSTGRESQL_DB_HOST", "localhost"),
            ("POSTGRESQL_DB_PORT", port.as_str()),
            ("POSTGRESQL_DB_NAME", "shop"),
            ("POSTGRESQL_DB_USER", "reader"),
            ("POSTGRESQL_DB_PASS", PASSWORD),
            ("POSTGRESQL_DB_SSLMODE", mode),
        ];
        let client = Home::new().server(&settings).client().await.unwrap();
        let call = client.call("query_bga_database", json!({"generated_sql": "SELECT 1"}));
        let output = soon(call).await.unwrap();
        output.structured_value().unwrap()["message"].to_string()
    }

    fn was_sent(&self, text: &str) -> bool {
        let heard = self.heard.lock().unwrap();
        String::from_utf8_lossy(&heard).contains(text)
    }
}

/// Agrees to TLS, and shows a certificate that is signed by nobody known.
async fn secured(mut stream: TcpStream) -> TlsStream<TcpStream> {
    let mut request = [0; 8];
    stream.read_exact(&mut request).await.unwrap();
    stream.write_all(b"S").await.unwrap();
    let file = |name: &str| {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("tests/it/tools/files/https")
            .join(name)
    };
    let certificate = CertificateDer::from_pem_file(file("server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(file("server.key")).unwrap();
    let config = ServerConfig::builder_with_provider(rustls_graviola::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    acceptor.accept(stream).await.unwrap()
}

struct Session {
    stream: TlsStream<TcpStream>,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Session {
    async fn ask_for(mut self, wish: Demand) {
        self.hear().await;
        match wish {
            Demand::Password => self.request(CLEAR_TEXT).await,
            Demand::Proof(rounds) => {
                self.request(SCRAM).await;
                let first = self.hear().await;
                let (_, nonce) = first.split_once(",r=").unwrap();
                let challenge = format!("\0\0\0\x0br={nonce}more,s=c2FsdHNhbHQ=,i={rounds}");
                self.request(challenge.as_bytes()).await;
            }
        }
        self.hear().await;
        let _ = self.stream.write_all(WELCOME).await;
        while !self.hear().await.is_empty() {}
    }

    /// Sends an authentication request.
    async fn request(&mut self, body: &[u8]) {
        let length = u32::try_from(body.len() + 4).unwrap();
        let message = [b"R", &length.to_be_bytes()[..], body].concat();
        let _ = self.stream.write_all(&message).await;
    }

    async fn hear(&mut self) -> String {
        let mut heard = [0; 4096];
        let count = self.stream.read(&mut heard).await.unwrap_or(0);
        self.heard.lock().unwrap().extend(&heard[..count]);
        String::from_utf8_lossy(&heard[..count]).into_owned()
    }
}

#[tokio::test]
async fn the_password_is_not_sent_to_a_server_that_nobody_vouches_for() {
    let impostor = Impostor::start(Demand::Password).await;
    for mode in ["prefer", "require"] {
        let answer = impostor.query(mode).await;
        let refusal = "for the password in clear text, which is sent only with `verify-full`";
        assert!(answer.contains(refusal), "{mode}: {answer}");
    }
    assert!(impostor.was_sent("reader"));
    assert!(!impostor.was_sent(PASSWORD));
}

#[tokio::test]
async fn a_server_that_does_not_prove_to_know_the_password_is_not_used() {
    let impostor = Impostor::start(Demand::Proof(4096)).await;
    let answer = impostor.query("require").await;
    let refusal = "it did not prove that it knows the password";
    assert!(answer.contains(refusal), "{answer}");
    assert!(!impostor.was_sent("BEGIN"));
}

#[tokio::test]
async fn a_server_cannot_keep_the_client_busy_with_its_proof() {
    let impostor = Impostor::start(Demand::Proof(u32::MAX)).await;
    let answer = impostor.query("require").await;
    assert!(
        answer.contains("a SCRAM proof of more than 1000000 rounds"),
        "{answer}"
    );
}
