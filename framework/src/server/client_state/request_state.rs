//! [`StateSeal`]: encrypts the state that a client carries between two rounds of questions.
//!
//! On 2026-07-28 the server keeps nothing between two rounds. The answers so far travel with the
//! client as `requestState`, encrypted and authenticated (AES-256-GCM). The state has a time of
//! expiry and is bound to the caller and to the method, the name and the arguments of its request. A
//! state that was changed, has expired, or belongs to another request or caller cannot be opened.
//!
//! [`UsedStates`] remembers those that were used, so that none is used twice.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use aes_gcm::{
    Aes256Gcm, Key, KeyInit as _, Nonce,
    aead::{Aead as _, Payload},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use toolwright_base::{lock, token};

use crate::core::ClientProfile;

/// How long a person may take to answer one round of questions.
const TIME_TO_LIVE: Duration = Duration::from_secs(15 * 60);
const NONCE_LENGTH: usize = 12;

/// Encrypts and decrypts request states.
pub(crate) struct StateSeal {
    cipher: Aes256Gcm,
    used: UsedStates<NONCE_LENGTH>,
}

/// A request state that was decrypted.
#[derive(Debug, PartialEq)]
pub(crate) struct OpenedState {
    /// The answers of earlier rounds.
    pub(crate) answers: BTreeMap<String, Value>,
    /// Whether this process opened the state for the first time: later times are replays.
    pub(crate) is_first_use: bool,
}

impl std::fmt::Debug for StateSeal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StateSeal")
    }
}

/// The content of a request state.
#[derive(Serialize, Deserialize)]
struct SealedAnswers {
    expires: u64,
    answers: BTreeMap<String, Value>,
}

/// The request that a state is bound to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestBinding<'a> {
    method: &'a str,
    name: &'a str,
    arguments: Option<&'a str>,
    caller: Option<&'a str>,
}

impl<'a> RequestBinding<'a> {
    /// Creates the binding to a request of `method` for `name` with the JSON text `arguments`.
    pub(crate) const fn new(method: &'a str, name: &'a str, arguments: Option<&'a str>) -> Self {
        Self {
            method,
            name,
            arguments,
            caller: None,
        }
    }

    /// Binds to the caller too, if it has an identity.
    pub(crate) fn of_caller(mut self, client: &'a ClientProfile) -> Self {
        self.caller = client.identity.as_ref().map(|identity| identity.id());
        self
    }

    /// Returns a digest that does not depend on how the JSON is written.
    fn digest(&self) -> [u8; 32] {
        let arguments = self
            .arguments
            .and_then(|text| serde_json::from_str::<Value>(text).ok());
        let mut hash = Sha256::new();
        for part in [self.method, self.name, self.caller.unwrap_or_default()] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        hash.update(canonical(arguments.unwrap_or_else(|| Value::Object(Map::new()))).to_string());
        hash.finalize().into()
    }
}

/// Returns the value with the keys of all objects sorted.
fn canonical(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let sorted: BTreeMap<_, _> = map
                .into_iter()
                .map(|(key, value)| (key, canonical(value)))
                .collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(items) => items.into_iter().map(canonical).collect(),
        other => other,
    }
}

impl StateSeal {
    /// Creates a seal with this key. Servers with the same key open each other's states.
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self {
            cipher: Aes256Gcm::new(&Key::<Aes256Gcm>::from(*key)),
            used: UsedStates::default(),
        }
    }

    /// Creates a seal with a random key, which only this process has.
    pub(crate) fn with_random_key() -> Self {
        Self::new(&token::bytes())
    }

    /// Encrypts `answers` for the request of `binding`.
    pub(crate) fn seal(&self, answers: Map<String, Value>, binding: &RequestBinding<'_>) -> String {
        self.seal_until(now() + TIME_TO_LIVE.as_secs(), answers, binding)
    }

    fn seal_until(
        &self,
        expires: u64,
        answers: Map<String, Value>,
        binding: &RequestBinding<'_>,
    ) -> String {
        let sealed = SealedAnswers {
            expires,
            answers: answers.into_iter().collect(),
        };
        let text = serde_json::to_vec(&sealed).expect("a map of JSON values serialises");
        self.encrypt(&text, &binding.digest())
    }

    /// Encrypts a text that opens with the same `binding` alone.
    pub(super) fn encrypt(&self, text: &[u8], binding: &[u8]) -> String {
        let nonce = token::bytes::<NONCE_LENGTH>();
        let payload = Payload {
            msg: text,
            aad: binding,
        };
        let cipher_text = self
            .cipher
            .encrypt(&Nonce::from(nonce), payload)
            .expect("the text is far below the cipher's limit");
        URL_SAFE_NO_PAD.encode([&nonce[..], &cipher_text].concat())
    }

    /// Decrypts what [`encrypt`](Self::encrypt) returned. Returns its nonce and its text.
    pub(super) fn decrypt(
        &self,
        sealed: &str,
        binding: &[u8],
    ) -> Option<([u8; NONCE_LENGTH], Vec<u8>)> {
        let blob = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let (nonce, cipher_text) = blob.split_at_checked(NONCE_LENGTH)?;
        let nonce: [u8; NONCE_LENGTH] = nonce.try_into().ok()?;
        let payload = Payload {
            msg: cipher_text,
            aad: binding,
        };
        let text = self.cipher.decrypt(&Nonce::from(nonce), payload).ok()?;
        Some((nonce, text))
    }

    /// Decrypts `state`. Returns `None` if it was changed, has expired, or belongs to another
    /// request than the one of `binding`.
    pub(crate) fn open(&self, state: &str, binding: &RequestBinding<'_>) -> Option<OpenedState> {
        let (nonce, text) = self.decrypt(state, &binding.digest())?;
        let sealed: SealedAnswers = serde_json::from_slice(&text).ok()?;
        let now = now();
        (sealed.expires > now).then(|| OpenedState {
            answers: sealed.answers,
            is_first_use: self.used.mark(nonce, sealed.expires, now),
        })
    }
}

