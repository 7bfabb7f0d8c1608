-- one row
SELECT 1

-- everything of a table
SELECT * FROM employees ORDER BY id LIMIT 10

-- a semicolon and comments around
/* a report */ SELECT count(*) FROM orders -- all of them
;

-- revenue by month
SELECT date_trunc('month', o.placed_at) AS month, sum(l.quantity * l.unit_price) AS revenue, count(DISTINCT o.customer_id) AS customers
FROM orders AS o
JOIN order_lines AS l ON l.order_id = o.id
WHERE o.status <> 'cancelled'
GROUP BY month
ORDER BY month

-- growth from month to month
SELECT month, revenue,
       revenue - lag(revenue) OVER (ORDER BY month) AS change,
       round(100.0 * (revenue / nullif(lag(revenue) OVER (ORDER BY month), 0) - 1), 2) AS percent
FROM monthly_revenue
ORDER BY month

-- a running total and a moving average
SELECT month, revenue,
       sum(revenue) OVER (ORDER BY month ROWS UNBOUNDED PRECEDING) AS running,
       avg(revenue) OVER (ORDER BY month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS moving
FROM monthly_revenue

-- ranks in a partition
SELECT department_id, name, salary,
       rank() OVER w AS place, dense_rank() OVER w AS dense, row_number() OVER w AS row, ntile(4) OVER w AS quarter,
       percent_rank() OVER w AS percent, cume_dist() OVER w AS cumulative
FROM employees
WINDOW w AS (PARTITION BY department_id ORDER BY salary DESC)
ORDER BY department_id, place

-- first, last and nth values of a frame
SELECT id, first_value(name) OVER w, last_value(name) OVER w, nth_value(name, 2) OVER w
FROM employees
WINDOW w AS (PARTITION BY department_id ORDER BY hired_on RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)

-- a frame in groups that leaves out the row
SELECT id, sum(salary) OVER (ORDER BY department_id GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM employees

-- a frame of an interval
SELECT hired_on, count(*) OVER (ORDER BY hired_on RANGE BETWEEN INTERVAL '90 days' PRECEDING AND CURRENT ROW) FROM employees

-- medians and modes
SELECT department_id,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY salary) AS median,
       PERCENTILE_DISC(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY salary) AS quartiles,
       MODE() WITHIN GROUP (ORDER BY hired_on) AS mode
FROM employees
GROUP BY department_id

-- hypothetical ranks
SELECT rank(4000) WITHIN GROUP (ORDER BY salary), dense_rank(4000) WITHIN GROUP (ORDER BY salary) FROM employees

-- aggregates with filters
SELECT count(*) FILTER (WHERE status = 'paid') AS paid, count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
       sum(id) FILTER (WHERE placed_at >= DATE '2024-06-01') AS later
FROM orders

-- grouping sets
SELECT category, attributes->>'color' AS color, sum(price), grouping(category, attributes->>'color') AS level
FROM products
GROUP BY GROUPING SETS ((category, attributes->>'color'), (category), ())
ORDER BY 1, 2

-- a rollup
SELECT extract(year FROM placed_at) AS year, extract(month FROM placed_at) AS month, count(*)
FROM orders
GROUP BY ROLLUP (extract(year FROM placed_at), extract(month FROM placed_at))

-- a cube without its total
SELECT country, feeling, count(*) FROM customers GROUP BY CUBE (country, feeling) HAVING grouping(country, feeling) < 3

-- a pivot by filters
SELECT customer_id, sum(1) FILTER (WHERE status = 'paid') AS paid, max(CASE WHEN status = 'shipped' THEN placed_at END) AS shipped
FROM orders
GROUP BY customer_id
ORDER BY paid DESC NULLS LAST
LIMIT 5 OFFSET 2

-- cohorts
WITH first_order AS (
    SELECT customer_id, date_trunc('month', min(placed_at)) AS cohort FROM orders GROUP BY customer_id
), activity AS (
    SELECT o.customer_id, f.cohort, (extract(year FROM age(o.placed_at, f.cohort)) * 12 + extract(month FROM age(o.placed_at, f.cohort)))::int AS month
    FROM orders AS o JOIN first_order AS f USING (customer_id)
)
SELECT cohort, month, count(DISTINCT customer_id) AS customers FROM activity GROUP BY cohort, month ORDER BY cohort, month

-- a funnel
SELECT count(DISTINCT user_id) FILTER (WHERE kind = 'view') AS viewed,
       count(DISTINCT user_id) FILTER (WHERE kind = 'cart') AS put,
       count(DISTINCT user_id) FILTER (WHERE kind = 'buy') AS bought
FROM events
WHERE at >= TIMESTAMPTZ '2024-03-01 00:00+09' AND at < TIMESTAMPTZ '2024-03-01 00:00+09' + INTERVAL '30 days'

-- sessions from gaps
SELECT user_id, session, min(at) AS started, max(at) - min(at) AS lasted, count(*) AS events
FROM (
    SELECT *, sum(CASE WHEN gap > INTERVAL '30 minutes' THEN 1 ELSE 0 END) OVER (PARTITION BY user_id ORDER BY at) AS session
    FROM (SELECT *, at - lag(at) OVER (PARTITION BY user_id ORDER BY at) AS gap FROM events) AS gaps
) AS sessions
GROUP BY user_id, session
ORDER BY events DESC
FETCH FIRST 10 ROWS ONLY

-- islands of days
SELECT min(day) AS first, max(day) AS last
FROM (SELECT DISTINCT placed_at::date AS day, placed_at::date - (dense_rank() OVER (ORDER BY placed_at::date))::int AS island FROM orders) AS days
GROUP BY island
ORDER BY first

-- the newest of each
SELECT DISTINCT ON (customer_id) customer_id, id, placed_at FROM orders ORDER BY customer_id, placed_at DESC

-- the best three of each, by a lateral join
SELECT d.name, best.name, best.salary
FROM departments AS d
CROSS JOIN LATERAL (SELECT e.name, e.salary FROM employees AS e WHERE e.department_id = d.id ORDER BY e.salary DESC LIMIT 3) AS best

-- a lateral left join on true
SELECT c.id, last.placed_at FROM customers AS c LEFT JOIN LATERAL (SELECT placed_at FROM orders AS o WHERE o.customer_id = c.id ORDER BY 1 DESC LIMIT 1) AS last ON true

-- a tree, downwards
WITH RECURSIVE tree AS (
    SELECT id, name, parent_id, 1 AS depth, ARRAY[id] AS path FROM departments WHERE parent_id IS NULL
    UNION ALL
    SELECT d.id, d.name, d.parent_id, t.depth + 1, t.path || d.id FROM departments AS d JOIN tree AS t ON d.parent_id = t.id
)
SELECT repeat('  ', depth - 1) || name AS name, path FROM tree ORDER BY path

-- a recursive query with search and cycle
WITH RECURSIVE chain(id, manager_id) AS (
    SELECT id, manager_id FROM employees WHERE manager_id IS NULL
    UNION ALL
    SELECT e.id, e.manager_id FROM employees AS e JOIN chain AS c ON e.manager_id = c.id
) SEARCH DEPTH FIRST BY id SET ordering CYCLE id SET is_cycle USING path
SELECT id, manager_id, is_cycle FROM chain ORDER BY ordering

-- breadth first
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 20) SEARCH BREADTH FIRST BY n SET place SELECT sum(n) FROM t

