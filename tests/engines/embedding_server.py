"""An OpenAI-compatible embedding server with a real model, small enough for tests.

    embedding_server.py PORT

The model is WordLlama: 256 dimensions, its weights are inside the package. It speaks the format of
https://platform.openai.com/docs/api-reference/embeddings/create on loopback, and says `ready` when it listens.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import wordllama

MODEL = "wordllama"
MOST_BYTES = 8 << 20


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def read_texts(body):
    try:
        question = json.loads(body)
        texts = question["input"]
        model = question["model"]
    except (ValueError, KeyError, TypeError):
        raise Refusal(400, "`input` and `model` are wanted, in JSON")
    if model != MODEL:
        raise Refusal(404, f"The model `{model}` does not exist")
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise Refusal(400, "'$.input' is invalid: texts that are not empty are wanted")
    return texts


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body in one write: a second one would wait until the first is acknowledged.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self):
        try:
            length = int(self.headers.get("content-length", 0))
            if length > MOST_BYTES:
                self.close_connection = True
                raise Refusal(413, "the request is too large")
            body = self.rfile.read(length)
            if self.path != "/v1/embeddings":
                raise Refusal(404, f"Invalid URL (POST {self.path})")
            texts = read_texts(body)
            vectors = self.server.model.embed(texts, norm=True).tolist()
            data = [{"object": "embedding", "index": i, "embedding": vector} for i, vector in enumerate(vectors)]
            usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
            self.answer(200, {"object": "list", "data": data, "model": MODEL, "usage": usage})
        except Refusal as refusal:
            error = {"message": str(refusal), "type": "invalid_request_error", "param": None, "code": None}
            self.answer(refusal.status, {"error": error})

    def answer(self, status, body):
        body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    # The weights of the package, so that nothing is downloaded.
    server.model = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
    print("ready", flush=True)
    server.serve_forever()


main()
