"""Drives the data tools of the `toolwright` server with the official Python SDK (`mcp`): the examples of the specification, word for word.

The engines are those that the variables of the environment name; without any they are the embedded ones.
"""

import argparse
import json
import math
import os
import sys
import urllib.request
from typing import Any

import mcp
from expect import Checks
from toolwright_server import Server, main, text

ENGINES = ("TEXT_EMBEDDING_", "CHROMADB_", "POSTGRESQL_DB_", "TOOLWRIGHT_EMBEDDED_")
USERS = "SELECT user_id, username, email FROM users ORDER BY user_id LIMIT 3"

ADDRESSES = [
    "users.email VARCHAR(255) 사용자 이메일 주소",
    "customers.contact_email VARCHAR(255) 고객 연락처",
    "accounts.user_email VARCHAR(255) 계정 이메일",
]
DATES = [
    "orders.order_date TIMESTAMP 주문 생성 일시",
    "orders.created_at TIMESTAMP 레코드 생성 시간",
    "shipments.ship_date DATE 발송 날짜",
]


def engines() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(ENGINES)}


async def embeddings(client: mcp.Client, checks: Checks) -> None:
    result = await client.call_tool("get_text_embedding", {"text_list": ["사용자 이메일", "user email", "사용자 이메일"]})
    checks.true("texts have embeddings", not result.is_error, "vectors", text(result)[:200])
    vectors = result.structured_content["result"]
    sizes = {len(vector) for vector in vectors}
    checks.true("one each, of one size", len(vectors) == 3 and len(sizes) == 1 and sizes.pop() > 1, "3 of one size", sizes)
    checks.true("of numbers", all(isinstance(x, float) and math.isfinite(x) for v in vectors for x in v), "floats", vectors[0][:3])
    checks.true("the same text has the same", vectors[0] == vectors[2] and vectors[0] != vectors[1], "equal", vectors[0][:3])
    empty = await client.call_tool("get_text_embedding", {"text_list": []})
    checks.equal("no text has none", empty.structured_content, {"result": []})


def post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def specified_search(queries: list[str], n_results: int) -> list[list[str]]:
    """As the code in the specification: embeddings from the server, then a query of the collection."""
    settings = os.environ
    asked = {"input": queries, "model": settings["TEXT_EMBEDDING_MODEL_NAME"]}
    embeddings = [data["embedding"] for data in post(settings["TEXT_EMBEDDING_MODEL_URL"], asked)["data"]]
    root = f"http://{settings['CHROMADB_HOST']}:{settings['CHROMADB_PORT']}/api/v2/tenants/default_tenant/databases/default_database"
    with urllib.request.urlopen(f"{root}/collections/{settings['CHROMADB_COLLECTION_NAME']}") as response:
        collection = json.load(response)["id"]
    asked = {"query_embeddings": embeddings, "n_results": n_results, "include": ["documents"]}
    return post(f"{root}/collections/{collection}/query", asked)["documents"]


async def similarity(client: mcp.Client, checks: Checks) -> None:
    queries = ["사용자 이메일 칼럼", "주문 날짜 필드"]
    result = await client.call_tool("get_sim_search", {"query_list": queries, "n_results": 3})
    checks.true("documents are found", not result.is_error, "documents", text(result))
    found = result.structured_content["result"]
    checks.equal("three for each query", [len(documents) for documents in found], [3, 3])
    checks.equal("the nearest is the specification's", found[0][0], ADDRESSES[0])
    if "CHROMADB_HOST" in os.environ:
        checks.equal("all are what the specification's code finds", found, specified_search(queries, 3))
    else:
        # In place 2 is the one that shares two words with the question, and not the one that shares none.
        checks.equal("the first list has the specification's documents", sorted(found[0]), sorted(ADDRESSES))
        checks.equal("the second list is the specification's", found[1], DATES)
    default = await client.call_tool("get_sim_search", {"query_list": queries[:1]})
    checks.equal("three are the default", default.structured_content, {"result": found[:1]})
    more = await client.call_tool("get_sim_search", {"query_list": queries[:1], "n_results": 1, "include_distances": True})
    hit = more.structured_content["result"][0][0]
    checks.equal("with distances a hit is an object", (hit["document"], sorted(hit)), (found[0][0], ["distance", "document", "id", "metadata"]))


