import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

/** Writes the pictures of `docs/console.md`. */
export default defineConfig({ ...config, testDir: "tests/pictures" });
