import { defineConfig } from "vitest/config";

export default defineConfig({
  // The tests are pure logic: one worker for all of them starts faster than it would be spread.
  test: { include: ["tests/unit/**/*.test.ts"], pool: "threads", isolate: false, maxWorkers: 1 },
});
