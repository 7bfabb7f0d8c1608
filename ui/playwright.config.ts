import { defineConfig } from "@playwright/test";
import { OPEN } from "./tests/browser/servers";

/** What is measured has the machine to itself. */
const MEASURED = ["live_for_long.spec.ts", "speed.spec.ts"];

export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "tests/browser/seed.ts",
  fullyParallel: true,
  workers: 2,
  // Enough for a busy machine. What waits for something that never comes costs no more.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: "first", testMatch: "*.setup.ts" },
    { name: "console", dependencies: ["first"], testIgnore: MEASURED },
    { name: "measured", dependencies: ["console"], testMatch: MEASURED, workers: 1 },
  ],
  reporter: [["list"]],
  use: {
    baseURL: OPEN,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] },
    // A trace takes as long as the test: `--trace on` writes one.
    screenshot: "only-on-failure",
  },
});
