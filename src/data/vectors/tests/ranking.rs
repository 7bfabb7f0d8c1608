//! What the embedded encoder and the embedded index find together in the sample.

use std::sync::Arc;

use super::{Folder, deadline};
use crate::data::{
    embedding::{EmbeddedEncoder, Embedder, Remembering},
    vectors::{EmbeddedIndex, Question, Sample, VectorStore as _},
};

/// The first three columns for each query.
async fn found(queries: &[&str]) -> Vec<Vec<String>> {
    let folder = Folder::new();
    let embedder: Arc<dyn Embedder> = Arc::new(Remembering::new(EmbeddedEncoder::new(), 32 << 20));
    let sample = Sample {
        collection: "columns".into(),
        embedder: Arc::clone(&embedder),
    };
    let index = EmbeddedIndex::new(folder.path().to_owned(), Some(sample));
    let texts: Vec<String> = queries.iter().map(|query| (*query).to_owned()).collect();
    let question = Question {
        model: embedder.model().to_owned(),
        embeddings: embedder.embed(&texts, deadline()).await.unwrap(),
        texts,
        word_share: embedder.word_share(),
        n_results: 3,
        where_metadata: None,
        where_document: None,
    };
    let found = index.query("columns", question, deadline()).await.unwrap();
    let documents = |hits: Vec<_>| {
        hits.into_iter()
            .map(|hit: crate::data::vectors::Hit| hit.document)
    };
    found
        .into_iter()
        .map(|hits| documents(hits).collect())
        .collect()
}

#[tokio::test]
async fn the_questions_of_the_specification_are_answered() {
    let found = found(&["사용자 이메일 칼럼", "주문 날짜 필드", "user email column"]).await;
    assert_eq!(found[0][0], "users.email VARCHAR(255) 사용자 이메일 주소");
    assert_eq!(found[1][0], "orders.order_date TIMESTAMP 주문 생성 일시");
    assert_eq!(found[2][0], "users.email VARCHAR(255) 사용자 이메일 주소");
    // All three columns with an address, also the one that does not say so in Korean.
    let mut addresses = found[0].clone();
    addresses.sort();
    assert_eq!(
        addresses,
        [
            "accounts.user_email VARCHAR(255) 계정 이메일",
            "customers.contact_email VARCHAR(255) 고객 연락처",
            "users.email VARCHAR(255) 사용자 이메일 주소",
        ]
    );
    assert!(
        found[1].contains(&"shipments.ship_date DATE 발송 날짜".into()),
        "{found:?}"
    );
}

/// Questions, and the column that comes first. Korean ones rest on shared words, and some English ones on the model alone.
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
async fn other_questions_find_their_column_too() {
    let queries = FIRST.map(|(query, _)| query);
    let found = found(&queries).await;
    let wrong: Vec<_> = FIRST
        .iter()
        .zip(&found)
        .filter(|((_, wanted), found)| found[0].split(' ').next() != Some(wanted))
        .map(|((query, wanted), found)| format!("{query}: {wanted} wanted, {found:?} found"))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}
