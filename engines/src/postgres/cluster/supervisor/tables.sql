CREATE TABLE users (
    user_id BIGINT PRIMARY KEY,
    username VARCHAR(50) NOT NULL UNIQUE,
    email VARCHAR(255) NOT NULL UNIQUE,
    joined_at TIMESTAMP NOT NULL
);

COMMENT ON TABLE users IS '회원';

COMMENT ON COLUMN users.user_id IS '회원 번호';

COMMENT ON COLUMN users.username IS '로그인 이름';

COMMENT ON COLUMN users.email IS '사용자 이메일 주소';

COMMENT ON COLUMN users.joined_at IS '가입 시각';

CREATE TABLE customers (
    customer_id BIGINT PRIMARY KEY,
    name VARCHAR(100) NOT NULL,
    contact_email VARCHAR(255) NOT NULL,
    phone VARCHAR(20) NOT NULL,
    city VARCHAR(80) NOT NULL
);

COMMENT ON TABLE customers IS '고객';

COMMENT ON COLUMN customers.customer_id IS '고객 번호';

COMMENT ON COLUMN customers.name IS '고객 이름';

COMMENT ON COLUMN customers.contact_email IS '고객 연락처';

COMMENT ON COLUMN customers.phone IS '고객 전화번호';

COMMENT ON COLUMN customers.city IS '거주 도시';

CREATE TABLE accounts (
    account_id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users,
    user_email VARCHAR(255) NOT NULL,
    balance NUMERIC(12,2) NOT NULL
);

COMMENT ON TABLE accounts IS '계정';

COMMENT ON COLUMN accounts.account_id IS '계정 번호';

COMMENT ON COLUMN accounts.user_id IS '계정 소유자';

COMMENT ON COLUMN accounts.user_email IS '계정 이메일';

COMMENT ON COLUMN accounts.balance IS '계정 잔액';

CREATE TABLE products (
    product_id BIGINT PRIMARY KEY,
    name VARCHAR(200) NOT NULL,
    price NUMERIC(12,2) NOT NULL,
    stock INTEGER NOT NULL
);

COMMENT ON TABLE products IS '상품';

COMMENT ON COLUMN products.product_id IS '상품 번호';

COMMENT ON COLUMN products.name IS '상품 이름';

COMMENT ON COLUMN products.price IS '판매 가격';

COMMENT ON COLUMN products.stock IS '재고 수량';

CREATE TABLE orders (
    order_id BIGINT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers,
    order_date TIMESTAMP NOT NULL,
    created_at TIMESTAMP NOT NULL,
    status VARCHAR(20) NOT NULL,
    total_amount NUMERIC(12,2) NOT NULL
);

COMMENT ON TABLE orders IS '주문';

COMMENT ON COLUMN orders.order_id IS '주문 번호';

COMMENT ON COLUMN orders.customer_id IS '주문 고객';

COMMENT ON COLUMN orders.order_date IS '주문 생성 일시';

COMMENT ON COLUMN orders.created_at IS '레코드 생성 시간';

COMMENT ON COLUMN orders.status IS '처리 상태';

COMMENT ON COLUMN orders.total_amount IS '결제 금액';

CREATE TABLE order_items (
    order_id BIGINT NOT NULL REFERENCES orders,
    product_id BIGINT NOT NULL REFERENCES products,
    quantity INTEGER NOT NULL,
    unit_price NUMERIC(12,2) NOT NULL,
    PRIMARY KEY (order_id, product_id)
);

COMMENT ON TABLE order_items IS '주문 상품';

COMMENT ON COLUMN order_items.order_id IS '주문 번호';

COMMENT ON COLUMN order_items.product_id IS '상품 번호';

COMMENT ON COLUMN order_items.quantity IS '주문 수량';

COMMENT ON COLUMN order_items.unit_price IS '상품 단가';

CREATE TABLE shipments (
    shipment_id BIGINT PRIMARY KEY,
    order_id BIGINT NOT NULL UNIQUE REFERENCES orders,
    ship_date DATE NOT NULL,
    carrier VARCHAR(50) NOT NULL,
    tracking_number VARCHAR(40) NOT NULL
);

COMMENT ON TABLE shipments IS '배송';

COMMENT ON COLUMN shipments.shipment_id IS '배송 번호';

COMMENT ON COLUMN shipments.order_id IS '배송 주문 번호';

COMMENT ON COLUMN shipments.ship_date IS '발송 날짜';

COMMENT ON COLUMN shipments.carrier IS '택배 회사';

COMMENT ON COLUMN shipments.tracking_number IS '운송장 번호';

CREATE TABLE h_user (
    uid BIGINT PRIMARY KEY,
    user_nm VARCHAR(50) NOT NULL UNIQUE
);

COMMENT ON TABLE h_user IS '도구를 쓰는 사람';

COMMENT ON COLUMN h_user.uid IS '도구를 쓰는 사람의 번호';

COMMENT ON COLUMN h_user.user_nm IS '도구를 쓰는 사람의 이름';

CREATE TABLE h_mcp_tool_limit (
    limit_id BIGINT PRIMARY KEY,
    target_type VARCHAR(10) NOT NULL,
    target_id BIGINT NOT NULL,
    max_count INTEGER NOT NULL,
    UNIQUE (target_type, target_id)
);

