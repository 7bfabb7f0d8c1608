//! The ranking of the embedded encoder and the embedded index together.

use std::sync::Arc;

use super::{Folder, deadline};
use crate::{
    embedding::{CachedEmbedder, EmbeddedEncoder, Embedder},
    vectors::{EmbeddedIndex, Record, Sample, VectorQuery, VectorStore as _},
};

fn embedder() -> Arc<dyn Embedder> {
    Arc::new(CachedEmbedder::new(EmbeddedEncoder::new(), 32 << 20))
}

/// The first three columns of the sample for each query.
async fn found(queries: &[&str]) -> Vec<Vec<String>> {
    let folder = Folder::new();
    let embedder = embedder();
    let sample = Sample {
        collection: "columns".into(),
        embedder: Arc::clone(&embedder),
    };
    let index = EmbeddedIndex::new(folder.path().to_owned(), Some(sample));
    asked(&index, &*embedder, queries).await
}

/// The first three documents for each query.
async fn asked(
    index: &EmbeddedIndex,
    embedder: &dyn Embedder,
    queries: &[&str],
) -> Vec<Vec<String>> {
    let texts: Vec<String> = queries.iter().map(|query| (*query).to_owned()).collect();
    let question = VectorQuery {
        model: embedder.model().to_owned(),
        embeddings: embedder.embed(&texts, deadline()).await.unwrap(),
        texts,
        keyword_weight: embedder.keyword_weight(),
        n_results: 3,
        where_metadata: None,
        where_document: None,
    };
    let found = index.query("columns", question, deadline()).await.unwrap();
    let documents = |hits: Vec<_>| {
        hits.into_iter()
            .map(|hit: crate::vectors::Hit| hit.document.unwrap())
    };
    found
        .into_iter()
        .map(|hits| documents(hits).collect())
        .collect()
}

#[tokio::test]
async fn the_queries_of_the_specification_find_their_columns() {
    let found = found(&["사용자 이메일 칼럼", "주문 날짜 필드", "user email column"]).await;
    assert_eq!(
        found[1],
        [
            "orders.order_date TIMESTAMP 주문 생성 일시",
            "orders.created_at TIMESTAMP 레코드 생성 시간",
            "shipments.ship_date DATE 발송 날짜",
        ]
    );
    assert_eq!(found[2][0], "users.email VARCHAR(255) 사용자 이메일 주소");
    // The specification has the last two in the other order, although the second shares two words
    // with the query and the third none.
    assert_eq!(
        found[0],
        [
            "users.email VARCHAR(255) 사용자 이메일 주소",
            "accounts.user_email VARCHAR(255) 계정 이메일",
            "customers.contact_email VARCHAR(255) 고객 연락처",
        ]
    );
}

/// Queries, and the column that comes first. Korean ones depend on shared words and synonyms, some
/// English ones on the model alone.
const FIRST: [(&str, &str); 30] = [
    ("order date", "orders.order_date"),
    ("고객 전화번호", "customers.phone"),
    ("상품 가격", "products.price"),
    ("재고", "products.stock"),
    ("배송 날짜", "shipments.ship_date"),
    ("고객 이름", "customers.name"),
    ("계정 잔액이 있는 컬럼", "accounts.balance"),
    ("운송장", "shipments.tracking_number"),
    ("how much stock is left", "products.stock"),
    ("customer phone", "customers.phone"),
    ("product price", "products.price"),
    ("account balance", "accounts.balance"),
    ("delivery date", "shipments.ship_date"),
    ("email address of the customer", "customers.contact_email"),
    ("주문한 고객", "orders.customer_id"),
    ("로그인 아이디", "users.username"),
    ("purchase total", "orders.total_amount"),
    ("택배 회사 이름", "shipments.carrier"),
    ("date of shipping", "shipments.ship_date"),
    ("상품 재고 수량", "products.stock"),
    ("단가", "order_items.unit_price"),
    ("customer city", "customers.city"),
    ("tracking number", "shipments.tracking_number"),
    ("주문 상태", "orders.status"),
    ("상품 이름", "products.name"),
    ("order status", "orders.status"),
    ("이메일 주소", "users.email"),
    ("고객이 사는 도시", "customers.city"),
    ("발송일", "shipments.ship_date"),
    ("계정의 이메일", "accounts.user_email"),
];