/// Returns the time in seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// The most states that are remembered. Each takes some 32 bytes.
const MAX_STATES: usize = 16_384;

/// The states that were used within their time of expiry, by their nonces.
///
/// A call continues an earlier one, and is not counted again, only the first time that its state comes
/// back. A state that cannot be remembered, because too many are, counts as used before.
#[derive(Debug, Default)]
pub(super) struct UsedStates<const N: usize> {
    expiries: Mutex<HashMap<[u8; N], u64>>,
}

impl<const N: usize> UsedStates<N> {
    /// Marks a state as used. Returns `true` if this is the first time.
    pub(super) fn mark(&self, nonce: [u8; N], expires: u64, now: u64) -> bool {
        let mut expiries = lock(&self.expiries);
        if expiries.contains_key(&nonce) {
            return false;
        }
        if expiries.len() >= MAX_STATES {
            remove_expired(&mut expiries, now);
        }
        let is_remembered = expiries.len() < MAX_STATES;
        if is_remembered {
            expiries.insert(nonce, expires);
        }
        is_remembered
    }
}

fn remove_expired<const N: usize>(expiries: &mut MutexGuard<'_, HashMap<[u8; N], u64>>, now: u64) {
    expiries.retain(|_, expires| *expires > now);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answers() -> Map<String, Value> {
        json!({"name": {"action": "accept"}})
            .as_object()
            .unwrap()
            .clone()
    }

    fn binding(arguments: &str) -> RequestBinding<'_> {
        RequestBinding::new("tools/call", "delete", Some(arguments))
    }

    #[test]
    fn a_state_opens_for_its_own_request_and_for_no_other() {
        let seal = StateSeal::with_random_key();
        let state = seal.seal(answers(), &binding(r#"{"a":1,"b":2}"#));
        let opened = seal
            .open(&state, &binding(r#"{ "b": 2, "a": 1 }"#))
            .unwrap();
        assert_eq!(opened.answers, answers().into_iter().collect());
        assert_eq!(seal.open(&state, &binding(r#"{"a":1}"#)), None);
        assert_eq!(
            seal.open(&state, &RequestBinding::new("prompts/get", "delete", None)),
            None
        );
        assert_eq!(
            StateSeal::with_random_key().open(&state, &binding(r#"{"a":1,"b":2}"#)),
            None
        );
    }

    #[test]
    fn a_state_that_is_opened_again_is_a_replay() {
        let seal = StateSeal::with_random_key();
        let (one, other) = (
            seal.seal(answers(), &binding("{}")),
            seal.seal(answers(), &binding("{}")),
        );
        let is_first_use = |state: &str| seal.open(state, &binding("{}")).unwrap().is_first_use;
        assert!(is_first_use(&one));
        assert!(!is_first_use(&one));
        assert!(is_first_use(&other));
    }

    #[test]
    fn a_changed_or_expired_state_does_not_open() {
        let seal = StateSeal::with_random_key();
        let state = seal.seal(answers(), &binding("{}"));
        assert_eq!(
            seal.open(&format!("{state}-TAMPERED"), &binding("{}")),
            None
        );
        let mut flipped = state.clone().into_bytes();
        flipped[20] ^= 1;
        assert_eq!(
            seal.open(&String::from_utf8(flipped).unwrap(), &binding("{}")),
            None
        );
        assert_eq!(seal.open("", &binding("{}")), None);
        let old = seal.seal_until(now() - 1, answers(), &binding("{}"));
        assert_eq!(seal.open(&old, &binding("{}")), None);
    }

    #[test]
    fn a_state_does_not_reveal_the_answers() {
        let state = StateSeal::with_random_key().seal(answers(), &binding("{}"));
        let blob = URL_SAFE_NO_PAD.decode(state).unwrap();
        assert!(!blob.windows(6).any(|window| window == b"accept"));
    }

    fn nonce(number: usize) -> [u8; 8] {
        number.to_be_bytes()
    }

    #[test]
    fn a_state_is_used_for_the_first_time_once() {
        let used = UsedStates::default();
        assert!(used.mark(nonce(1), 100, 0));
        assert!(!used.mark(nonce(1), 100, 0));
        assert!(used.mark(nonce(2), 100, 0));
    }

    #[test]
    fn the_number_of_states_is_limited_and_expired_ones_make_room() {
        let used = UsedStates::default();
        for number in 0..MAX_STATES {
            assert!(used.mark(nonce(number), 100, 0));
        }
        assert!(!used.mark(nonce(MAX_STATES), 100, 99));
        assert_eq!(lock(&used.expiries).len(), MAX_STATES);
        assert!(used.mark(nonce(MAX_STATES), 200, 100));
        assert_eq!(lock(&used.expiries).len(), 1);
    }
}
