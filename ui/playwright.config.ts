import { defineConfig } from "@playwright/test";

const PORT = 4179;
/** The address of a real server. Without one, the tests talk to the stand-in. */
const REAL = process.env.TOOLWRIGHT_CONSOLE_URL;

export default defineConfig({
  testDir: "tests/browser",
  // The other tests ask the stand-in for trouble.
  testMatch: REAL ? "seed.spec.ts" : "*.spec.ts",
  fullyParallel: true,
  workers: 1,
  // Generous, for busy machines.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    baseURL: REAL ?? `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] },
    trace: "retain-on-failure",
  },
  // The build is tested, under the policy that the real server will send.
  webServer: REAL
    ? undefined
    : {
        command: `npx vite preview --host 127.0.0.1 --port ${PORT} --strictPort`,
        port: PORT,
        reuseExistingServer: false,
      },
});