-- a series of days without gaps
SELECT day::date, count(o.id) AS orders
FROM generate_series(date '2024-01-01', date '2024-02-01', interval '1 day') AS day
LEFT JOIN orders AS o ON o.placed_at::date = day
GROUP BY day
ORDER BY day

-- materialised and not
WITH a AS MATERIALIZED (SELECT * FROM orders), b AS NOT MATERIALIZED (SELECT * FROM customers) SELECT count(*) FROM a JOIN b ON b.id = a.customer_id

-- set operations in brackets
(SELECT name FROM customers ORDER BY 1 LIMIT 3) UNION ALL (SELECT name FROM employees ORDER BY 1 LIMIT 3) EXCEPT SELECT 'Customer 1' ORDER BY 1

-- intersect binds first
SELECT 1 UNION SELECT 2 INTERSECT ALL SELECT 2

-- values
VALUES (1, 'one'), (2, 'two') ORDER BY 1 DESC

-- values with names
SELECT * FROM (VALUES (1, 'one'), (2, 'two')) AS numbers (number, word) WHERE number IN (VALUES (1))

-- a table
TABLE departments

-- a table with a tail
TABLE employees ORDER BY salary DESC LIMIT 3

-- the plan of a table
EXPLAIN TABLE departments

-- a plan in JSON
EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) SELECT * FROM orders WHERE id = 1