#[tokio::test]
async fn other_queries_find_their_columns_too() {
    let queries = FIRST.map(|(query, _)| query);
    assert_eq!(wrong(&FIRST, &found(&queries).await), [""; 0]);
}

/// Returns the queries whose first column is not the wanted one.
fn wrong(wanted: &[(&str, &str)], found: &[Vec<String>]) -> Vec<String> {
    let answers = wanted.iter().zip(found);
    answers
        .filter(|((_, wanted), found)| found[0].split(' ').next() != Some(wanted))
        .map(|((query, wanted), found)| format!("{query}: {wanted} wanted, {found:?} found"))
        .collect()
}

/// Columns with English names and without comments.
const ENGLISH: [&str; 24] = [
    "employees.employee_id INTEGER",
    "employees.full_name VARCHAR(80)",
    "employees.hire_date DATE",
    "employees.salary NUMERIC(10,2)",
    "departments.dept_name VARCHAR(60)",
    "departments.budget NUMERIC(14,2)",
    "patients.birth_date DATE",
    "patients.gender CHAR(1)",
    "patients.phone VARCHAR(20)",
    "appointments.start_time TIMESTAMP",
    "appointments.status VARCHAR(12)",
    "appointments.patient_id INTEGER",
    "invoices.total_amount NUMERIC(12,2)",
    "invoices.due_date DATE",
    "invoices.paid BOOLEAN",
    "products.unit_price NUMERIC(10,2)",
    "products.category VARCHAR(40)",
    "products.weight REAL",
    "stores.address TEXT",
    "stores.phone VARCHAR(20)",
    "warehouses.stock_qty INTEGER",
    "warehouses.city VARCHAR(60)",
    "reviews.rating SMALLINT",
    "reviews.body TEXT",
];

const IN_KOREAN: [(&str, &str); 18] = [
    ("직원 급여", "employees.salary"),
    ("직원 이름은 어디에 있나요", "employees.full_name"),
    ("부서 예산", "departments.budget"),
    ("부서명칭", "departments.dept_name"),
    ("환자 성별", "patients.gender"),
    ("환자 생년월일", "patients.birth_date"),
    ("환자의 전화번호", "patients.phone"),
    ("예약 상태", "appointments.status"),
    ("예약 시간", "appointments.start_time"),
    ("청구서 금액", "invoices.total_amount"),
    ("청구서 결제 여부", "invoices.paid"),
    ("상품 가격", "products.unit_price"),
    ("상품의 무게", "products.weight"),
    ("제품 카테고리", "products.category"),
    ("매장 주소", "stores.address"),
    ("창고 재고 수량", "warehouses.stock_qty"),
    ("창고가 있는 도시", "warehouses.city"),
    ("리뷰 평점", "reviews.rating"),
];

#[tokio::test]
async fn korean_queries_find_columns_with_english_names() {
    let folder = Folder::new();
    let embedder = embedder();
    // The sample brings its synonyms along; the collection itself is filled by hand.
    let sample = Sample {
        collection: "sample".into(),
        embedder: Arc::clone(&embedder),
    };
    let index = EmbeddedIndex::new(folder.path().to_owned(), Some(sample));
    let texts = ENGLISH.map(str::to_owned);
    let vectors = embedder.embed(&texts, deadline()).await.unwrap();
    let records = texts.into_iter().zip(vectors);
    let record = |(document, embedding): (String, _)| Record {
        id: document.clone(),
        document,
        metadata: None,
        embedding,
    };
    let (model, dimension) = (embedder.model(), embedder.dimension().unwrap());
    let made = index.create_if_missing("columns", model, dimension, deadline());
    made.await.unwrap();
    let kept = index.upsert("columns", model, records.map(record).collect(), deadline());
    kept.await.unwrap();
    let queries = IN_KOREAN.map(|(query, _)| query);
    let found = asked(&index, &*embedder, &queries).await;
    assert_eq!(wrong(&IN_KOREAN, &found), [""; 0]);
}
