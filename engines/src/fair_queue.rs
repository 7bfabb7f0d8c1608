//! `FairQueue`: places that callers take in turn.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use tokio::sync::oneshot::{self, Receiver, Sender};
use toolwright::call::Caller;
use toolwright_base::lock;

/// A number of places that callers take in turn.
///
/// A caller gets a limited number of them, by default all but one. Callers who wait are served one
/// after the other, each with its oldest call, however many calls one of them has
/// waiting. A semaphore serves calls in order of arrival, so one caller could fill it for all.
#[derive(Debug, Clone)]
pub(crate) struct FairQueue(Arc<Mutex<Places>>);

#[derive(Debug)]
struct Places {
    free: usize,
    max_of_one: usize,
    /// The places that each caller has.
    taken: HashMap<Caller, usize>,
    /// The callers that wait, the next one first, each with its calls by their numbers.
    waiting: VecDeque<(Caller, BTreeMap<u64, Sender<()>>)>,
    /// The number of the last call that had to wait.
    last: u64,
}

/// A place. Dropping it lets the next call have it.
#[derive(Debug)]
pub struct Place {
    queue: FairQueue,
    caller: Caller,
}

impl FairQueue {
    /// Creates a queue for `places` places. One of several is left for others.
    pub(crate) fn new(places: usize) -> Self {
        Self::with_limit(places, places.saturating_sub(1).max(1))
    }

    /// Creates a queue for `places` places, of which a caller has at most `max_of_one`.
    pub(crate) fn with_limit(places: usize, max_of_one: usize) -> Self {
        Self(Arc::new(Mutex::new(Places {
            free: places,
            max_of_one,
            taken: HashMap::new(),
            waiting: VecDeque::new(),
            last: 0,
        })))
    }

    /// Waits for a place for `caller`. Dropping the future leaves the queue.
    pub(crate) async fn acquire(&self, caller: Caller) -> Place {
        let waiting = {
            let mut places = lock(&self.0);
            if places.take(&caller) {
                return self.place(caller);
            }
            let (number, granted) = places.enqueue(caller.clone());
            Waiting {
                queue: self,
                caller,
                number,
                granted,
            }
        };
        waiting.granted().await
    }

    /// Takes a place for `caller`, if there is one.
    pub(crate) fn try_acquire(&self, caller: &Caller) -> Option<Place> {
        let is_taken = lock(&self.0).take(caller);
        is_taken.then(|| self.place(caller.clone()))
    }

    /// Returns how many places nobody has.
    pub(crate) fn free(&self) -> usize {
        lock(&self.0).free
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
    fn take(&mut self, caller: &Caller) -> bool {
        let taken = self.taken.get(caller).copied().unwrap_or(0);
        if self.free == 0 || taken >= self.max_of_one {
            return false;
        }
        self.free -= 1;
        self.taken.insert(caller.clone(), taken + 1);
        true
    }

    /// Adds a call. Returns its number, and the receiver of its place.
    fn enqueue(&mut self, caller: Caller) -> (u64, Receiver<()>) {
        let (sender, receiver) = oneshot::channel();
        self.last += 1;
        let call = (self.last, sender);
        match self.waiting.iter_mut().find(|(one, _)| *one == caller) {
            Some((_, calls)) => drop(calls.insert(call.0, call.1)),
            None => self.waiting.push_back((caller, BTreeMap::from([call]))),
        }
        (self.last, receiver)
    }

    /// Removes a call that does not wait any more.
    fn leave(&mut self, caller: &Caller, number: u64) {
        let of_caller = |(one, _): &(Caller, _)| one == caller;
        if let Some(at) = self.waiting.iter().position(of_caller) {
            self.waiting[at].1.remove(&number);
            if self.waiting[at].1.is_empty() {
                self.waiting.remove(at);
            }
        }
    }

    /// Takes back a place of `caller`, and gives it to the next call that may have it.
    fn give_back(&mut self, caller: &Caller) {
        if let Some(taken) = self.taken.get_mut(caller) {
            *taken -= 1;
            if *taken == 0 {
                self.taken.remove(caller);
            }
        }
        self.free += 1;
        for at in 0..self.waiting.len() {
            let next = self.waiting[at].0.clone();
            if self.take(&next) {
                self.serve(at);
                return;
            }
        }
    }

    /// Lets the oldest call of the caller at this position have the place that was taken for it.
    fn serve(&mut self, at: usize) {
        let Some((caller, mut calls)) = self.waiting.remove(at) else {
            return;
        };
        if let Some((_, call)) = calls.pop_first() {
            // Who is in the queue still waits: a call that is dropped leaves it first.
            let _ = call.send(());
        }
        if !calls.is_empty() {
            self.waiting.push_back((caller, calls));
        }
    }
}

/// A call that waits. It may be given a place at the moment at which it is dropped.
struct Waiting<'a> {
    queue: &'a FairQueue,
    caller: Caller,
    number: u64,
    granted: Receiver<()>,
}

impl Waiting<'_> {
    async fn granted(mut self) -> Place {
        // The sender is only dropped after it has sent.
        let _ = (&mut self.granted).await;
        self.queue.place(self.caller.clone())
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut places = lock(&self.queue.0);
        match self.granted.try_recv() {
            Ok(()) => places.give_back(&self.caller),
            Err(_) => places.leave(&self.caller, self.number),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.queue.0).give_back(&self.caller);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt as _;
    use toolwright::call::Origin;

    use super::*;

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

    #[tokio::test]
    async fn calls_that_are_given_up_are_not_kept() {
        let queue = FairQueue::new(1);
        let running = queue.acquire(ALICE).await;
        let kept = waiting(&queue, ALICE);
        for _ in 0..10 {
            drop(waiting(&queue, ALICE));
            drop(waiting(&queue, BOB));
        }
        let waiting: Vec<_> = {
            let places = lock(&queue.0);
            let waiting = places.waiting.iter();
            waiting
                .map(|(caller, calls)| (caller.clone(), calls.len()))
                .collect()
        };
        assert_eq!(waiting, [(ALICE, 1)]);
        drop(running);
        assert!(kept.now_or_never().is_some());
    }
}
