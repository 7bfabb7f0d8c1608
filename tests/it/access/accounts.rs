//! What every store of users and keys does. Those in files and in PostgreSQL pass the same tests.

use std::{iter, thread};

use toolwright::access::AccessRole;
use toolwright_access::{AccountError, Accounts, ApiKey, KeyText, NewKey, User};

use crate::harness::Home;

#[test]
fn files_do_what_every_store_of_users_and_keys_does() {
    let home = Home::new();
    check(&|| Accounts::open(home.join("access.json")).unwrap());
}

/// Checks a store without users. `open` opens it as another process does, and has read it.
pub(crate) fn check(open: &(dyn Fn() -> Accounts + Sync)) {
    users_come_and_go(open);
    a_key_has_what_it_was_made_with(open);
    a_key_works_as_long_as_it_and_its_user_do(open);
    uses_are_kept(open);
    what_is_refused_changes_nothing(open);
    no_change_is_lost(open);
}

fn names(accounts: &Accounts) -> Vec<String> {
    let users = accounts.users().unwrap().into_iter();
    users.map(|user| user.name).collect()
}

fn users_come_and_go(open: &dyn Fn() -> Accounts) {
    let one = open();
    assert!(!one.has_keys().unwrap());
    assert_eq!(names(&one), [""; 0]);
    let ada: User = one.add_user("ada", AccessRole::Author).unwrap();
    assert_eq!(open().users().unwrap(), [ada]);
    let ada = one
        .change_user("ada", Some(AccessRole::Admin), Some(false))
        .unwrap();
    assert_eq!((ada.role, ada.is_active), (AccessRole::Admin, false));
    assert_eq!(open().users().unwrap(), std::slice::from_ref(&ada));
    assert_eq!(one.remove_user("ada").unwrap(), ada);
    assert_eq!(names(&open()), [""; 0]);
    // The name is free again.
    one.add_user("ada", AccessRole::Author).unwrap();
    assert_eq!(names(&open()), ["ada"]);
}

fn limited(user: &str) -> NewKey {
    let mut new = NewKey::of(user);
    new.role = Some(AccessRole::Caller);
    new.tools = Some(vec!["get_*".into(), "é \"x\"".into()]);
    new.agent = Some("helper".into());
    new.scopes = vec!["read".into()];
    new.label = "a laptop — \\ ✓".into();
    new.expires_at = Some("2999-01-01T00:00:00.123456789Z".parse().unwrap());
    new
}

fn a_key_has_what_it_was_made_with(open: &dyn Fn() -> Accounts) {
    let one = open();
    for new in [NewKey::of("ada"), limited("ada")] {
        let (made, text) = one.create_key(new).unwrap();
        let found = open()
            .keys()
            .unwrap()
            .into_iter()
            .find(|key| key.id == made.id);
        assert_eq!(found, Some(made));
        let identity = open().identity(&text).unwrap().unwrap();
        assert_eq!((identity.user(), identity.key()), ("ada", Some(text.id())));
    }
}

fn is_let_in(accounts: &Accounts, text: &KeyText) -> bool {
    accounts.identity(text).unwrap().is_some()
}

fn a_key_works_as_long_as_it_and_its_user_do(open: &dyn Fn() -> Accounts) {
    let one = open();
    let (key, text) = one.create_key(NewKey::of("ada")).unwrap();
    let other = KeyText::generate();
    let forged = other
        .expose()
        .replace(other.id(), text.id())
        .parse()
        .unwrap();
    assert!(is_let_in(&open(), &text) && !is_let_in(&open(), &forged));
    one.change_user("ada", Some(AccessRole::Caller), None)
        .unwrap();
    let identity = open().identity(&text).unwrap().unwrap();
    assert_eq!(identity.role(), AccessRole::Caller);
    one.change_user("ada", Some(AccessRole::Author), Some(false))
        .unwrap();
    assert!(!is_let_in(&open(), &text));
    one.change_user("ada", None, Some(true)).unwrap();
    assert!(is_let_in(&open(), &text));
    let (rotated, next) = one.rotate_key(&key.id).unwrap();
    assert!(!is_let_in(&open(), &text) && is_let_in(&open(), &next));
    one.revoke_key(&rotated.id).unwrap();
    assert!(!is_let_in(&open(), &next));
    let mut ended = NewKey::of("ada");
    ended.expires_at = Some("2020-01-01T00:00:00Z".parse().unwrap());
    let (_, ended) = one.create_key(ended).unwrap();
    assert!(!is_let_in(&open(), &ended));
    let (_, last) = one.create_key(NewKey::of("ada")).unwrap();
    one.remove_user("ada").unwrap();
    one.add_user("ada", AccessRole::Author).unwrap();
    assert!(!is_let_in(&open(), &last));
    assert_eq!(open().keys().unwrap(), []);
}

