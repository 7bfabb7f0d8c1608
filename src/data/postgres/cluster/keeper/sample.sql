REVOKE ALL ON SCHEMA public FROM PUBLIC;

GRANT USAGE ON SCHEMA public TO toolwright_reader;

ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO toolwright_reader;

-- What a reader could do to the sessions of others, to its own, or with SQL in a text: not even where a gate lets it through.
DO $$
DECLARE
    function regprocedure;
BEGIN
    FOR function IN
        SELECT oid FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace
        AND (proname IN ('set_config', 'pg_notify', 'ts_stat', 'pg_terminate_backend', 'pg_cancel_backend')
            OR proname ~ '^(query|cursor|table|schema|database)_to_xml'
            OR proname ~ '^(lo_|loread|lowrite)'
            OR proname ~ '^pg_(try_)?advisory_'
            OR proname ~ '^pg_sleep')
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', function);
    END LOOP;
END $$;

CREATE TABLE users (
    user_id INTEGER PRIMARY KEY,
    username VARCHAR(50) NOT NULL UNIQUE,
    email VARCHAR(255) NOT NULL UNIQUE,
    full_name VARCHAR(100) NOT NULL,
    city VARCHAR(50) NOT NULL,
    is_active BOOLEAN NOT NULL
);

COMMENT ON TABLE users IS '사용자';

COMMENT ON COLUMN users.user_id IS '사용자 번호';

COMMENT ON COLUMN users.username IS '사용자 로그인 이름';

COMMENT ON COLUMN users.email IS '사용자 이메일 주소';

COMMENT ON COLUMN users.full_name IS '사용자 성명';

COMMENT ON COLUMN users.city IS '거주 도시';

COMMENT ON COLUMN users.is_active IS '활성 여부';

CREATE TABLE customers (
    customer_id INTEGER PRIMARY KEY,
    company_name VARCHAR(100) NOT NULL,
    contact_name VARCHAR(100) NOT NULL,
    contact_email VARCHAR(255) NOT NULL,
    country CHAR(2) NOT NULL,
    segment VARCHAR(20) NOT NULL
);

COMMENT ON TABLE customers IS '고객사';

COMMENT ON COLUMN customers.customer_id IS '고객 번호';

COMMENT ON COLUMN customers.company_name IS '회사 이름';

COMMENT ON COLUMN customers.contact_name IS '담당자 이름';

COMMENT ON COLUMN customers.contact_email IS '고객 연락처';

COMMENT ON COLUMN customers.country IS '국가 코드';

COMMENT ON COLUMN customers.segment IS '고객 등급';

CREATE TABLE accounts (
    account_id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users,
    user_email VARCHAR(255) NOT NULL,
    balance NUMERIC(12,2) NOT NULL,
    currency CHAR(3) NOT NULL,
    plan VARCHAR(20) NOT NULL
);

COMMENT ON TABLE accounts IS '계정';

COMMENT ON COLUMN accounts.account_id IS '계정 번호';

COMMENT ON COLUMN accounts.user_id IS '계정 소유자';

COMMENT ON COLUMN accounts.user_email IS '계정 이메일';

COMMENT ON COLUMN accounts.balance IS '계정 잔액';

COMMENT ON COLUMN accounts.currency IS '통화 코드';

COMMENT ON COLUMN accounts.plan IS '요금제';

CREATE TABLE orders (
    order_id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users,
    customer_id INTEGER NOT NULL REFERENCES customers,
    order_date TIMESTAMP NOT NULL,
    status VARCHAR(20) NOT NULL,
    item_count INTEGER NOT NULL,
    total_amount NUMERIC(12,2) NOT NULL,
    created_at TIMESTAMP NOT NULL
);

COMMENT ON TABLE orders IS '주문';

COMMENT ON COLUMN orders.order_id IS '주문 번호';

COMMENT ON COLUMN orders.user_id IS '주문한 사용자';

COMMENT ON COLUMN orders.customer_id IS '주문한 고객사';

COMMENT ON COLUMN orders.order_date IS '주문 생성 일시';

COMMENT ON COLUMN orders.status IS '주문 상태';

COMMENT ON COLUMN orders.item_count IS '상품 수량';

COMMENT ON COLUMN orders.total_amount IS '총 결제 금액';

COMMENT ON COLUMN orders.created_at IS '레코드 생성 시간';

CREATE TABLE shipments (
    shipment_id INTEGER PRIMARY KEY,
    order_id INTEGER NOT NULL UNIQUE REFERENCES orders,
    carrier VARCHAR(50) NOT NULL,
    tracking_number VARCHAR(30) NOT NULL,
    ship_date DATE NOT NULL,
    weight_kg NUMERIC(6,2) NOT NULL
);

COMMENT ON TABLE shipments IS '배송';

