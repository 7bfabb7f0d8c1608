//! [`KnownAccounts`]: the users and keys whose rows were read, and statements that read and write them.
//!
//! A row has the number of its last change, so that only rows with a higher number than the last one that
//! was seen are read.

use deadpool_postgres::{Object, Transaction};
use serde::Serialize;
use tokio_postgres::{Client, Row, types::Type};
use toolwright_access::{AccountChange, AccountError, Change, Directory};

use super::database::{RegistryDatabase, store_error};
use crate::store::StoreError;

/// The rows that changed after a number, users first, and the number of the latest change, in one look.
const READ: &str = "SELECT state.accounts, it.is_user, it.name, it.entry
    FROM {schema}.registry_state AS state LEFT JOIN (
        SELECT true AS is_user, name, revision, deleted_at,
            CASE WHEN deleted_at IS NULL AND role IN ('admin', 'author', 'caller') THEN jsonb_build_object(
                'name', name, 'role', role, 'is_active', is_active, 'created_at', created_at)::text END AS entry
        FROM {schema}.users WHERE revision > $1
        UNION ALL
        SELECT false, key_id, keys.revision, keys.deleted_at,
            CASE WHEN keys.deleted_at IS NULL THEN jsonb_strip_nulls(jsonb_build_object(
                'id', key_id, 'user', users.name, 'hash', 'sha256:' || encode(hash, 'hex'), 'role', keys.role,
                'tools', tools, 'agent', agent, 'scopes', scopes, 'label', label, 'created_at', keys.created_at,
                'expires_at', expires_at, 'last_used_at', used_at))::text END
        FROM {schema}.api_keys AS keys JOIN {schema}.users ON users.id = user_id WHERE keys.revision > $1
    ) AS it ON true
    ORDER BY it.is_user DESC, it.revision, it.deleted_at IS NULL";

const BEGIN: &str = "SET LOCAL lock_timeout = '10s'; SET LOCAL statement_timeout = '20s';
    SET LOCAL toolwright.accounts = 'on';
    SELECT 1 FROM {schema}.registry_state FOR UPDATE";
const NEXT: &str = "UPDATE {schema}.registry_state SET accounts = accounts + 1 RETURNING accounts";

const REMOVE_KEYS: &str = "UPDATE {schema}.api_keys SET deleted_at = now() WHERE deleted_at IS NULL
        AND key_id IN (SELECT jsonb_array_elements_text($1::text::jsonb))";
const REMOVE_USERS: &str = "UPDATE {schema}.users SET deleted_at = now() WHERE deleted_at IS NULL
        AND name IN (SELECT jsonb_array_elements_text($1::text::jsonb))";
const PUT_USERS: &str = "WITH it AS (
        SELECT * FROM jsonb_to_recordset($1::text::jsonb)
            AS it (name text, role text, is_active boolean, created_at timestamptz)),
    changed AS (
        UPDATE {schema}.users SET role = it.role, is_active = it.is_active, created_at = it.created_at
        FROM it WHERE users.name = it.name AND deleted_at IS NULL RETURNING users.name)
    INSERT INTO {schema}.users (name, role, is_active, created_at)
        SELECT name, role, is_active, created_at FROM it WHERE name NOT IN (SELECT name FROM changed)";
const PUT_KEYS: &str = r#"WITH it AS (
        SELECT key.id AS key_id, users.id AS user_id, decode(substr(key.hash, 8), 'hex') AS hash, key.role, key.tools,
            key.agent, coalesce(key.scopes, '[]') AS scopes, coalesce(key.label, '') AS label, key.created_at,
            key.expires_at, key.last_used_at AS used_at
        FROM jsonb_to_recordset($1::text::jsonb) AS key (id text, "user" text, hash text, role text, tools jsonb,
            agent text, scopes jsonb, label text, created_at timestamptz, expires_at timestamptz,
            last_used_at timestamptz)
        JOIN {schema}.users ON users.name = key."user" AND users.deleted_at IS NULL),
    changed AS (
        UPDATE {schema}.api_keys AS keys SET user_id = it.user_id, hash = it.hash, role = it.role, tools = it.tools,
            agent = it.agent, scopes = it.scopes, label = it.label, created_at = it.created_at,
            expires_at = it.expires_at, used_at = it.used_at
        FROM it WHERE keys.key_id = it.key_id AND keys.deleted_at IS NULL RETURNING keys.key_id)
    INSERT INTO {schema}.api_keys (key_id, user_id, hash, role, tools, agent, scopes, label, created_at, expires_at,
            used_at)
        SELECT key_id, user_id, hash, role, tools, agent, scopes, label, created_at, expires_at, used_at
        FROM it WHERE key_id NOT IN (SELECT key_id FROM changed)"#;

/// The users and keys whose rows were read.
#[derive(Debug, Default)]
pub(super) struct KnownAccounts {
    /// The number of the latest change that was read.
    revision: i64,
    directory: Directory,
}

impl KnownAccounts {
    pub(super) const fn revision(&self) -> u64 {
        self.revision.unsigned_abs()
    }