async def database(client: mcp.Client, checks: Checks) -> None:
    expected = {
        "status": "success",
        "message": "SQL executed.",
        "data": {
            "type": "csv_table",
            "content": {
                "sql": USERS,
                "records": [
                    {"user_id": 101, "username": "alice", "email": "alice@example.com"},
                    {"user_id": 102, "username": "bob", "email": "bob@example.com"},
                    {"user_id": 103, "username": "charlie", "email": "charlie@example.com"},
                ],
            },
        },
    }
    result = await client.call_tool("query_bga_database", {"generated_sql": USERS})
    checks.equal("a query answers as the specification says", result.structured_content, expected)
    checks.equal("its text says the same", json.loads(text(result)), expected)
    spaced = await client.call_tool("query_bga_database", {"generated_sql": USERS.replace(" ", "\u00a0")})
    checks.equal("no-break spaces are spaces", spaced.structured_content, expected)
    korean = await client.call_tool("query_bga_database", {"generated_sql": "SELECT '한국어' AS 언어"})
    checks.equal("Korean comes through", korean.structured_content["data"]["content"]["records"], [{"언어": "한국어"}])
    wrong = await client.call_tool("query_bga_database", {"generated_sql": "SELEC user_id FROM users"})
    expected = {"status": "error", "message": 'Error while querying DB: syntax error at or near "SELEC"'}
    checks.equal("an error answers as the specification says", (wrong.structured_content, wrong.is_error), (expected, True))
    for sql in ["DELETE FROM users", "WITH gone AS (DELETE FROM users RETURNING *) SELECT * FROM gone", "SELECT pg_sleep(60)"]:
        refused = (await client.call_tool("query_bga_database", {"generated_sql": sql})).structured_content
        holds = refused["status"] == "error" and refused["message"].startswith("Error while querying DB: ")
        checks.true(f"`{sql}` is refused", holds, "an error", refused)
    again = await client.call_tool("query_bga_database", {"generated_sql": "SELECT count(*) > 2 AS whole FROM users"})
    checks.equal("and changed nothing", again.structured_content["data"]["content"]["records"], [{"whole": True}])


async def tables(client: mcp.Client, checks: Checks) -> None:
    listed = await client.read_resource("db://tables")
    names = [table["name"] for table in json.loads(listed.contents[0].text)["tables"]]
    checks.true("the tables can be read", {"users", "orders"} <= set(names), "users and orders", names)
    schema = next(table["schema"] for table in json.loads(listed.contents[0].text)["tables"] if table["name"] == "users")
    table = json.loads((await client.read_resource(f"db://tables/{schema}.users")).contents[0].text)
    columns = {column["name"]: column for column in table["columns"]}
    checks.equal("and a table", columns["email"]["comment"], "사용자 이메일 주소")


async def cells(client: mcp.Client, checks: Checks) -> None:
    result = await client.call_tool("serialize_for_cell", {"data": "SELECT\u00a0user_id,\u00a0email\u00a0FROM users"})
    checks.equal("no-break spaces are replaced", result.structured_content, {"result": "SELECT user_id, email FROM users"})
    result = await client.call_tool("serialize_for_cell", {"data": "a\u2009b\u200bc", "all_spaces": True})
    checks.equal("and all others where that is wanted", result.structured_content, {"result": "a bc"})


async def run(arguments: argparse.Namespace, checks: Checks) -> None:
    server = Server(arguments.binary, arguments.transport, arguments.era)
    async with server.client(**engines()) as client:
        for scenario in [embeddings, similarity, database, tables, cells]:
            try:
                await scenario(client, checks)
            except Exception as error:
                checks.crashed(scenario.__name__, error)


if __name__ == "__main__":
    sys.exit(main(__doc__, run))
