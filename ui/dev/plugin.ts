import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Connect, Plugin } from "vite";
import { answerApi } from "./api.ts";
import { answerMcp } from "./mcp.ts";
import { control, worldOf } from "./world.ts";

const CSP = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
  "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * A stand-in for the server, for development (`npm run dev`) and the tests of the console
 * (`vite preview`, which serves the build under the policy of the real server).
 */
export function fakeServer(): Plugin {
  return {
    name: "toolwright-fake",
    configureServer: (server) => void server.middlewares.use(fake),
    configurePreviewServer(server) {
      server.middlewares.use(fake);
      server.middlewares.use(page(server.config.build.outDir));
    },
  };
}

function fake(request: IncomingMessage, response: ServerResponse, next: Connect.NextFunction) {
  const url = new URL(request.url ?? "/", "http://fake");
  const world = worldOf(request);
  if (url.pathname === "/__fake") return control(world, request, response);
  const answer = url.pathname.startsWith("/api/v1/") ? answerApi : url.pathname === "/mcp" ? answerMcp : null;
  if (answer === null) return next();
  if (world.trouble.away) return void request.socket.destroy();
  setTimeout(() => void answer(world, request, response, url), world.trouble.slow_ms);
}

/** Serves `index.html` with a nonce for every path that is not a file. */
function page(folder: string): Connect.NextHandleFunction {
  return (request, response, next) => {
    const path = new URL(request.url ?? "/", "http://fake").pathname;
    if (path.startsWith("/assets/")) return next();
    const nonce = randomBytes(16).toString("base64");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("cache-control", "no-cache");
    response.setHeader("content-security-policy", CSP(nonce));
    response.end(readFileSync(join(folder, "index.html"), "utf8").replaceAll("__CSP_NONCE__", nonce));
  };
}