    pub(super) const fn directory(&self) -> &Directory {
        &self.directory
    }

    /// Reads the rows that changed. One that is not valid is left out: nobody gets in by it.
    pub(super) async fn update(
        &mut self,
        client: &Client,
        database: &RegistryDatabase,
    ) -> Result<(), StoreError> {
        let mut read = read(client, database, self.revision).await?;
        if read.0 < self.revision {
            // The database was restored to an earlier state.
            *self = Self::default();
            read = self::read(client, database, 0).await?;
        }
        let (latest, rows) = read;
        for row in rows {
            if let Err(problem) = row.apply_to(&mut self.directory) {
                let (noun, name) = (row.noun(), &row.name);
                tracing::error!(
                    "the {noun} `{name}` in the registry's database is left out: {problem}"
                );
            }
        }
        self.revision = latest;
        Ok(())
    }

    /// Lets `change` change them as they are now, and stores the result. The outer error is that of the
    /// database, the inner one that of `change`.
    pub(super) async fn change(
        &mut self,
        client: &mut Object,
        database: &RegistryDatabase,
        change: &mut Change<'_>,
    ) -> Result<Result<(), AccountError>, StoreError> {
        let failed = |error| store_error(&error);
        let transaction = client.transaction().await.map_err(failed)?;
        let begin = transaction.batch_execute(&database.sql(BEGIN)).await;
        begin.map_err(failed)?;
        self.update(transaction.client(), database).await?;
        let mut next = self.directory.clone();
        if let Err(refused) = change(&mut next) {
            return Ok(Err(refused));
        }
        let changes = next.changes_since(&self.directory);
        if changes.is_empty() {
            return Ok(Ok(()));
        }
        let numbered = transaction.query_typed_one(&database.sql(NEXT), &[]).await;
        let revision = numbered.map_err(failed)?.get(0);
        write(&transaction, database, changes).await?;
        transaction.commit().await.map_err(failed)?;
        (self.revision, self.directory) = (revision, next);
        Ok(Ok(()))
    }
}

/// A row that changed.
struct AccountRow {
    is_user: bool,
    name: String,
    /// The user or key as JSON. `None` if it is gone.
    entry: Option<String>,
}

impl AccountRow {
    fn of(row: &Row) -> Option<Self> {
        Some(Self {
            is_user: row.get::<_, Option<bool>>(1)?,
            name: row.get(2),
            entry: row.get(3),
        })
    }

    const fn noun(&self) -> &'static str {
        match self.is_user {
            true => "user",
            false => "key",
        }
    }

    fn apply_to(&self, directory: &mut Directory) -> Result<(), String> {
        let gone = match self.is_user {
            true => AccountChange::RemoveUser(self.name.clone()),
            false => AccountChange::RemoveKey(self.name.clone()),
        };
        let change = match (&self.entry, self.is_user) {
            (None, _) => Ok(gone.clone()),
            (Some(entry), true) => serde_json::from_str(entry).map(AccountChange::PutUser),
            (Some(entry), false) => serde_json::from_str(entry).map(AccountChange::PutKey),
        };
        let taken = match change {
            Ok(change) => directory
                .take_over(change)
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if taken.is_err() {
            // What was valid before is not any more.
            drop(directory.take_over(gone));
        }
        taken
    }
}

/// Returns the number of the latest change, and the rows that changed after `known`.
async fn read(
    client: &Client,
    database: &RegistryDatabase,
    known: i64,
) -> Result<(i64, Vec<AccountRow>), StoreError> {
    let rows = client
        .query_typed(&database.sql(READ), &[(&known, Type::INT8)])
        .await;
    let rows = rows.map_err(|error| store_error(&error))?;
    let latest = rows.first().map_or(0, |row| row.get(0));
    Ok((latest, rows.iter().filter_map(AccountRow::of).collect()))
}

/// Writes changes, those of one kind with one statement.
async fn write(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    changes: Vec<AccountChange>,
) -> Result<(), StoreError> {
    let (mut users, mut left, mut keys, mut gone) = (vec![], vec![], vec![], vec![]);
    for change in changes {
        match change {
            AccountChange::PutUser(user) => users.push(user),
            AccountChange::RemoveUser(name) => left.push(name),
            AccountChange::PutKey(key) => keys.push(key),
            AccountChange::RemoveKey(id) => gone.push(id),
        }
    }
    run(transaction, database, REMOVE_KEYS, &gone).await?;
    run(transaction, database, REMOVE_USERS, &left).await?;
    run(transaction, database, PUT_USERS, &users).await?;
    run(transaction, database, PUT_KEYS, &keys).await
}

async fn run<T: Serialize>(
    transaction: &Transaction<'_>,
    database: &RegistryDatabase,
    statement: &str,
    entries: &[T],
) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let json = serde_json::to_string(entries).map_err(|error| StoreError::Refused {
        why: error.to_string(),
    })?;
    let done = transaction
        .execute_typed(&database.sql(statement), &[(&json, Type::TEXT)])
        .await;
    done.map(drop).map_err(|error| store_error(&error))
}
