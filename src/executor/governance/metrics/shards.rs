//! [`Shards`]: one thing to count with for each of a few threads, so that they do not wait for one another.

use std::{
    array,
    sync::atomic::{AtomicUsize, Ordering},
};

/// How many there are. More threads share them.
const SHARDS: usize = 8;

/// The same thing a few times. A thread always counts in the same one; who reads sums them up.
#[derive(Debug)]
pub(super) struct Shards<T>([Shard<T>; SHARDS]);

/// Two cores that write into one line of their caches pass it to and fro; processors fetch lines in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Shard<T>(T);

thread_local! {
    static PLACE: usize = {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        THREADS.fetch_add(1, Ordering::Relaxed) % SHARDS
    };
}

impl<T: Default> Default for Shards<T> {
    fn default() -> Self {
        Self(array::from_fn(|_| Shard::default()))
    }
}

impl<T> Shards<T> {
    /// The one of this thread. While a thread ends, any will do.
    pub(super) fn mine(&self) -> &T {
        let place = PLACE.try_with(|place| *place).unwrap_or(0);
        &self.0[place].0
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|shard| &shard.0)
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicU64, thread};

    use super::*;

    #[test]
    fn what_threads_count_apart_is_summed_up() {
        let shards = Shards::<AtomicU64>::default();
        thread::scope(|scope| {
            for _ in 0..SHARDS * 2 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        shards.mine().fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        let counts: Vec<_> = shards
            .iter()
            .map(|count| count.load(Ordering::Relaxed))
            .collect();
        assert_eq!(counts.iter().sum::<u64>(), 2000 * SHARDS as u64);
        assert!(counts.iter().filter(|count| **count > 0).count() > 1);
    }
}
