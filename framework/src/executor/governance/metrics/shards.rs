//! [`Shards`]: a counter for each of a few threads, so that cores do not share cache lines.

use std::{
    array,
    sync::atomic::{AtomicUsize, Ordering},
};

/// The number of shards. More threads than that share them.
const SHARDS: usize = 8;

/// A few copies of `T`. A thread always writes to the same one; a reader sums up all of them.
#[derive(Debug)]
pub(super) struct Shards<T>([Shard<T>; SHARDS]);

/// A copy in cache lines of its own. The alignment is that of two lines, because processors fetch
/// lines in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Shard<T>(T);

thread_local! {
    static INDEX: usize = {
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
    /// Returns the shard of this thread, or the first one while the thread is being destroyed.
    pub(super) fn mine(&self) -> &T {
        let index = INDEX.try_with(|index| *index).unwrap_or(0);
        &self.0[index].0
    }

    /// Returns all shards.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|shard| &shard.0)
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicU64, thread};

    use super::*;

    #[test]
    fn the_counts_of_all_threads_add_up() {
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
