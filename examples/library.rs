//! A library that lends books: state, eight tools, resources, prompts, a middleware, an error type, keys,
//! an axum application around it, and tests. It is written from `docs/framework.md` alone.
//!
//! `cargo run -p toolwright --example library` serves it over stdio, `… --example library -- serve` over HTTP, and
//! `cargo test -p toolwright --example library` runs its tests.

use std::{
    collections::BTreeMap,
    error, fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use chrono::{Days, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolwright::{
    BoxFuture,
    access::{AuthenticationError, AuthenticationRequest, Authenticator, Credentials, Identity},
    middleware::{Call, Next},
    prelude::*,
};

/// A book of the library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Book {
    /// The ISBN, without dashes.
    isbn: String,
    title: String,
    author: String,
}

/// A book that somebody has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Loan {
    isbn: String,
    reader: String,
    due: NaiveDate,
}

/// An error of the library, in the words that a model reads.
#[derive(Debug, PartialEq)]
enum LibraryError {
    UnknownBook(String),
    Lent { isbn: String, to: String },
    NotLent(String),
    Nobody,
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownBook(isbn) => write!(f, "there is no book `{isbn}`: search for it"),
            Self::Lent { isbn, to } => write!(f, "the book `{isbn}` is lent to {to}"),
            Self::NotLent(isbn) => write!(f, "the book `{isbn}` is not lent"),
            Self::Nobody => f.write_str("say which reader: nobody is logged in"),
        }
    }
}

impl error::Error for LibraryError {}

/// The shelves, which all tools share.
#[derive(Debug, Default)]
struct Library {
    books: Mutex<BTreeMap<String, Book>>,
    loans: Mutex<BTreeMap<String, Loan>>,
    calls: AtomicU64,
}

impl Library {
    fn with_books() -> Self {
        let library = Self::default();
        for (isbn, title, author) in [("1", "Dune", "Herbert"), ("2", "Emma", "Austen")] {
            let [isbn, title, author] = [isbn, title, author].map(str::to_owned);
            let book = Book {
                isbn: isbn.clone(),
                title,
                author,
            };
            library.books().insert(isbn, book);
        }
        library
    }