COMMENT ON TABLE h_mcp_tool_limit IS '도구 호출 제한';

COMMENT ON COLUMN h_mcp_tool_limit.limit_id IS '제한 번호';

COMMENT ON COLUMN h_mcp_tool_limit.target_type IS '제한 대상의 종류: USER 또는 ALL';

COMMENT ON COLUMN h_mcp_tool_limit.target_id IS '제한 대상의 번호';

COMMENT ON COLUMN h_mcp_tool_limit.max_count IS '하루 최대 호출 횟수';

INSERT INTO users
SELECT 100 + number, name, name || '@example.com', timestamp '2024-03-04 08:30' + number * interval '9 days 7 hours 11 minutes'
FROM unnest(ARRAY[
    'alice', 'bob', 'charlie', 'diana', 'ethan', 'fiona', 'george', 'hannah', 'ivan', 'julia', 'kevin', 'laura',
    'marcus', 'nina', 'oliver', 'paula', 'quinn', 'rosa', 'samuel', 'tara', 'umar', 'vera', 'walter', 'xenia',
    'yuna', 'zoe', 'adrian', 'bella', 'carlos', 'doris', 'emil', 'frida', 'gavin', 'helen', 'isaac', 'jisoo'
]) WITH ORDINALITY AS listed (name, number);

INSERT INTO customers
SELECT 200 + number, name, lower(replace(name, ' ', '.')) || '@mail.example',
    format('010-%s-%s', lpad((number * 137)::text, 4, '0'), lpad((number * 7919 % 10000)::text, 4, '0')),
    (ARRAY['Seoul', 'Busan', 'Incheon', 'Daegu', 'Jeju'])[1 + number % 5]
FROM unnest(ARRAY[
    'Minjun Kim', 'Seoyeon Lee', 'Jiho Park', 'Haeun Choi', 'Dohyun Jung', 'Sua Kang', 'Juwon Cho', 'Jiyu Yoon',
    'Siwoo Jang', 'Chaewon Lim', 'Yejun Han', 'Soyul Oh', 'Eunwoo Seo', 'Nayeon Shin', 'Taemin Kwon', 'Yuna Hwang',
    'Jaemin An', 'Daeun Song', 'Hyunwoo Ryu', 'Jimin Hong', 'Sungmin Ko', 'Arin Moon', 'Woojin Yang', 'Sohee Bae',
    'Geon Nam', 'Yerin Heo', 'Minseo Yoo', 'Joon Noh', 'Hana Jeon', 'Kyung Min'
]) WITH ORDINALITY AS listed (name, number);

INSERT INTO accounts
SELECT 200 + user_id, user_id, email, (user_id * 791 * 97 % 500000) / 100.0
FROM users
ORDER BY user_id;

INSERT INTO products
SELECT 400 + number, name, 4.90 + number * 37 % 113, 5 + number * 61 % 240
FROM unnest(ARRAY[
    'Green Tea', 'Barley Tea', 'Drip Coffee', 'Tangerine Juice', 'Rice Cake', 'Honey Biscuit', 'Seaweed Snack', 'Sesame Oil',
    'Notebook', 'Fountain Pen', 'Desk Lamp', 'Canvas Bag', 'Travel Mug', 'Wool Socks', 'Rain Jacket', 'Picnic Blanket',
    'Yoga Mat', 'Water Bottle', 'Bicycle Light', 'Phone Stand', 'USB Cable', 'Keyboard', 'Headphones', 'Board Game'
]) WITH ORDINALITY AS listed (name, number);

WITH lines AS (
    SELECT number, product_id, 1 + (number + line) % 3 AS quantity, price
    FROM generate_series(1, 60) AS number, generate_series(0, 2) AS line, products
    WHERE line <= number % 3 AND product_id = 401 + (number * 5 + line * 11) % 24
), placed AS (
    INSERT INTO orders
    SELECT 1000 + number, 201 + number * 7 % 30, moment, moment + interval '3 seconds',
        (ARRAY['paid', 'shipped', 'delivered', 'cancelled'])[1 + number % 4], sum(quantity * price)
    FROM lines,
        LATERAL (SELECT timestamp '2025-01-06 09:00' + number * interval '3 days 5 hours 17 minutes') AS at (moment)
    GROUP BY number, moment
    ORDER BY number
)
INSERT INTO order_items
SELECT 1000 + number, product_id, quantity, price
FROM lines
ORDER BY number, product_id;

INSERT INTO shipments
SELECT 5000 + row_number() OVER (ORDER BY order_id), order_id, (order_date + interval '1 day')::date,
    (ARRAY['CJ대한통운', '한진택배', '우체국택배'])[1 + order_id % 3], 'TW' || lpad((order_id * 104729)::text, 12, '0')
FROM orders
WHERE status IN ('shipped', 'delivered')
ORDER BY order_id;

INSERT INTO h_user
SELECT number, name
FROM unnest(ARRAY['hong', 'kim', 'lee', 'park']) WITH ORDINALITY AS listed (name, number);

INSERT INTO h_mcp_tool_limit
VALUES (1, 'USER', 1, 50), (2, 'USER', 2, 20), (3, 'USER', 3, 100), (4, 'ALL', 1, 1000);
