import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

/** Compares the pages with the pictures of `docs/console.md`, or writes these. */
export default defineConfig({
  ...config,
  testDir: "tests/pictures",
  snapshotPathTemplate: "../docs/console/{arg}{ext}",
  updateSnapshots: "none",
});