    fn books(&self) -> MutexGuard<'_, BTreeMap<String, Book>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn loans(&self) -> MutexGuard<'_, BTreeMap<String, Loan>> {
        self.loans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn book(&self, isbn: &str) -> Result<Book, LibraryError> {
        let book = self.books().get(isbn).cloned();
        book.ok_or_else(|| LibraryError::UnknownBook(isbn.to_owned()))
    }
}

/// Returns the reader who is named, or else the one who calls.
fn reader(ctx: &Context, named: Option<String>) -> Result<String, LibraryError> {
    let caller = ctx.client().identity.as_ref();
    let caller = caller.map(|identity| identity.user().to_owned());
    named.or(caller).ok_or(LibraryError::Nobody)
}

/// Search the titles and authors.
#[tool(read_only)]
async fn search(
    library: State<Arc<Library>>,
    /// A part of the title or the author.
    #[length(1..=100)]
    words: String,
    /// How many to return.
    #[default(10)]
    #[range(1..=100)]
    limit: usize,
) -> Vec<Book> {
    let words = words.to_lowercase();
    let books = library.books();
    let found = books.values().filter(|book| {
        format!("{} {}", book.title, book.author)
            .to_lowercase()
            .contains(&words)
    });
    found.take(limit).cloned().collect()
}

/// Return a book by its ISBN.
#[tool(read_only)]
async fn find(library: State<Arc<Library>>, isbn: String) -> Result<Book, LibraryError> {
    library.book(&isbn)
}

/// Add a book.
#[tool(idempotent, scopes("librarian"))]
async fn add(library: State<Arc<Library>>, ctx: Context, book: Book) -> String {
    let added = format!("added {}", book.title);
    library.books().insert(book.isbn.clone(), book);
    ctx.catalog().resource_updated("library://books");
    added
}

/// Remove a book.
#[tool(destructive, scopes("librarian"), confirm = "Remove the book {isbn}?")]
async fn remove(library: State<Arc<Library>>, isbn: String) -> Result<String, LibraryError> {
    let book = library.books().remove(&isbn);
    let book = book.ok_or(LibraryError::UnknownBook(isbn))?;
    Ok(format!("removed {}", book.title))
}

/// Lend a book.
#[tool]
async fn lend(
    library: State<Arc<Library>>,
    ctx: Context,
    isbn: String,
    /// Who takes it; whoever calls, if this is left out.
    name: Option<String>,
    /// The day on which it is lent.
    today: NaiveDate,
    /// For how many days.
    #[default(14)]
    #[range(1..=60)]
    days: u64,
) -> Result<Loan, LibraryError> {
    let book = library.book(&isbn)?;
    let reader = reader(&ctx, name)?;
    let mut loans = library.loans();
    if let Some(loan) = loans.get(&isbn) {
        let (isbn, to) = (isbn.clone(), loan.reader.clone());
        return Err(LibraryError::Lent { isbn, to });
    }
    let due = today.checked_add_days(Days::new(days)).unwrap_or(today);
    let loan = Loan {
        isbn: book.isbn,
        reader,
        due,
    };
    loans.insert(isbn, loan.clone());
    Ok(loan)
}

/// Take a book back.
#[tool]
async fn give_back(library: State<Arc<Library>>, isbn: String) -> Result<Loan, LibraryError> {
    let loan = library.loans().remove(&isbn);
    loan.ok_or(LibraryError::NotLent(isbn))
}

/// List the loans of a reader.
#[tool(read_only)]
async fn loans(
    library: State<Arc<Library>>,
    ctx: Context,
    name: Option<String>,
) -> Result<Vec<Loan>, LibraryError> {
    let reader = reader(&ctx, name)?;
    let loans = library.loans();
    let mine = loans.values().filter(|loan| loan.reader == reader);
    Ok(mine.cloned().collect())
}

/// Count what is lent, and report how far the count is.
#[tool(read_only, timeout = "1m")]
async fn take_stock(library: State<Arc<Library>>, ctx: Context) -> String {
    let (books, lent) = (library.books().len(), library.loans().len());
    ctx.progress_with(books as f64, books as f64, "counted")
        .await;
    ctx.info(format!("{books} books")).await;
    format!("{lent} of {books} books are lent")
}

/// All books, as JSON.
#[resource("library://books", mime = "application/json")]
async fn catalogue(library: State<Arc<Library>>) -> Vec<Book> {
    library.books().values().cloned().collect()
}

/// One book, as JSON.
#[resource("library://books/{isbn}", mime = "application/json")]
async fn entry(
    library: State<Arc<Library>>,
    #[complete(isbns)] isbn: String,
) -> Result<Json<Book>, LibraryError> {
    library.book(&isbn).map(Json)
}

/// The rules of the library.
#[resource("library://rules", mime = "text/markdown")]
async fn rules() -> &'static str {
    "# Rules\n\nBring it back."
}

async fn isbns(typed: Completion, library: State<Arc<Library>>) -> Vec<String> {
    let books = library.books();
    let fitting = books.keys().filter(|isbn| isbn.starts_with(&typed.value));
    fitting.cloned().collect()
}

/// Recommend a book to a friend.
#[prompt]
async fn recommend(
    library: State<Arc<Library>>,
    #[complete(isbns)] isbn: String,
) -> Result<Vec<PromptMessage>, LibraryError> {
    let Book { title, author, .. } = library.book(&isbn)?;
    Ok(vec![
        PromptMessage::user(format!(
            "Write to a friend why to read {title} by {author}."
        )),
        PromptMessage::assistant("Dear friend,"),
    ])
}