COMMENT ON COLUMN shipments.shipment_id IS '배송 번호';

COMMENT ON COLUMN shipments.order_id IS '배송한 주문';

COMMENT ON COLUMN shipments.carrier IS '택배사';

COMMENT ON COLUMN shipments.tracking_number IS '운송장 번호';

COMMENT ON COLUMN shipments.ship_date IS '발송 날짜';

COMMENT ON COLUMN shipments.weight_kg IS '무게(kg)';

INSERT INTO users
SELECT 100 + number, lower(split_part(name, ' ', 1)), lower(split_part(name, ' ', 1)) || '@example.com', name,
    (ARRAY['Seoul', 'Busan', 'Berlin', 'Lisbon', 'Toronto'])[1 + number % 5], number % 7 <> 0
FROM unnest(ARRAY[
    'Alice Kim', 'Bob Lee', 'Charlie Park', 'Diana Choi', 'Ethan Jung', 'Fiona Kang', 'George Cho', 'Hannah Yoon',
    'Ivan Petrov', 'Julia Weber', 'Kevin Lim', 'Laura Rossi', 'Marcus Braun', 'Nina Novak', 'Oliver Smith', 'Paula Costa',
    'Quinn Baker', 'Rosa Silva', 'Samuel Oh', 'Tara Singh', 'Umar Khan', 'Vera Horvat', 'Walter Shin', 'Xenia Lopez',
    'Yuna Seo', 'Zoe Martin', 'Adrian Ma', 'Bella Han', 'Carlos Diaz', 'Doris Wolf', 'Emil Hansen', 'Frida Berg',
    'Gavin Moon', 'Helen Song', 'Isaac Bae', 'Jisoo Nam'
]) WITH ORDINALITY AS listed (name, number);

INSERT INTO customers
SELECT 200 + number, name, full_name, 'contact@' || lower(split_part(name, ' ', 1)) || '.example', country,
    (ARRAY['enterprise', 'business', 'starter'])[1 + number % 3]
FROM (SELECT name, country, row_number() OVER () AS number FROM (VALUES
    ('Hanbit Foods', 'KR'), ('Seorin Books', 'KR'), ('Namsan Coffee', 'KR'), ('Haeundae Surf', 'KR'),
    ('Jeju Tangerine', 'KR'), ('Mirae Games', 'KR'), ('Dalbit Textiles', 'KR'), ('Onyang Springs', 'KR'),
    ('Gangnam Fitness', 'KR'), ('Blaufeld Optik', 'DE'), ('Nordlicht Verlag', 'DE'), ('Kranich Logistik', 'DE'),
    ('Sonnen Solar', 'DE'), ('Falken Radwerk', 'DE'), ('Kiefer Tools', 'DE'), ('Elbe Data', 'DE'), ('Azulejo Design', 'PT'),
    ('Tejo Shipping', 'PT'), ('Porto Cork', 'PT'), ('Douro Wines', 'PT'), ('Alfama Music', 'PT'), ('Lisboa Maps', 'PT'),
    ('Maple Outdoors', 'CA'), ('Northern Paper', 'CA'), ('Lakeside Dental', 'CA'), ('Summit Robotics', 'CA'),
    ('Harbour Fish', 'CA'), ('Yukon Gear', 'CA'), ('Aurora Glass', 'CA'), ('Cedar Homes', 'CA')
) AS listed (name, country)) AS numbered
JOIN users ON user_id = 137 - number
ORDER BY number;

INSERT INTO accounts
SELECT 300 + user_id - 100, user_id, email, ((user_id * 7919) % 500000) / 100.0,
    (ARRAY['KRW', 'EUR', 'USD'])[1 + user_id % 3], (ARRAY['free', 'basic', 'pro'])[1 + user_id % 3]
FROM users
ORDER BY user_id;

INSERT INTO orders
SELECT 1000 + number, 101 + (number * 5) % 36, 201 + (number * 7) % 30, moment,
    (ARRAY['paid', 'shipped', 'delivered', 'cancelled'])[1 + number % 4], 1 + number % 6,
    (1 + number % 6) * (1990 + (number * 373) % 9000) / 100.0, moment + interval '3 seconds'
FROM generate_series(1, 60) AS number,
    LATERAL (SELECT timestamp '2025-01-06 09:00' + number * interval '3 days 5 hours 17 minutes') AS at (moment);

INSERT INTO shipments
SELECT 5000 + row_number() OVER (ORDER BY order_id), order_id, (ARRAY['CJ Logistics', 'DHL', 'Hanjin'])[1 + order_id % 3],
    'TW' || lpad((order_id * 104729)::text, 12, '0'), (order_date + interval '1 day')::date, item_count * 0.75
FROM orders
WHERE status IN ('shipped', 'delivered')
ORDER BY order_id;

ANALYZE;
