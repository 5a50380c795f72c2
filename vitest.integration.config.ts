import { defineConfig } from 'vitest/config';

// How to run these tests: docs/integration-tests.md.
export default defineConfig({
  test: {
    include: ['test/integration/**/*.test.ts'],
    globalSetup: ['test/integration/support/set-up.ts'],
    // One agent after another: each is several processes.
    fileParallelism: false,
    reporters: ['verbose'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