-- a setting
SHOW server_version

-- the time zone
SHOW TIME ZONE

-- fields of JSON
SELECT profile->>'tier' AS tier, profile->'address'->>'city' AS city, profile #>> '{tags,0}' AS tag, (profile->>'score')::numeric AS score FROM customers

-- JSON that contains, has keys, is removed and joined
SELECT id FROM customers WHERE profile @> '{"tier": "gold"}' AND profile ? 'tags' AND profile ?| ARRAY['a', 'tier'] AND profile - 'score' <> profile || '{"x": 1}'

-- paths in JSON
SELECT id, jsonb_path_query(profile, '$.tags[*] ? (@ like_regex "^t")'), profile @? '$.score ? (@ > 50)', profile @@ '$.score > 50' FROM customers

-- JSON to rows
SELECT c.id, tag FROM customers AS c, jsonb_array_elements_text(c.profile->'tags') WITH ORDINALITY AS t (tag, number) WHERE number = 1

-- JSON to columns
SELECT r.* FROM customers AS c, jsonb_to_record(c.profile) AS r(tier text, score numeric, tags jsonb)

-- keys of JSON
SELECT key, count(*) FROM customers, jsonb_each(profile) GROUP BY key

-- rows to JSON
SELECT json_agg(json_build_object('id', d.id, 'people', (SELECT coalesce(json_agg(row_to_json(e) ORDER BY e.id), '[]') FROM employees AS e WHERE e.department_id = d.id))) FROM departments AS d

-- JSON objects by aggregation
SELECT jsonb_object_agg(country, n) FROM (SELECT country, count(*) AS n FROM customers GROUP BY country) AS t

-- arrays, slices and bounds
SELECT skills[1], skills[1:2], skills[:1], array_length(skills, 1), cardinality(skills), array_to_string(skills, ', ') FROM employees

-- any, all and overlap of arrays
SELECT name FROM employees WHERE 'rust' = ANY (skills) OR skills && ARRAY['sql'] OR id = ANY (ARRAY[1, 2, 3]) OR id <> ALL ('{4,5}'::int[])

-- rows from several functions
SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a', 'b'])) WITH ORDINALITY AS t (number, letter, place)

-- unnest of two arrays
SELECT * FROM unnest(ARRAY[1, 2], ARRAY['x', 'y', 'z']) AS t (a, b)

-- array of a query
SELECT ARRAY(SELECT name FROM departments ORDER BY id) AS names, array_agg(DISTINCT category ORDER BY category) FROM products

-- rows compared
SELECT id FROM orders WHERE (customer_id, status) IN (SELECT customer_id, 'paid' FROM orders) AND ROW(id, 1) > ROW(10, 0)

-- fields of a composite
SELECT (place).x, (place).*, (c.place).y FROM customers AS c

-- a function of the user's own, with brackets and as an attribute
SELECT order_total(id), (id).order_total FROM orders WHERE id < 5

-- between, both ways
SELECT id FROM orders WHERE id BETWEEN SYMMETRIC 20 AND 10 OR id NOT BETWEEN 1 AND 400

-- likeness
SELECT name FROM customers WHERE name LIKE 'Customer 1%' ESCAPE '\' AND name NOT ILIKE '%x%' AND name SIMILAR TO '(Customer|Client) [0-9]+' AND name ~* '^customer' AND name !~ 'zzz'

-- dates and times
SELECT placed_at AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Seoul', EXTRACT(epoch FROM placed_at), date_part('dow', placed_at), to_char(placed_at, 'YYYY-MM-DD HH24:MI'), placed_at::date + 7, age(placed_at), placed_at + INTERVAL '1' DAY, make_interval(days => 3), date_bin('15 minutes', placed_at, TIMESTAMP '2024-01-01') FROM orders

-- periods that overlap
SELECT (DATE '2024-01-01', DATE '2024-02-01') OVERLAPS (DATE '2024-01-15', INTERVAL '10 days') AS both, valid && daterange('2024-03-01', '2024-04-01') FROM products

-- the time now
SELECT now(), current_date, current_timestamp(0), localtime, clock_timestamp() > statement_timestamp(), random() < 2, gen_random_uuid() IS NOT NULL