/// Remind a reader of what is due.
#[prompt]
async fn remind(reader: String, day: NaiveDate) -> String {
    format!("Remind {reader} kindly that the books are due on {day}.")
}

/// Counts the calls.
async fn counted(call: Call, next: Next) -> Result<ToolOutput, ToolError> {
    let library = call.context.state::<Arc<Library>>()?;
    library.calls.fetch_add(1, Ordering::Relaxed);
    next.run(call).await
}

/// The keys of the library, each with its reader and its scopes.
struct Keys(Vec<(&'static str, &'static str, &'static [&'static str])>);

impl Authenticator for Keys {
    fn authenticate<'a>(
        &'a self,
        request: AuthenticationRequest<'a>,
    ) -> BoxFuture<'a, Result<Option<Arc<Identity>>, AuthenticationError>> {
        Box::pin(async move {
            let shown = Credentials::read(request.headers)?;
            let shown = shown.ok_or(AuthenticationError::Missing)?;
            let known = self.0.iter().find(|(key, ..)| shown.matches(key));
            let (_, reader, scopes) = known.ok_or(AuthenticationError::Invalid)?;
            let identity = Identity::new(*reader).with_scopes(scopes.iter().copied());
            Ok(Some(Arc::new(identity)))
        })
    }
}

fn server(library: &Arc<Library>) -> Server {
    let keys = Keys(vec![
        ("key-of-ann", "ann", &["librarian"]),
        ("key-of-bob", "bob", &[]),
    ]);
    Server::new("library")
        .title("The library")
        .instructions("Search before you lend.")
        .state(Arc::clone(library))
        .tools(tools![
            search, find, add, remove, lend, give_back, loans, take_stock
        ])
        .resources(resources![catalogue, entry, rules])
        .prompts(prompts![recommend, remind])
        .middleware(counted)
        .authenticate(keys)
}

#[tokio::main]
async fn main() -> toolwright::Result<()> {
    server(&Arc::new(Library::with_books())).run().await
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]
mod tests {
    use serde_json::{Value, json};
    use toolwright::{
        Client,
        client::Reaction,
        transport::{
            HttpOptions, HttpService,
            axum::{
                Router,
                body::{Body, to_bytes},
                extract,
                http::{Request, StatusCode},
                routing::get,
            },
        },
    };
    use tower_service::Service as _;

    use super::*;

    async fn client() -> Client {
        server(&Arc::new(Library::with_books()))
            .client()
            .await
            .unwrap()
    }

    fn lending(isbn: &str) -> Value {
        json!({"isbn": isbn, "today": "2026-01-31"})
    }

    #[tokio::test]
    async fn a_book_is_found_by_calling_the_function() {
        let library = State::new(Arc::new(Library::with_books()));
        let found = search(library, "dune".into(), 10).await;
        assert_eq!(found[0].isbn, "1");
    }

    #[tokio::test]
    async fn a_reader_lends_a_book_and_gives_it_back() {
        let bob = client().await.as_user("bob");
        let loan: Loan = bob
            .call("lend", lending("1"))
            .await
            .unwrap()
            .value()
            .unwrap();
        let due = NaiveDate::from_ymd_opt(2026, 2, 14).unwrap();
        assert_eq!((loan.reader.as_str(), loan.due), ("bob", due));
        let again = bob.call("lend", lending("1")).await.unwrap();
        assert!(again.is_error);
        assert_eq!(again.joined_text(), "the book `1` is lent to bob");
        let mine: Vec<Loan> = bob.call("loans", json!({})).await.unwrap().value().unwrap();
        assert_eq!(mine, [loan]);
        let stock = bob.call("take_stock", json!({})).await.unwrap();
        assert_eq!(stock.joined_text(), "1 of 2 books are lent");
        bob.call("give_back", json!({"isbn": "1"})).await.unwrap();
        let twice = bob.call("give_back", json!({"isbn": "1"})).await.unwrap();
        assert_eq!(twice.joined_text(), "the book `1` is not lent");
    }