fn uses_are_kept(open: &dyn Fn() -> Accounts) {
    let one = open();
    let (key, text) = one.create_key(NewKey::of("ada")).unwrap();
    let used = || -> Option<ApiKey> {
        let mut found = open().keys().unwrap().into_iter();
        found.rfind(|found| found.last_used_at.is_some())
    };
    assert_eq!(used(), None);
    assert!(is_let_in(&one, &text));
    one.save_uses().unwrap();
    let first = used().unwrap();
    assert_eq!(first.id, key.id);
    let other = open();
    assert!(is_let_in(&other, &text));
    other.save_uses().unwrap();
    assert!(used().unwrap().last_used_at > first.last_used_at);
}

fn what_is_refused_changes_nothing(open: &dyn Fn() -> Accounts) {
    let before = (open().users().unwrap(), open().keys().unwrap());
    let one = open();
    let (mut above, mut long) = (NewKey::of("ada"), NewKey::of("ada"));
    above.role = Some(AccessRole::Admin);
    long.label = "x".repeat(5000);
    let refused = [
        one.add_user("ada", AccessRole::Admin).unwrap_err(),
        one.add_user("a/b", AccessRole::Admin).unwrap_err(),
        one.change_user("nobody", None, None).unwrap_err(),
        one.remove_user("nobody").unwrap_err(),
        one.create_key(NewKey::of("nobody")).unwrap_err(),
        one.create_key(above).unwrap_err(),
        one.create_key(long).unwrap_err(),
        one.rotate_key("000000000000").unwrap_err(),
        one.revoke_key("000000000000").unwrap_err(),
    ];
    let words = refused.map(|error| match error {
        AccountError::UserExists(_) => "exists",
        AccountError::InvalidName(_) => "invalid",
        AccountError::UnknownUser(_) => "no user",
        AccountError::UnknownKey(_) => "no key",
        AccountError::RoleAboveUser(_) => "above",
        AccountError::KeyTooLarge => "large",
        error => panic!("{error}"),
    });
    let expected = [
        "exists", "invalid", "no user", "no user", "no user", "above", "large", "no key", "no key",
    ];
    assert_eq!(words, expected);
    assert_eq!((open().users().unwrap(), open().keys().unwrap()), before);
}

fn no_change_is_lost(open: &(dyn Fn() -> Accounts + Sync)) {
    const WRITERS: usize = 8;
    let stale: Vec<_> = iter::repeat_with(open).take(4).collect();
    let before = names(&stale[0]).len();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let accounts = &stale[writer % stale.len()];
            let work = move || {
                let name = format!("writer-{writer}");
                accounts.add_user(&name, AccessRole::Author).unwrap();
                accounts.create_key(NewKey::of(name)).unwrap();
            };
            spawn(scope, work);
        }
    });
    let after = open();
    assert_eq!(names(&after).len(), before + WRITERS);
    let keys = after.keys().unwrap().into_iter();
    assert_eq!(
        keys.filter(|key| key.user.starts_with("writer-")).count(),
        WRITERS
    );
}

/// Starts a thread, in the tokio runtime of this one if there is one.
fn spawn<'scope>(scope: &'scope thread::Scope<'scope, '_>, work: impl FnOnce() + Send + 'scope) {
    let runtime = tokio::runtime::Handle::try_current().ok();
    scope.spawn(move || {
        let _entered = runtime.as_ref().map(tokio::runtime::Handle::enter);
        work();
    });
}
