import { connect, createServer, type Server, type Socket } from "node:net";
import { OPEN } from "./servers";

/** Passes connections on to the server until it is told to be gone. */
export class Line {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  port = 0;

  async up(): Promise<void> {
    const { hostname, port } = new URL(OPEN);
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      for (const socket of [client, upstream]) {
        this.sockets.add(socket);
        socket.on("error", () => socket.destroy());
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => {
      server.listen(this.port, "127.0.0.1", resolve);
    });
    this.port = (server.address() as { port: number }).port;
    this.server = server;
  }

  down(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}
