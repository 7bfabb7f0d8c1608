//! Tests of streams: what a reader gets, and what is kept for it.

use std::{sync::Arc, time::Duration};

use super::{
    EventReader, EventStream,
    state::{MAX_EVENTS, MAX_KEPT_BYTES, MAX_UNREAD_BYTES},
};
use crate::server::{client_state::BytePool, peer::Outbox as _};

fn resumable() -> Arc<EventStream> {
    EventStream::resumable(1, &BytePool::new(64 * MAX_KEPT_BYTES))
}

fn single_use() -> Arc<EventStream> {
    EventStream::single_use(&BytePool::new(64 * MAX_KEPT_BYTES))
}

async fn texts(reader: &mut EventReader) -> Vec<String> {
    let mut texts = Vec::new();
    while let Ok(Some(event)) = tokio::time::timeout(Duration::from_millis(20), reader.next()).await
    {
        texts.push(String::from_utf8(event.data.to_vec()).unwrap());
    }
    texts
}

#[tokio::test]
async fn a_resumed_reader_gets_the_missed_events() {
    let stream = resumable();
    let mut first = stream.attach(None);
    assert!(stream.send("a".into()).await);
    assert_eq!(texts(&mut first).await, ["a"]);
    drop(first);
    assert!(stream.send("b".into()).await);
    stream.finish("c".into());
    assert!(!stream.is_delivered());
    assert_eq!(texts(&mut stream.attach(Some(0))).await, ["b", "c"]);
    assert!(stream.is_delivered());
    assert_eq!(texts(&mut stream.attach(Some(1))).await, ["c"]);
}

#[tokio::test]
async fn a_writer_waits_for_a_slow_reader_until_it_disconnects() {
    let stream = single_use();
    let reader = stream.attach(None);
    for _ in 0..MAX_EVENTS {
        assert!(stream.send("x".into()).await);
    }
    let waiting = tokio::time::timeout(Duration::from_millis(20), stream.send("y".into())).await;
    assert!(waiting.is_err());
    drop(reader);
    assert!(!stream.send("y".into()).await);
}

#[tokio::test]
async fn a_writer_waits_for_the_first_reader_and_not_after_it() {
    let stream = resumable();
    for _ in 0..MAX_EVENTS {
        assert!(stream.send("x".into()).await);
    }
    let waiting = tokio::time::timeout(Duration::from_millis(20), stream.send("y".into())).await;
    assert!(waiting.is_err());
    drop(stream.attach(None));
    assert!(stream.send("y".into()).await);
}

#[tokio::test]
async fn the_last_message_drops_no_unread_message() {
    let stream = resumable();
    let mut reader = stream.attach(None);
    for _ in 0..MAX_EVENTS {
        assert!(stream.send("x".into()).await);
    }
    stream.finish("last".into());
    assert_eq!(texts(&mut reader).await.len(), MAX_EVENTS + 1);
}

#[tokio::test]
async fn a_released_reader_ends_and_the_stream_goes_on() {
    let stream = resumable();
    let mut first = stream.attach(None);
    stream.release();
    assert_eq!(first.next().await, None);
    stream.finish("late".into());
    assert_eq!(texts(&mut stream.attach(None)).await, ["late"]);
}

#[tokio::test]
async fn a_stream_released_early_detaches_its_first_reader() {
    let stream = resumable();
    stream.release();
    stream.wait_until_begun().await;
    assert_eq!(stream.attach(None).next().await, None);
    stream.finish("late".into());
    assert_eq!(texts(&mut stream.attach(None)).await, ["late"]);
}

#[tokio::test]
async fn a_second_reader_from_the_start_gets_all_events() {
    let stream = resumable();
    assert!(stream.send("a".into()).await);
    assert_eq!(texts(&mut stream.attach(None)).await, ["a"]);
    assert_eq!(texts(&mut stream.attach(None)).await, ["a"]);
}

/// Sends a message, or returns `false` if it has to wait.
async fn is_sent(stream: &EventStream, bytes: usize) -> bool {
    let sent = stream.send(vec![b'x'; bytes].into());
    tokio::time::timeout(Duration::from_millis(20), sent)
        .await
        .is_ok()
}

#[tokio::test]
async fn a_writer_waits_when_much_is_unread_although_it_is_one_message() {
    let stream = single_use();
    let mut reader = stream.attach(None);
    assert!(is_sent(&stream, 10 * MAX_UNREAD_BYTES).await);
    assert!(!is_sent(&stream, 1).await);
    reader.next().await.unwrap();
    assert!(is_sent(&stream, 1).await);
}

#[tokio::test]
async fn all_streams_share_a_limit_and_each_gets_on() {
    let pool = BytePool::new(1000);
    let full = EventStream::single_use(&pool);
    let _unread = full.attach(None);
    assert!(is_sent(&full, 1000).await);
    let other = EventStream::single_use(&pool);
    let mut reader = other.attach(None);
    assert!(is_sent(&other, 10).await);
    assert!(!is_sent(&other, 10).await);
    reader.next().await.unwrap();
    assert!(is_sent(&other, 10).await);
}

#[tokio::test]
async fn an_answer_is_not_kept_if_the_server_keeps_too_much() {
    let pool = BytePool::new(1000);
    let streams = [1, 2].map(|number| EventStream::resumable(number, &pool));
    for stream in &streams {
        drop(stream.attach(None));
        stream.finish(vec![b'x'; 600].into());
    }
    let kept = streams.each_ref().map(|stream| stream.kept_bytes());
    assert_eq!(kept, [600, 0]);
    drop(streams);
    assert!(pool.take(1000).is_some());
}

#[tokio::test]
async fn an_answer_that_was_not_read_is_not_kept_without_a_number() {
    let pool = BytePool::new(1000);
    let stream = EventStream::single_use(&pool);
    let reader = stream.attach(None);
    stream.finish(vec![b'x'; 600].into());
    drop(reader);
    assert_eq!(stream.kept_bytes(), 0);
}

#[tokio::test]
async fn a_reply_that_waits_ends_its_stream_only_if_it_is_large() {
    let pool = BytePool::new(1000);
    let _used = pool.take(1000).unwrap();
    for (bytes, is_heard) in [(10, true), (100_000, false)] {
        let stream = EventStream::single_use(&pool);
        let mut reader = stream.attach(None);
        let place = stream.reserve_reply().unwrap();
        assert!(is_sent(&stream, 10).await);
        let written = tokio::spawn(place.write(vec![b'x'; bytes].into()));
        tokio::task::yield_now().await;
        reader.next().await;
        assert_eq!(written.await.unwrap(), is_heard, "{bytes}");
    }
}
