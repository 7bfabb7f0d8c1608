import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./build/compress.ts";
import { fakeServer } from "./dev/plugin.ts";

export default defineConfig({
  plugins: [react(), compressAssets(), fakeServer()],
  build: {
    target: "es2022",
    // An inlined asset is a `data:` URL, which the content security policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
});
