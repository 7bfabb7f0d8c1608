import { defineConfig } from "@playwright/test";
import { OPEN } from "./tests/browser/servers";

export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "tests/browser/seed.ts",
  fullyParallel: true,
  workers: 2,
  // Generous, for busy machines.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: "first", testMatch: "*.setup.ts" },
    { name: "console", dependencies: ["first"] },
  ],
  reporter: [["list"]],
  use: {
    baseURL: OPEN,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] },
    trace: "retain-on-failure",
  },
});
