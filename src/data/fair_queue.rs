//! [`FairQueue`]: places that callers take in turn.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use tokio::sync::oneshot::{self, Receiver, Sender};

use crate::core::{Caller, lock};

/// A number of places that callers take in turn.
///
/// Among several places one is left for others: a caller gets all but one. Callers who wait are
/// served one after the other, each with its oldest call, however many calls one of them has
/// waiting. A semaphore serves calls in order of arrival, so one caller could fill it for all.
#[derive(Debug, Clone)]
pub(crate) struct FairQueue(Arc<Mutex<Places>>);

#[derive(Debug)]
struct Places {
    free: usize,
    most_of_one: usize,
    /// The places that each caller has.
    taken: HashMap<Caller, usize>,
    /// The callers that wait, the next one first, each with its calls, the oldest first.
    waiting: VecDeque<(Caller, VecDeque<Sender<()>>)>,
}

/// A place. Dropping it lets the next call have it.
#[derive(Debug)]
pub(crate) struct Place {
    queue: FairQueue,
    caller: Caller,
}

impl FairQueue {
    /// Creates a queue for `places` places.
    pub(crate) fn new(places: usize) -> Self {
        Self(Arc::new(Mutex::new(Places {
            free: places,
            most_of_one: places.saturating_sub(1).max(1),
            taken: HashMap::new(),
            waiting: VecDeque::new(),
        })))
    }

    /// Waits for a place for `caller`. Dropping the future leaves the queue.
    pub(crate) async fn acquire(&self, caller: Caller) -> Place {
        let waiting = {
            let mut places = lock(&self.0);
            if places.take(caller) {
                return self.place(caller);
            }
            Waiting {
                queue: self,
                caller,
                granted: places.enqueue(caller),
            }
        };
        waiting.granted().await
    }

    fn place(&self, caller: Caller) -> Place {
        Place {
            queue: self.clone(),
            caller,
        }
    }
}

impl Places {
    /// Takes a place for `caller`, if there is one.
    fn take(&mut self, caller: Caller) -> bool {
        let taken = self.taken.get(&caller).copied().unwrap_or(0);
        if self.free == 0 || taken >= self.most_of_one {
            return false;
        }
        self.free -= 1;
        self.taken.insert(caller, taken + 1);
        true
    }

    fn enqueue(&mut self, caller: Caller) -> Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        match self.waiting.iter_mut().find(|(one, _)| *one == caller) {
            Some((_, calls)) => calls.push_back(sender),
            None => self.waiting.push_back((caller, [sender].into())),
        }
        receiver
    }

    /// Takes back a place of `caller`, and gives it to the next call that may have it.
    fn give_back(&mut self, caller: Caller) {
        if let Some(taken) = self.taken.get_mut(&caller) {
            *taken -= 1;
            if *taken == 0 {
                self.taken.remove(&caller);
            }
        }
        self.free += 1;
        let mut at = 0;
        while self.free > 0 && at < self.waiting.len() {
            let next = self.waiting[at].0;
            if !self.take(next) {
                at += 1;
            } else if self.serve(at) {
                return;
            }
        }
    }

    /// Lets the oldest call of the caller at this position have the place that was taken for it.
    ///
    /// Calls that do not wait any more are removed. Returns `false` if there was no other.
    fn serve(&mut self, at: usize) -> bool {
        let Some((caller, mut calls)) = self.waiting.remove(at) else {
            return false;
        };
        let is_served = std::iter::from_fn(|| calls.pop_front()).any(|call| call.send(()).is_ok());
        if !calls.is_empty() {
            self.waiting.push_back((caller, calls));
        }
        if !is_served {
            self.free += 1;
            self.taken.entry(caller).and_modify(|taken| *taken -= 1);
            self.taken.retain(|_, taken| *taken > 0);
        }
        is_served
    }
}

/// A call that waits. It may be given a place at the moment at which it is dropped.
struct Waiting<'a> {
    queue: &'a FairQueue,
    caller: Caller,
    granted: Receiver<()>,
}

impl Waiting<'_> {
    async fn granted(mut self) -> Place {
        // The sender is only dropped after it has sent.
        let _ = (&mut self.granted).await;
        self.queue.place(self.caller)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.granted.close();
        if self.granted.try_recv().is_ok() {
            lock(&self.queue.0).give_back(self.caller);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.queue.0).give_back(self.caller);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt as _;

    use super::*;
    use crate::core::Origin;

    const ALICE: Caller = Caller::of(Origin::Host);
    const BOB: Caller = Caller::of(Origin::Local);

    type Call<'a> = Pin<Box<dyn Future<Output = Place> + 'a>>;

    /// A call that has begun to wait.
    fn waiting(queue: &FairQueue, caller: Caller) -> Call<'_> {
        let mut call: Call<'_> = Box::pin(queue.acquire(caller));
        assert!((&mut call).now_or_never().is_none());
        call
    }

    #[tokio::test]
    async fn one_place_is_left_for_others() {
        let queue = FairQueue::new(2);
        let first = queue.acquire(ALICE).await;
        let second = waiting(&queue, ALICE);
        let other = queue.acquire(BOB).now_or_never().unwrap();
        drop(other);
        drop(first);
        assert!(second.now_or_never().is_some());
    }

    #[tokio::test]
    async fn callers_are_served_in_turn() {
        let queue = FairQueue::new(1);
        let running = queue.acquire(ALICE).await;
        let mut hers: Vec<_> = (0..3).map(|_| waiting(&queue, ALICE)).collect();
        let his = waiting(&queue, BOB);
        drop(running);
        let place = hers.remove(0).now_or_never().unwrap();
        drop(place);
        let place = his.now_or_never().unwrap();
        assert!((&mut hers[0]).now_or_never().is_none());
        drop(place);
        assert!((&mut hers[0]).now_or_never().is_some());
    }

    #[tokio::test]
    async fn a_call_that_is_given_up_does_not_keep_its_place() {
        let queue = FairQueue::new(1);
        let running = queue.acquire(ALICE).await;
        let (given_up, late, next) = (
            waiting(&queue, ALICE),
            waiting(&queue, BOB),
            waiting(&queue, ALICE),
        );
        drop(given_up);
        drop(running);
        // The place was granted to `next` or to `late`, whoever was served first.
        drop(late);
        assert!(next.now_or_never().is_some());
        assert!(queue.acquire(BOB).now_or_never().is_some());
        assert!(lock(&queue.0).taken.is_empty() && lock(&queue.0).waiting.is_empty());
    }
}