    #[tokio::test]
    async fn only_a_librarian_changes_the_books() {
        let book = json!({"book": {"isbn": "3", "title": "Ulysses", "author": "Joyce"}});
        let bob = client().await.as_user("bob");
        assert!(bob.call("add", book.clone()).await.is_err());
        let ann = client().await.as_user("ann").with_scopes(["librarian"]);
        let ann = ann.answering(|question| match question.message() {
            "Remove the book 3?" => Reaction::Accept(json!({"confirm": true})),
            _ => Reaction::Decline,
        });
        ann.subscribe("library://books");
        ann.call("add", book).await.unwrap();
        let heard = ann.take_notifications();
        assert_eq!(heard[0]["params"]["uri"], "library://books");
        let removed = ann.call("remove", json!({"isbn": "3"})).await.unwrap();
        assert_eq!(removed.joined_text(), "removed Ulysses");
        assert!(
            ann.call("remove", json!({"isbn": "1"}))
                .await
                .unwrap()
                .is_error
        );
    }

    #[tokio::test]
    async fn every_wrong_field_is_named() {
        let ann = client().await.as_user("ann").with_scopes(["librarian"]);
        let wrong = ann.call("add", json!({"book": {"isbn": 3}})).await.unwrap();
        let text = wrong.joined_text();
        for field in ["`book.isbn`", "`book.title`", "`book.author`"] {
            assert!(text.contains(field), "{text}");
        }
    }

    #[tokio::test]
    async fn books_are_read_and_recommended() {
        let client = client().await;
        let contents = client.read("library://books/2").await.unwrap();
        let book: Book = serde_json::from_str(contents[0].text.as_deref().unwrap()).unwrap();
        assert_eq!(book.title, "Emma");
        assert!(client.read("library://books/9").await.is_err());
        let messages = client
            .prompt("recommend", json!({"isbn": "2"}))
            .await
            .unwrap();
        let expected = "Write to a friend why to read Emma by Austen.";
        assert_eq!(messages[0].content.as_text(), Some(expected));
        assert_eq!(
            client.complete("recommend", "isbn", "").await.unwrap(),
            ["1", "2"]
        );
        let reminder = json!({"reader": "bob", "day": "2026-02-14"});
        assert_eq!(client.prompt("remind", reminder).await.unwrap().len(), 1);
    }

    /// Returns the application, in which pages and tools share the library.
    async fn application(library: &Arc<Library>) -> (Router, HttpService) {
        let built = server(library).build().unwrap();
        let service = built.into_service(HttpOptions::default()).await.unwrap();
        let calls = async |extract::State(library): extract::State<Arc<Library>>| {
            library.calls.load(Ordering::Relaxed).to_string()
        };
        let app = Router::new()
            .route("/calls", get(calls))
            .with_state(Arc::clone(library))
            .nest_service("/mcp", service.clone());
        (app, service)
    }

    async fn answer(app: &mut Router, request: Request<Body>) -> (StatusCode, String) {
        let response = app.call(request).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    fn call(key: &str) -> Request<Body> {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({"name": "loans", "arguments": {}, "_meta": meta});
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        Request::post("/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "loans")
            .header("x-api-key", key)
            .body(Body::from(body.to_string()))
            .unwrap()
    }

    #[tokio::test]
    async fn an_application_serves_pages_and_tools_and_asks_for_keys() {
        let library = Arc::new(Library::with_books());
        let (mut app, service) = application(&library).await;
        let (status, _) = answer(&mut app, call("another-key")).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        let (status, body) = answer(&mut app, call("key-of-bob")).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        let page = Request::get("/calls").body(Body::empty()).unwrap();
        assert_eq!(
            answer(&mut app, page).await,
            (StatusCode::OK, "1".to_owned())
        );
        service.shutdown().await.unwrap();
    }
}
