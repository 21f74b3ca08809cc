import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const withCluster = {
  globalSetup: ["tests/support/global-setup.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    environment: "node",
    // Vitest would leave one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          include: ["{api,contract,functions,scripts,supabase/seed,web}/**/*.test.{ts,tsx}"],
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
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
