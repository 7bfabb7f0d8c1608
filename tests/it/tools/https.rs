//! HTTPS with the real program: certificates are checked against the authorities that the system trusts.

use std::{path::PathBuf, process::Output, sync::Arc};

use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};
use serde_json::json;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    process::Command,
};
use tokio_rustls::TlsAcceptor;

use super::local_server::{LocalServer, Reply};
use crate::harness::soon;

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/tools/files/https");
    folder.join(name)
}

fn acceptor() -> TlsAcceptor {
    let certificate = CertificateDer::from_pem_file(file("server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(file("server.key")).unwrap();
    let provider = Arc::new(rustls_graviola::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key);
    TlsAcceptor::from(Arc::new(config.unwrap()))
}

/// Starts a TLS proxy before `server` and returns its port.
pub(crate) async fn secure(server: &LocalServer) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (acceptor, behind) = (acceptor(), server.url().replace("http://", ""));
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            // A client that does not trust the certificate disconnects.
            let Ok(mut secured) = acceptor.accept(connection).await else {
                continue;
            };
            let mut plain = TcpStream::connect(&behind).await.unwrap();
            copy_bidirectional(&mut secured, &mut plain).await.ok();
        }
    });
    port
}

/// Searches while the system trusts the authority in this file.
async fn search(port: u16, authority: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolwright"));
    command
        .args(["call", "web_search", "query=x"])
        .env_clear()
        .env("TOOLWRIGHT_SEARCH_URL", format!("https://localhost:{port}"))
        .env("SSL_CERT_FILE", file(authority))
        .kill_on_drop(true);
    soon(command.output()).await.unwrap()
}

#[tokio::test]
async fn a_certificate_is_valid_if_the_system_trusts_its_authority() {
    let found = json!({"results": [{"title": "A", "url": "https://a.example/", "content": "a"}]});
    let server = LocalServer::start(move |_, _| Reply::json(200, &found)).await;
    let port = secure(&server).await;
    let trusted = search(port, "authority.pem").await;
    assert_eq!(
        String::from_utf8(trusted.stdout).unwrap(),
        "{\"results\":[{\"title\":\"A\",\"url\":\"https://a.example/\",\"snippet\":\"a\"}],\"service\":\"searxng\",\"cached\":false}\n"
    );
    assert_eq!(server.asked().len(), 1);
    // If the system trusts no authority, those of Mozilla are used, and this one is not among them.
    let strange = search(port, "none.pem").await;
    assert_eq!((strange.status.code(), strange.stdout.len()), (Some(1), 0));
    assert_eq!(
        String::from_utf8(strange.stderr).unwrap(),
        "Error: `searxng`: `localhost` cannot be reached: invalid peer certificate: UnknownIssuer\n"
    );
    assert_eq!(server.asked().len(), 1);
}