-- texts by keyword
SELECT substring(name FROM 1 FOR 3), trim(BOTH ' ' FROM name), trim(leading from name), position('o' IN name), overlay(name PLACING 'X' FROM 1 FOR 2), upper(name) COLLATE "C", name || '!', substring(name SIMILAR '%#"1#"%' ESCAPE '#') FROM customers

-- texts by function
SELECT split_part(email, '@', 2), regexp_replace(email, '\d+', '#', 'g'), regexp_matches(email, '(\d+)'), format('%I.%L', 'a', 'b'), concat_ws('-', 1, NULL, 2), md5(email), length(email), lpad(id::text, 5, '0') FROM employees

-- conditions
SELECT CASE WHEN salary > 6000 THEN 'high' WHEN salary > 4000 THEN 'middle' ELSE 'low' END AS band, COALESCE(manager_id, 0), NULLIF(department_id, 1), GREATEST(salary, 4000), LEAST(1, 2), count(*) FROM employees GROUP BY 1, 2, 3, 4, 5

-- existence
SELECT c.name FROM customers AS c WHERE NOT EXISTS (SELECT FROM orders AS o WHERE o.customer_id = c.id AND o.status = 'paid') AND c.feeling IS DISTINCT FROM 'sad'

-- joins of every kind
SELECT count(*) FROM customers AS c NATURAL LEFT JOIN (SELECT 1 AS one) AS n FULL JOIN orders AS o ON o.customer_id = c.id RIGHT JOIN order_lines AS l ON l.order_id = o.id INNER JOIN products AS p ON p.id = l.product_id CROSS JOIN departments

-- an alias of a join
SELECT j.customer, j.name FROM (customers AS c JOIN orders AS o ON c.id = o.customer_id) AS j (customer, name) LIMIT 1

-- the first with ties
SELECT name, salary FROM employees ORDER BY salary DESC FETCH FIRST 3 ROWS WITH TIES

-- a sample
SELECT avg(value) FROM metrics TABLESAMPLE SYSTEM (50) REPEATABLE (1)

-- words in texts are only text
SELECT 'delete from users; drop table x -- pg_read_file(''/etc/passwd'')' AS text, note FROM orders WHERE status = 'delete from' OR note LIKE '%drop table%'

-- texts in dollars, escapes and parts
SELECT $$it's "pg_sleep(1)"$$, $tag$ INSERT $$ INTO $tag$, E'tab\tand \'quote\'', U&'\0441\043B', B'1010', X'1FF', N'nation', 'one '
       'text'

-- comments in comments
SELECT /* outer /* DROP TABLE x; */ still a comment */ 1 -- pg_sleep(10); DELETE FROM y

-- Korean names and texts
SELECT "도시" AS 도시이름, count(*) AS 인원 FROM "사용자" WHERE "이름" LIKE '김%' OR "도시" = '서울' GROUP BY 도시이름 ORDER BY 인원 DESC

-- Korean names without quotes
SELECT 이름, 가입일 FROM 사용자 WHERE 도시 IN ('서울', '부산')

-- keywords as names
SELECT "Select", "from", "delete", update AS "into" FROM "Mixed Case" WHERE "delete" AND update > 1

-- ranks of documents
SELECT id, ts_rank(words, query) AS rank, ts_headline('english', body, query) FROM documents, to_tsquery('english', 'text & search | database') AS query WHERE words @@ query ORDER BY rank DESC

-- search by a phrase
SELECT title FROM documents WHERE words @@ websearch_to_tsquery('english', '"full text" -update') OR to_tsvector('simple', title) @@ plainto_tsquery('simple', 'select')

-- a query that is rewritten by queries
SELECT ts_rewrite('a & b'::tsquery, 'a'::tsquery, to_tsquery('c|d'))

-- numbers
SELECT 1.5e3, .5, 0.1::numeric(10, 2), 2 ^ 10, 7 % 3, |/ 16, @ -5, 5 & 3, 1 << 4, ~1, -(-1), +1, round(2.567, 1), width_bucket(5.35, 0.024, 10.06, 5), sqrt(2)::real

-- correlation and regression
SELECT corr(quantity, unit_price), regr_slope(quantity, unit_price), stddev_samp(quantity), var_pop(quantity), covar_pop(quantity, unit_price), bool_and(quantity > 0), every(line > 0), bit_or(quantity) FROM order_lines

