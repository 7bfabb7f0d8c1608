//! Peers that are no PostgreSQL, or do not follow its protocol.

use std::{
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use crate::postgres::{
    Address, ConnectError, Database, DatabaseOptions, Host, QueryError, Tls,
    tests::test_schema::read,
};

/// Listens on a port, and runs `behave` for each connection.
async fn listen<F>(behave: impl Fn(TcpStream) -> F + Send + 'static) -> Address
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(behave(stream));
        }
    });
    Address {
        host: Host::Tcp("127.0.0.1".into()),
        port,
        database: "d".into(),
        user: "u".into(),
        password: None,
        tls: Tls::Off,
    }
}

fn database(address: Address) -> Database {
    let options = DatabaseOptions {
        connect_timeout: Duration::from_millis(300),
        ..DatabaseOptions::default()
    };
    Database::new(Arc::new(address), options)
}

async fn hear(stream: &mut TcpStream) {
    let mut heard = [0; 4096];
    let _ = stream.read(&mut heard).await;
}

/// Accepts the login, and confirms the preparation of `BEGIN` and `ROLLBACK`.
async fn welcome(stream: &mut TcpStream) {
    hear(stream).await;
    let ready = b"R\0\0\0\x08\0\0\0\0K\0\0\0\x0c\0\0\0\x07\0\0\0\x07Z\0\0\0\x05I";
    stream.write_all(ready).await.unwrap();
    hear(stream).await;
    let prepared = b"1\0\0\0\x041\0\0\0\x04Z\0\0\0\x05I";
    stream.write_all(prepared).await.unwrap();
    hear(stream).await;
}

#[tokio::test]
async fn a_peer_that_is_no_postgresql_is_reported() {
    for tls in [Tls::Off, Tls::Prefer] {
        let mut nonsense = listen(|mut stream| async move {
            hear(&mut stream).await;
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
            hear(&mut stream).await;
        })
        .await;
        nonsense.tls = tls.clone();
        let error = read(&database(nonsense), "SELECT 1").await.unwrap_err();
        let QueryError::Connect(ConnectError::NotPostgres { .. }) = error else {
            panic!("{error:?}");
        };
        let mut closed = listen(|stream| async { drop(stream) }).await;
        closed.tls = tls;
        let error = read(&database(closed), "SELECT 1").await.unwrap_err();
        let QueryError::Connect(ConnectError::NotPostgres { problem, .. }) = error else {
            panic!("{error:?}");
        };
        assert!(
            problem == "it closed the connection" || problem.contains("reset"),
            "{problem}"
        );
    }
}

#[tokio::test]
async fn a_silent_server_times_out() {
    let silent = listen(|mut stream| async move {
        loop {
            hear(&mut stream).await;
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
    })
    .await;
    let since = Instant::now();
    let error = read(&database(silent), "SELECT 1").await.unwrap_err();
    let QueryError::Connect(ConnectError::TimedOut { waited, .. }) = error else {
        panic!("{error:?}");
    };
    assert_eq!(waited, Duration::from_millis(300));
    assert!(since.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn malformed_messages_are_protocol_errors() {
    for nonsense in [
        &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
        b"1\0\0\0\0",
        // A length of two gigabytes.
        b"2\0\0\0\x04T\x7f\xff\xff\xff",
        // A row before its description, a row with too many values, a value longer than its row.
        b"D\0\0\0\x06\0\0",
        b"T\0\0\0\x1a\0\x01a\0\0\0\0\0\0\0\0\0\0\x17\0\x04\xff\xff\xff\xff\0\0D\0\0\0\x0e\0\x02\xff\xff\xff\xff\xff\xff\xff\xff",
        b"T\0\0\0\x1a\0\x01a\0\0\0\0\0\0\0\0\0\0\x17\0\x04\xff\xff\xff\xff\0\0D\0\0\0\x0a\0\x01\0\0\0\x09",
        b"E\0\0\0\x07Mab",
    ] {
        let address = listen(move |mut stream| async move {
            welcome(&mut stream).await;
            let _ = stream.write_all(nonsense).await;
            tokio::time::sleep(Duration::from_secs(60)).await;
        })
        .await;
        let database = database(address);
        let error = read(&database, "SELECT 1").await.unwrap_err();
        assert!(
            matches!(error, QueryError::Protocol(_) | QueryError::Copy),
            "{nonsense:?}: {error:?}"
        );
    }
}

#[tokio::test]
async fn a_connection_closed_during_a_message_is_lost() {
    let address = listen(|mut stream| async move {
        welcome(&mut stream).await;
        let _ = stream.write_all(b"2\0\0\0\x04C\0\0").await;
    })
    .await;
    let error = read(&database(address), "SELECT 1").await.unwrap_err();
    assert!(matches!(error, QueryError::Lost(_)), "{error:?}");
}
