import { defineConfig } from "@playwright/test";

const PORT = 4179;

export default defineConfig({
  testDir: "tests/browser",
  fullyParallel: true,
  workers: 1,
  // Generous, for busy machines.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] },
    trace: "retain-on-failure",
  },
  // The build is tested, under the policy that the real server will send.
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${PORT} --strictPort`,
    port: PORT,
    reuseExistingServer: true,
  },
});
