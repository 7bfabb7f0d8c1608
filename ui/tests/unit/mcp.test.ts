import { describe, expect, it } from "vitest";
import { headerValue } from "../../src/mcp/header";
import { eventData } from "../../src/mcp/sse";
import { snippets } from "../../src/pages/connect/snippets";

function stream(...parts: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
}

describe("the wire", () => {
  it("is read event by event, wherever it is cut", async () => {
    const events: string[] = [];
    const body = stream(
      "event: message\r\nda",
      'ta: {"a":\r\n',
      "data: 1}\r\n\r\n: ping\n\ndata: two\n\n",
      "data: last",
    );
    for await (const data of eventData(body)) events.push(data);
    expect(events).toEqual(['{"a":\n1}', "two", "last"]);
  });

  it("writes names that a header cannot hold in base64", () => {
    expect(headerValue("get_user")).toBe("get_user");
    expect(headerValue("조회")).toBe("=?base64?7KGw7ZqM?=");
    expect(headerValue(" a")).toBe("=?base64?IGE=?=");
    expect(headerValue("=?base64?x")).toBe("=?base64?PT9iYXNlNjQ/eA==?=");
  });
});

describe("the snippets", () => {
  it("have the address, and a place for the key only where one is needed", () => {
    for (const { text } of snippets("http://host:8080/mcp", "toolwright", false)) {
      expect(text).toContain("http://host:8080/");
      expect(text).not.toContain("tw_");
    }
    for (const { text } of snippets("http://host:8080/mcp", "toolwright", true))
      expect(text).toContain("tw_YOUR_KEY");
  });
});
