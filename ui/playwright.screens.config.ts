import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

/** Writes pictures of all pages into the folder `TOOLWRIGHT_CONSOLE_SCREENS`. */
export default defineConfig({ ...config, testDir: "tests/screens", projects: [{ name: "screens" }] });
