import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Runs `use` with the address of a server that answers with the path of each request: a server does not call itself. */
export async function withOtherServer(use: (address: string) => Promise<void>): Promise<void> {
  const other = createServer((asked, answer) => {
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ path: asked.url }));
  });
  await once(other.listen(0, "127.0.0.1"), "listening");
  try {
    await use(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  } finally {
    other.closeAllConnections();
    other.close();
  }
}
