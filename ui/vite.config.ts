import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./build/compress.ts";

/** The server that `npm run dev` passes requests on to. */
const SERVER = process.env.TOOLWRIGHT_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), compressAssets()],
  server: { proxy: { "/api": SERVER, "/mcp": SERVER } },
  build: {
    target: "es2022",
    // An inlined asset is a `data:` URL, which the content security policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
});
