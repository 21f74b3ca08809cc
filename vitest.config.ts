import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const withCluster = {
  globalSetup: ["tests/support/global-setup.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

const fault = { testTimeout: 60_000, hookTimeout: 60_000 };

/**
 * Faults with a bound in seconds, and full disks, which can be everybody's where there is no other
 * than /dev/shm.
 */
const faultsAlone = [
  "tests/faults/fault-{01,06,07}-*.test.ts",
  "tests/faults/fault-15-refusals.test.ts",
];

export default defineConfig({
  test: {
    environment: "node",
    // Vitest would leave one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{backend,contract,functions,mails,scripts,site,supabase/seed,web}/**/*.test.{ts,tsx}",
            "settings.test.ts",
          ],
        },
      },
      { test: { name: "architecture", include: ["tests/architecture.test.ts"] } },
      { test: { name: "database", include: ["supabase/tests/**/*.test.ts"], ...withCluster } },
      {
        test: { name: "conformance", include: ["tests/conformance/**/*.test.ts"], ...withCluster },
      },
      { test: { name: "contract", include: ["tests/contract/**/*.test.ts"], ...withCluster } },
      {
        test: {
          ...fault,
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: faultsAlone,
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
