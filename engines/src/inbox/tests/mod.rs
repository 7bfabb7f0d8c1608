//! Questions and answers of several processes, in real folders.

use std::{
    env, fs,
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, SystemTime},
};

use tokio::time::timeout;
use toolwright::call::{Caller, Origin};

use super::{
    Inbox, InboxError, NewQuestion, QuestionKind,
    pending_question::{PendingQuestion, WaitingCalls},
    question::{Question, QuestionState},
    store::Store,
};

/// An inbox in a folder of its own, which is removed at the end.
struct Fixture(PathBuf, Arc<Inbox>);

impl Fixture {
    fn new(name: &str) -> Self {
        let name = format!("toolwright-inbox-{name}-{}", std::process::id());
        let folder = env::temp_dir().join(name);
        Self(folder.clone(), Arc::new(Inbox::new(folder)))
    }

    /// Waits for so many open questions, and returns the id of the last.
    async fn questions(&self, count: usize) -> String {
        loop {
            let open = self.1.open_questions().unwrap();
            if open.len() == count {
                return open.last().map(|last| last.id.clone()).unwrap_or_default();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Asks in a task.
    fn ask(&self, new: NewQuestion) -> tokio::task::JoinHandle<Result<String, InboxError>> {
        let inbox = Arc::clone(&self.1);
        tokio::spawn(async move { inbox.ask(new, LONG).await })
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn question() -> NewQuestion {
    NewQuestion {
        question: "Which?".into(),
        kind: QuestionKind::Text,
        choices: Vec::new(),
        asked_by: None,
        caller: Caller::of(Origin::Local),
    }
}

const LONG: Duration = Duration::from_secs(30);

#[tokio::test]
async fn the_first_of_many_answers_reaches_the_caller() {
    let fixture = Fixture::new("many");
    let asked = fixture.ask(question());
    let id = fixture.questions(1).await;
    let answers: Vec<_> = (0..8)
        .map(|number| {
            // As another process would.
            let (inbox, id) = (Inbox::new(fixture.0.clone()), id.clone());
            thread::spawn(move || inbox.answer(&id, &number.to_string()))
        })
        .collect();
    let answers = answers.into_iter().map(|answer| answer.join().unwrap());
    let (taken, refused): (Vec<_>, Vec<_>) = answers.partition(Result::is_ok);
    let taken = taken.into_iter().next().unwrap().unwrap();
    assert_eq!(asked.await.unwrap().unwrap(), taken);
    assert_eq!(refused.len(), 7);
    for error in refused {
        let said = error.unwrap_err().to_string();
        let before = format!("the question `{id}` was already answered with `{taken}`");
        assert_eq!(said, before);
    }
}

#[tokio::test]
async fn old_questions_are_removed_and_other_files_are_skipped() {
    let fixture = Fixture::new("old");
    let store = Store::new(fixture.0.clone());
    let locked = store.lock().unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    let old = Question::new("abcdef".into(), question(), String::new(), long_ago, LONG);
    locked.write(&old).unwrap();
    fs::write(fixture.0.join("bbbbbb.json"), "{").unwrap();
    drop(locked);
    let time = Duration::from_millis(1);
    let asked = fixture.1.ask(question(), time).await;
    assert!(matches!(asked, Err(InboxError::Expired(_))));
    assert_eq!(store.read("abcdef").unwrap(), None);
    assert_eq!(store.read_all().unwrap().len(), 1);
}

#[tokio::test]
async fn an_answer_at_the_last_moment_counts() {
    let fixture = Fixture::new("last");
    // It opens the bell.
    let other = fixture.ask(question());
    let other_id = fixture.questions(1).await;
    let store = Store::new(fixture.0.clone());
    let bell = store.read(&other_id).unwrap().unwrap().bell;
    let waiting = Arc::<WaitingCalls>::default();
    let mut asked = PendingQuestion::put(store, waiting, question(), bell, LONG).unwrap();
    fixture.1.answer(&asked.id, "here").unwrap();
    assert_eq!(asked.expire().await.unwrap().as_deref(), Some("here"));
    other.abort();
}

#[tokio::test]
async fn a_caller_has_few_open_questions_and_leaves_room_for_others() {
    let fixture = Fixture::new("caller");
    let asked: Vec<_> = (0..10).map(|_| fixture.ask(question())).collect();
    fixture.questions(10).await;
    let refused = fixture.1.ask(question(), LONG).await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "10 questions of this caller are waiting already"
    );
    let other = fixture.ask(NewQuestion {
        caller: Caller::of(Origin::Host),
        ..question()
    });
    fixture.questions(11).await;
    // A withdrawn question makes room.
    asked[0].abort();
    fixture.questions(10).await;
    let more = fixture.ask(question());
    fixture.questions(11).await;
    for task in asked.iter().chain([&other, &more]) {
        task.abort();
    }
}

#[tokio::test]
async fn questions_of_other_processes_count() {
    let fixture = Fixture::new("processes");
    let asked: Vec<_> = (0..10).map(|_| fixture.ask(question())).collect();
    fixture.questions(10).await;
    let other = Inbox::new(fixture.0.clone());
    let refused = other.ask(question(), LONG).await.unwrap_err();
    assert!(matches!(refused, InboxError::FullForCaller(10)));
    for task in &asked {
        task.abort();
    }
}

#[tokio::test]
async fn a_question_too_many_is_refused_before_files_are_read() {
    let fixture = Fixture::new("counted");
    let store = Store::new(fixture.0.clone());
    let locked = store.lock().unwrap();
    let asked: Vec<_> = (0..10).map(|_| fixture.ask(question())).collect();
    tokio::task::yield_now().await;
    let refused = timeout(LONG / 2, fixture.1.ask(question(), LONG)).await;
    let refused = refused.expect("it waits for the files");
    assert!(matches!(refused, Err(InboxError::FullForCaller(10))));
    drop(locked);
    fixture.questions(10).await;
    for task in &asked {
        task.abort();
    }
}

#[tokio::test]
async fn closed_questions_do_not_pile_up() {
    let fixture = Fixture::new("closed");
    let store = Store::new(fixture.0.clone());
    let locked = store.lock().unwrap();
    let letters = "abcdefghijkmnpqrstuvwxyz";
    let now = SystemTime::now();
    for (one, other) in letters
        .chars()
        .flat_map(|one| letters.chars().map(move |other| (one, other)))
    {
        let id = format!("aaaa{one}{other}");
        let mut closed = Question::new(id, question(), String::new(), now, LONG);
        closed.close(QuestionState::Withdrawn, now);
        locked.write(&closed).unwrap();
    }
    assert_eq!(locked.remove_old(now).unwrap(), []);
    assert_eq!(store.read_all().unwrap().len(), 100);
}

#[tokio::test]
async fn nobody_waits_for_the_questions_of_a_process_that_has_ended() {
    let fixture = Fixture::new("ended");
    let asked = fixture.ask(question());
    let id = fixture.questions(1).await;
    let store = Store::new(fixture.0.clone());
    let open = store.read(&id).unwrap().unwrap();
    asked.abort();
    fixture.questions(0).await;
    // As a killed process leaves it: an open question, and a bell that nobody reads.
    let bell = "00ff";
    let path = fixture.0.join("00ff.bell");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let left = Question {
        bell: bell.into(),
        ..open
    };
    store.lock().unwrap().write(&left).unwrap();
    assert_eq!(fixture.1.open_questions().unwrap(), []);
    assert_eq!(
        fixture.1.answer(&id, "here").unwrap_err().to_string(),
        format!("the question `{id}` was withdrawn: nobody is waiting for the answer")
    );
    let more = fixture.ask(question());
    fixture.questions(1).await;
    assert!(!path.exists());
    more.abort();
}

#[test]
fn questions_that_wait_for_the_lock_hold_one_thread() {
    let fixture = Fixture::new("locked");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(2)
        .build()
        .unwrap();
    // As another process would.
    let other = Store::new(fixture.0.clone());
    let locked = other.lock().unwrap();
    runtime.block_on(async {
        let asked: Vec<_> = (0..4).map(|_| fixture.ask(question())).collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        let free = tokio::task::spawn_blocking(|| ());
        tokio::time::timeout(LONG, free).await.unwrap().unwrap();
        drop(locked);
        fixture.questions(4).await;
        asked.iter().for_each(|task| task.abort());
        fixture.questions(0).await;
    });
}
