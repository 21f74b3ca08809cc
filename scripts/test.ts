/**
 * Every check and every test, in the order in which they find faults soonest. Stops at the first
 * stage that fails. Closes with the number of tests that ran, read from the runners' own reports.
 * `npm test -- unit contract` runs only those stages.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Counts = { passed: number; failed: number; skipped: number };
type Stage = { name: string; command: string[]; report?: (file: string) => Counts };

const reports = mkdtempSync(join(tmpdir(), "vitrina-reports-"));
const reportFile = (name: string) => join(reports, `${name}.json`);

const stages: Stage[] = [
  { name: "formatting", command: ["biome", "format", "."] },
  { name: "lint", command: ["biome", "lint", "--error-on-warnings", "."] },
  { name: "route types", command: ["react-router", "typegen"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "dead code", command: ["knip"] },
  vitest("architecture"),
  vitest("unit"),
  vitest("database"),
  vitest("backend"),
  vitest("contract"),
  vitest("faults", "faults-alone"),
  { name: "build", command: ["node", "scripts/build-if-changed.ts"] },
  { name: "e2e", command: ["playwright", "test"], report: readPlaywright },
  vitest("browsers"),
];

const wanted = process.argv.slice(2);
const chosen = wanted.length > 0 ? stages.filter(({ name }) => wanted.includes(name)) : stages;
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failed = chosen.find((stage) => !run(stage));
rmSync(reports, { recursive: true, force: true });

if (failed) total.failed = Math.max(total.failed, 1);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(failed ? `\n${failed.name} failed\n` : "\n");
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exit(failed || total.passed + total.skipped === 0 ? 1 : 0);

/** A stage of tests; `others` are projects of the same stage that must not run beside it. */
function vitest(name: string, ...others: string[]): Stage {
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportFile(name)}`,
  ];
  const projects = [name, ...others].flatMap((project) => ["--project", project]);
  return { name, command: ["vitest", "run", ...projects, ...reporters], report: readVitest };
}

function run({ name, command, report }: Stage): boolean {
  const started = performance.now();
  process.stdout.write(`\n── ${name}\n`);
  const [program = "", ...words] = command;
  const environment = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile(name) };
  const { status } = spawnSync(program, words, { stdio: "inherit", env: environment });
  if (report) add(report(reportFile(name)));
  process.stdout.write(`── ${name}: ${Math.round((performance.now() - started) / 1000)} s\n`);
  return status === 0;
}

function add(counts: Counts): void {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

function readVitest(file: string): Counts {
  const report = readReport(file);
  return {
    passed: Number(report?.numPassedTests ?? 0),
    failed: Number(report?.numFailedTests ?? 0),
    skipped: Number(report?.numPendingTests ?? 0),
  };
}

function readPlaywright(file: string): Counts {
  const stats = readReport(file)?.stats as Record<string, number> | undefined;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  };
}

function readReport(file: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
