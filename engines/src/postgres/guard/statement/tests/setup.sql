-- The tables that `analytics.sql` reads. Run it with `search_path` set to an empty schema.

CREATE TABLE departments (
    id integer PRIMARY KEY,
    name text NOT NULL,
    parent_id integer REFERENCES departments
);
INSERT INTO departments VALUES
    (1, 'Company', NULL), (2, 'Sales', 1), (3, 'Engineering', 1), (4, 'Sales Korea', 2), (5, 'Platform', 3), (6, 'Data', 3);

CREATE TABLE employees (
    id integer PRIMARY KEY,
    name text NOT NULL,
    email varchar(255) UNIQUE,
    department_id integer REFERENCES departments,
    manager_id integer REFERENCES employees,
    salary numeric(12, 2) NOT NULL,
    hired_on date NOT NULL,
    skills text[] NOT NULL DEFAULT '{}'
);
INSERT INTO employees
SELECT n, 'Employee ' || n, 'employee' || n || '@example.com', 1 + n % 6, nullif(n / 3, 0), 3000 + (n * 137) % 4000,
       date '2015-01-01' + (n * 41) % 3000, CASE n % 3 WHEN 0 THEN ARRAY['sql'] WHEN 1 THEN ARRAY['sql', 'rust'] ELSE '{}'::text[] END
FROM generate_series(1, 60) AS n;

CREATE SEQUENCE s;

CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE point3 AS (x float8, y float8, z float8);

CREATE TABLE customers (
    id integer PRIMARY KEY,
    name text NOT NULL,
    country char(2) NOT NULL,
    created_at timestamptz NOT NULL,
    profile jsonb NOT NULL DEFAULT '{}',
    feeling mood,
    place point3,
    birthday date
);
INSERT INTO customers
SELECT n, 'Customer ' || n, (ARRAY['KR', 'US', 'DE', 'JP'])[1 + n % 4], timestamptz '2024-01-01 00:00+00' + n * interval '3 days',
       jsonb_build_object('tier', (ARRAY['gold', 'silver', 'bronze'])[1 + n % 3], 'tags', jsonb_build_array('t' || n % 5, 'vip'),
                          'address', jsonb_build_object('city', 'City ' || n % 7), 'score', n * 1.5),
       (ARRAY['sad', 'ok', 'happy']::mood[])[1 + n % 3], ROW(n, n * 2, n * 3)::point3, date '1980-01-01' + n * 100
FROM generate_series(1, 100) AS n;

CREATE TABLE products (
    id integer PRIMARY KEY,
    name text NOT NULL,
    category text NOT NULL,
    price numeric(10, 2) NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}',
    description text,
    valid daterange NOT NULL DEFAULT 'empty'
);
INSERT INTO products
SELECT n, 'Product ' || n, (ARRAY['book', 'toy', 'tool'])[1 + n % 3], 5 + n * 2.5,
       jsonb_build_object('color', (ARRAY['red', 'blue'])[1 + n % 2], 'weight', n), 'A quick brown fox jumps over product ' || n,
       daterange(date '2024-01-01' + n, date '2024-06-01' + n)
FROM generate_series(1, 30) AS n;

CREATE TABLE orders (
    id bigint PRIMARY KEY,
    customer_id integer NOT NULL REFERENCES customers,
    status text NOT NULL,
    placed_at timestamp NOT NULL,
    note text
);
INSERT INTO orders
SELECT n, 1 + n % 100, (ARRAY['paid', 'shipped', 'cancelled', 'delete from'])[1 + n % 4], timestamp '2024-01-01' + n * interval '13 hours',
       CASE WHEN n % 10 = 0 THEN 'please; drop table soon' END
FROM generate_series(1, 500) AS n;

CREATE TABLE order_lines (
    order_id bigint NOT NULL REFERENCES orders,
    line integer NOT NULL,
    product_id integer NOT NULL REFERENCES products,
    quantity integer NOT NULL,
    unit_price numeric(10, 2) NOT NULL,
    PRIMARY KEY (order_id, line)
);
INSERT INTO order_lines
SELECT o, l, 1 + (o * 7 + l) % 30, 1 + (o + l) % 5, 5 + ((o * 7 + l) % 30) * 2.5
FROM generate_series(1, 500) AS o, generate_series(1, 3) AS l;

CREATE TABLE events (
    id bigint PRIMARY KEY,
    user_id integer NOT NULL,
    kind text NOT NULL,
    at timestamptz NOT NULL,
    payload json NOT NULL DEFAULT '{}'
);
INSERT INTO events
SELECT n, 1 + n % 20, (ARRAY['view', 'cart', 'buy'])[1 + n % 3], timestamptz '2024-03-01 00:00+09' + (n * 17) * interval '1 minute',
       json_build_object('page', '/p/' || n % 9, 'ms', n % 1000)
FROM generate_series(1, 1000) AS n;

CREATE TABLE metrics (
    host inet NOT NULL,
    at timestamptz NOT NULL,
    value double precision,
    PRIMARY KEY (host, at)
) PARTITION BY RANGE (at);
CREATE TABLE metrics_2024 PARTITION OF metrics FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
INSERT INTO metrics
SELECT ('10.0.0.' || h)::inet, timestamptz '2024-05-01 00:00+00' + m * interval '1 minute', sin(m / 10.0) * h
FROM generate_series(1, 4) AS h, generate_series(0, 120) AS m;

CREATE TABLE documents (
    id integer PRIMARY KEY,
    title text NOT NULL,
    body text NOT NULL,
    words tsvector GENERATED ALWAYS AS (to_tsvector('english', title || ' ' || body)) STORED
);
INSERT INTO documents VALUES
    (1, 'Databases', 'A database stores rows in tables.'), (2, 'Search', 'Full text search ranks documents.'),
    (3, 'Select for update', 'INSERT INTO is only text here; so is DROP TABLE.');

CREATE TABLE "사용자" (
    "번호" integer PRIMARY KEY,
    "이름" text NOT NULL,
    "도시" text NOT NULL,
    "가입일" date NOT NULL
);
INSERT INTO "사용자" VALUES (1, '김철수', '서울', '2024-01-15'), (2, '이영희', '부산', '2024-02-20'), (3, '박민수', '서울', '2024-03-25');

CREATE TABLE "Mixed Case" ("Select" integer, "from" text, "delete" boolean, update integer);
INSERT INTO "Mixed Case" VALUES (1, 'a "quoted" one', true, 7);

CREATE VIEW monthly_revenue AS
SELECT date_trunc('month', o.placed_at)::date AS month, sum(l.quantity * l.unit_price) AS revenue
FROM orders AS o JOIN order_lines AS l ON l.order_id = o.id
WHERE o.status <> 'cancelled'
GROUP BY 1;

CREATE FUNCTION order_total(bigint) RETURNS numeric LANGUAGE sql STABLE
AS 'SELECT sum(quantity * unit_price) FROM order_lines WHERE order_id = $1';
