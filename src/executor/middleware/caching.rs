//! [`Caching`]: answers again what it answered before.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use crate::core::{
    BoxFuture, Call, Middleware, NamePattern, Next, Origin, ToolError, ToolOutput, lock,
};

/// The most answers that are kept.
const MOST_ANSWERS: usize = 1024;
/// The most bytes that are kept, of arguments and answers.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// The key of a result's `_meta` that tells that it was kept.
const CACHED: &str = "toolwright/cached";

/// Answers again what it answered before, for as long as a tool's answers are good. Each caller has answers of its own. What failed, and
/// what a person was asked for, is not kept.
#[derive(Debug, Clone, Default)]
pub struct Caching {
    lifetimes: Vec<(NamePattern, Duration)>,
    kept: Arc<Mutex<Kept>>,
}

type Key = (Origin, String, String);

#[derive(Default)]
struct Kept {
    answers: HashMap<Key, Answer>,
    bytes: usize,
}

struct Answer {
    output: ToolOutput,
    until: Instant,
    size: usize,
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept")
            .field("answers", &self.answers.len())
            .field("bytes", &self.bytes)
            .finish()
    }
}

impl Caching {
    /// Keeps nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps the answers of tools whose names look like `pattern`, for so long. The first pattern that fits counts.
    #[must_use]
    pub fn keep(mut self, pattern: impl Into<String>, lifetime: Duration) -> Self {
        let pattern = NamePattern::new(pattern);
        self.lifetimes.push((pattern, lifetime));
        self
    }

    fn lifetime(&self, tool: &str) -> Option<Duration> {
        let mut lifetimes = self.lifetimes.iter();
        let found = lifetimes.find(|(pattern, _)| pattern.matches(tool));
        found.map(|(_, lifetime)| *lifetime)
    }
}

impl Middleware for Caching {
    fn handle(&self, call: Call, next: Next) -> BoxFuture<'static, Result<ToolOutput, ToolError>> {
        let Some(lifetime) = self.lifetime(call.name()) else {
            return Box::pin(next.run(call));
        };
        let kept = Arc::clone(&self.kept);
        Box::pin(async move {
            let key = (
                call.context.client().origin,
                call.name().to_owned(),
                call.arguments.as_str().to_owned(),
            );
            if let Some(output) = lock(&kept).find(&key, Instant::now()) {
                return Ok(output);
            }
            let context = call.context.clone();
            let output = next.run(call).await?;
            if !output.is_error && context.waited().is_zero() {
                lock(&kept).keep(key, &output, Instant::now() + lifetime);
            }
            Ok(output)
        })
    }
}

impl Kept {
    fn find(&mut self, key: &Key, now: Instant) -> Option<ToolOutput> {
        if self.answers.get(key)?.until <= now {
            self.remove(&key.clone());
            return None;
        }
        let mut output = self.answers.get(key)?.output.clone();
        output.meta.insert(CACHED.into(), true.into());
        Some(output)
    }

    fn keep(&mut self, key: Key, output: &ToolOutput, until: Instant) {
        let size = key.1.len() + key.2.len() + output.size();
        if size > MOST_BYTES / 4 {
            return;
        }
        self.remove(&key);
        while self.answers.len() >= MOST_ANSWERS || self.bytes + size > MOST_BYTES {
            let soonest = self.answers.iter().min_by_key(|(_, answer)| answer.until);
            let Some(soonest) = soonest.map(|(key, _)| key.clone()) else {
                break;
            };
            self.remove(&soonest);
        }
        self.bytes += size;
        let output = output.clone();
        self.answers.insert(
            key,
            Answer {
                output,
                until,
                size,
            },
        );
    }

    fn remove(&mut self, key: &Key) {
        if let Some(answer) = self.answers.remove(key) {
            self.bytes -= answer.size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: usize) -> Key {
        (Origin::Local, "t".into(), number.to_string())
    }

    #[test]
    fn an_answer_is_kept_until_its_time_is_over() {
        let (mut kept, now) = (Kept::default(), Instant::now());
        let until = now + Duration::from_secs(1);
        kept.keep(key(1), &ToolOutput::text("a"), until);
        let found = kept.find(&key(1), now).unwrap();
        assert_eq!(found.joined_text(), "a");
        assert_eq!(found.meta.get(CACHED), Some(&true.into()));
        assert!(kept.find(&key(2), now).is_none());
        assert!(kept.find(&key(1), until).is_none());
        assert_eq!((kept.answers.len(), kept.bytes), (0, 0));
    }

    #[test]
    fn there_is_never_more_than_there_is_room_for() {
        let (mut kept, now) = (Kept::default(), Instant::now());
        let large = ToolOutput::text("x".repeat(MOST_BYTES / 8));
        for number in 0..2 * MOST_ANSWERS {
            let until = now + Duration::from_secs(number as u64);
            kept.keep(key(number), &ToolOutput::text("a"), until);
        }
        assert_eq!(kept.answers.len(), MOST_ANSWERS);
        for number in 0..100 {
            kept.keep(key(number), &large, now + Duration::from_secs(9_999));
            assert!(kept.bytes <= MOST_BYTES);
        }
        let huge = ToolOutput::text("x".repeat(MOST_BYTES));
        kept.keep(key(7_777), &huge, now + Duration::from_secs(9_999));
        assert!(kept.find(&key(7_777), now).is_none());
    }
}