-- minutes without values
SELECT m.host, date_trunc('hour', m.at) AS hour, avg(m.value) AS mean, min(m.value), max(m.value), count(*) FILTER (WHERE m.value < 0) AS below FROM metrics AS m GROUP BY m.host, hour ORDER BY 1, 2

-- addresses and ranges
SELECT host(host), host << inet '10.0.0.0/8', lower(valid), upper_inc(valid), valid @> date '2024-03-01' FROM metrics, products LIMIT 5

-- share of the total
SELECT category, sum(price) AS sum, round(100 * sum(price) / sum(sum(price)) OVER (), 1) AS share FROM products GROUP BY category

-- products bought together
SELECT a.product_id, b.product_id, count(*) AS times FROM order_lines AS a JOIN order_lines AS b ON a.order_id = b.order_id AND a.product_id < b.product_id GROUP BY 1, 2 HAVING count(*) > 5 ORDER BY times DESC, 1, 2 LIMIT 20

-- recency, frequency and value
WITH per_customer AS (
    SELECT o.customer_id, max(o.placed_at) AS last, count(*) AS frequency, sum(order_total(o.id)) AS value FROM orders AS o GROUP BY o.customer_id
)
SELECT customer_id, ntile(5) OVER (ORDER BY last) AS r, ntile(5) OVER (ORDER BY frequency) AS f, ntile(5) OVER (ORDER BY value) AS m FROM per_customer

-- columns of the schema
SELECT c.table_name, c.column_name, c.data_type, c.is_nullable, col_description(format('%I.%I', c.table_schema, c.table_name)::regclass, c.ordinal_position) FROM information_schema.columns AS c WHERE c.table_schema = current_schema() ORDER BY 1, c.ordinal_position

-- sizes of tables
SELECT relname, pg_size_pretty(pg_total_relation_size(oid)), reltuples FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY pg_total_relation_size(oid) DESC

-- what the server does
SELECT pid, state, wait_event_type, query FROM pg_catalog.pg_stat_activity WHERE datname = current_database() AND pid = pg_backend_pid()

-- functions that are looked up by name
SELECT p.oid::regprocedure, pg_get_functiondef(p.oid) FROM pg_proc AS p WHERE p.proname = 'order_total' AND has_function_privilege(p.oid, 'EXECUTE')

-- named and variadic arguments
SELECT make_date(year => 2024, month := 2, day => 29), concat(VARIADIC ARRAY['a', 'b']), json_build_object(VARIADIC ARRAY['k', 'v'])

-- operators by their schema and casts of every form
SELECT 1 OPERATOR(pg_catalog.+) 2, CAST('1' AS integer), '1'::int8, int4 '5', date '2024-01-01', interval '1 day' * 2, 'happy'::mood > 'ok', 'x'::varchar(3), NULL::text IS NULL, 1 IS NOT NULL, TRUE IS UNKNOWN

-- order by an expression, nulls and an operator
SELECT name FROM customers ORDER BY lower(name) COLLATE "C" DESC NULLS LAST, id USING >, feeling

-- subqueries in every place
SELECT (SELECT max(id) FROM orders), id IN (SELECT customer_id FROM orders), ARRAY[(SELECT 1), 2], (SELECT count(*) FROM (SELECT 1) AS x) FROM customers WHERE id = (SELECT min(id) FROM customers) LIMIT (SELECT 1)

