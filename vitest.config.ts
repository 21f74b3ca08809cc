import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Each test makes its own world, so that files of one worker may share the modules, and servers
 * that they start as processes need not compile theirs anew.
 */
const together = {
  isolate: false,
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/node", import.meta.url)) },
};

const withCluster = {
  ...together,
  globalSetup: ["tests/support/global-setup.ts"],
  testTimeout: 90_000,
  hookTimeout: 180_000,
};

/** What is asked of PostgreSQL itself, without the api. */
const overDatabase = ["supabase/tests/**/*.test.ts", "site/page-cache/page-cache*.test.ts"];

const fault = {
  ...together,
  globalSetup: ["tests/faults/global-setup.ts"],
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/**
 * Faults with a bound in seconds, and full disks, which can be everybody's where there is no other
 * than /dev/shm.
 */
const faultsAlone = ["tests/faults/{server-killed,database-killed,database-slow,disk-*}.test.ts"];

export default defineConfig({
  test: {
    environment: "node",
    // Many wait for others' time limits; more than eight would use up PostgreSQL's connections.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    projects: [
      {
        test: {
          name: "unit",
          // Far above what a test takes, since a busy machine must not fail one.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: [
            "{backend/src,contract,functions,mails,scripts,site,supabase/seed,web}/**/*.test.{ts,tsx}",
            "settings.test.ts",
          ],
          exclude: overDatabase,
        },
      },
      { test: { name: "architecture", include: ["tests/architecture.test.ts"] } },
      { test: { name: "database", include: overDatabase, ...withCluster } },
      {
        test: {
          name: "backend",
          include: ["backend/tests/**/*.test.ts"],
          ...withCluster,
          globalSetup: ["backend/tests/support/global-setup.ts"],
        },
      },
      { test: { name: "contract", include: ["tests/contract/**/*.test.ts"], ...withCluster } },
      {
        test: {
          ...fault,
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: faultsAlone,
          // They wait more than they work.
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...fault,
          name: "faults-alone",
          include: faultsAlone,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
