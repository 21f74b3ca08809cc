import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patience } from "./backend/tests/support/patience.ts";

/** The only timeouts: a test that waits for an event that never comes ends by them. */
const limits = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: patience } };

/**
 * Each test creates its own data, so the files of a worker can share modules. The compile cache
 * speeds up servers that tests start as processes.
 */
const together = {
  ...limits,
  isolate: false,
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/node", import.meta.url)) },
};

const withCluster = {
  ...together,
  globalSetup: ["tests/support/global-setup.ts"],
};

/** Tests of PostgreSQL itself, without the API. */
const overDatabase = ["supabase/tests/**/*.test.ts", "site/page-cache/page-cache*.test.ts"];

const fault = { ...together, globalSetup: ["tests/faults/global-setup.ts"] };

/** They may fill the only disk, if there is no other than /dev/shm. */
const fullDisks = ["tests/faults/disk-*.test.ts"];

export default defineConfig({
  test: {
    environment: "node",
    // Many tests wait for timeouts. More than eight workers would exhaust PostgreSQL's connections.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    projects: [
      {
        test: {
          ...together,
          name: "unit",
          include: [
            "{backend/src,contract,functions,mails,scripts,site,supabase/seed,web}/**/*.test.{ts,tsx}",
            "settings.test.ts",
          ],
          exclude: overDatabase,
        },
      },
      { test: { ...limits, name: "architecture", include: ["tests/architecture.test.ts"] } },
      { test: { name: "database", include: overDatabase, ...withCluster } },
      {
        test: {
          name: "backend",
          include: ["backend/tests/**/*.test.ts"],
          ...withCluster,
          globalSetup: ["backend/tests/support/global-setup.ts"],
        },
      },
      {
        test: {
          name: "browsers",
          include: ["tests/browsers/**/*.test.ts"],
          ...withCluster,
          globalSetup: ["tests/browsers/start-site.ts"],
        },
      },
      { test: { name: "contract", include: ["tests/contract/**/*.test.ts"], ...withCluster } },
      {
        test: {
          ...fault,
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: fullDisks,
          // They wait more than they work.
          maxWorkers: 5,
        },
      },
      {
        test: {
          ...fault,
          name: "full-disks",
          include: fullDisks,
          fileParallelism: false,
        },
      },
    ],
  },
});