-- a report of two hundred lines
WITH base AS (
    SELECT
        o.id,
        o.customer_id,
        o.status,
        o.placed_at,
        l.line,
        l.product_id,
        l.quantity,
        l.unit_price,
        p.category,
        c.country,
        c.profile->>'tier' AS tier
    FROM orders AS o
    JOIN order_lines AS l
        ON l.order_id = o.id
    JOIN products AS p
        ON p.id = l.product_id
    JOIN customers AS c
        ON c.id = o.customer_id
    WHERE o.status <> 'cancelled' -- the rest counts
)
, month_1 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_1,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_1,
        count(DISTINCT customer_id) AS customers_1,
        avg(quantity * unit_price) AS average_1
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-01-01'
        AND placed_at < TIMESTAMP '2024-01-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, month_2 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_2,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_2,
        count(DISTINCT customer_id) AS customers_2,
        avg(quantity * unit_price) AS average_2
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-02-01'
        AND placed_at < TIMESTAMP '2024-02-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, month_3 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_3,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_3,
        count(DISTINCT customer_id) AS customers_3,
        avg(quantity * unit_price) AS average_3
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-03-01'
        AND placed_at < TIMESTAMP '2024-03-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, month_4 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_4,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_4,
        count(DISTINCT customer_id) AS customers_4,
        avg(quantity * unit_price) AS average_4
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-04-01'
        AND placed_at < TIMESTAMP '2024-04-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, month_5 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_5,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_5,
        count(DISTINCT customer_id) AS customers_5,
        avg(quantity * unit_price) AS average_5
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-05-01'
        AND placed_at < TIMESTAMP '2024-05-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, month_6 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_6,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_6,
        count(DISTINCT customer_id) AS customers_6,
        avg(quantity * unit_price) AS average_6
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-06-01'
        AND placed_at < TIMESTAMP '2024-06-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, month_7 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_7,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_7,
        count(DISTINCT customer_id) AS customers_7,
        avg(quantity * unit_price) AS average_7
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-07-01'
        AND placed_at < TIMESTAMP '2024-07-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, month_8 AS (
    SELECT
        country,
        category,
        sum(quantity * unit_price) FILTER (WHERE tier = 'gold') AS gold_8,
        sum(quantity * unit_price) FILTER (WHERE tier = 'silver') AS silver_8,
        count(DISTINCT customer_id) AS customers_8,
        avg(quantity * unit_price) AS average_8
    FROM base
    WHERE placed_at >= TIMESTAMP '2024-08-01'
        AND placed_at < TIMESTAMP '2024-08-01' + INTERVAL '1 month'
    GROUP BY
        country,
        category
)
, keys AS (
    SELECT DISTINCT
        country,
        category
    FROM base
)
SELECT
    k.country,
    k.category
    , coalesce(m1.gold_1, 0) + coalesce(m1.silver_1, 0) AS revenue_1
    , CASE
        WHEN m1.customers_1 > 10 THEN 'many'
        WHEN m1.customers_1 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_1
    , coalesce(m2.gold_2, 0) + coalesce(m2.silver_2, 0) AS revenue_2
    , CASE
        WHEN m2.customers_2 > 10 THEN 'many'
        WHEN m2.customers_2 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_2
    , coalesce(m3.gold_3, 0) + coalesce(m3.silver_3, 0) AS revenue_3
    , CASE
        WHEN m3.customers_3 > 10 THEN 'many'
        WHEN m3.customers_3 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_3
    , coalesce(m4.gold_4, 0) + coalesce(m4.silver_4, 0) AS revenue_4
    , CASE
        WHEN m4.customers_4 > 10 THEN 'many'
        WHEN m4.customers_4 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_4
    , coalesce(m5.gold_5, 0) + coalesce(m5.silver_5, 0) AS revenue_5
    , CASE
        WHEN m5.customers_5 > 10 THEN 'many'
        WHEN m5.customers_5 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_5
    , coalesce(m6.gold_6, 0) + coalesce(m6.silver_6, 0) AS revenue_6
    , CASE
        WHEN m6.customers_6 > 10 THEN 'many'
        WHEN m6.customers_6 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_6
    , coalesce(m7.gold_7, 0) + coalesce(m7.silver_7, 0) AS revenue_7
    , CASE
        WHEN m7.customers_7 > 10 THEN 'many'
        WHEN m7.customers_7 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_7
    , coalesce(m8.gold_8, 0) + coalesce(m8.silver_8, 0) AS revenue_8
    , CASE
        WHEN m8.customers_8 > 10 THEN 'many'
        WHEN m8.customers_8 > 0 THEN 'few'
        ELSE 'none'
      END AS customers_8
FROM keys AS k
LEFT JOIN month_1 AS m1
    USING (country, category)
LEFT JOIN month_2 AS m2
    USING (country, category)
LEFT JOIN month_3 AS m3
    USING (country, category)
LEFT JOIN month_4 AS m4
    USING (country, category)
LEFT JOIN month_5 AS m5
    USING (country, category)
LEFT JOIN month_6 AS m6
    USING (country, category)
LEFT JOIN month_7 AS m7
    USING (country, category)
LEFT JOIN month_8 AS m8
    USING (country, category)
WHERE k.country IN (
        'KR',
        'US',
        'DE'
    )
ORDER BY
    k.country,
    k.category
