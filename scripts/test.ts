/**
 * Runs every check and test, those that find problems fastest first, and stops at the first failing
 * stage. Prints the number of tests and the names of the skipped ones from the runners' reports.
 * `npm test -- unit contract` only runs those stages, `npm test -- check` (`npm run check`) those
 * that need neither PostgreSQL nor a browser.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** The results of a stage; `skipped` lists file and describe title. */
type Outcome = { passed: number; failed: number; skipped: string[] };
type Stage = { name: string; command: string[]; report?: (file: string) => Outcome };

const reports = mkdtempSync(join(tmpdir(), "vitrina-reports-"));
const reportFile = (name: string) => join(reports, `${name}.json`);

/** Titles name in brackets what a test needs that not every machine has. */
const separator = " › ";

const check: Stage[] = [
  { name: "formatting", command: ["biome", "format", "."] },
  { name: "lint", command: ["biome", "lint", "--error-on-warnings", "."] },
  { name: "route types", command: ["react-router", "typegen"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "dead code", command: ["knip"] },
  vitest("architecture"),
  vitest("unit"),
];

const stages: Stage[] = [
  ...check,
  vitest("database"),
  vitest("backend"),
  vitest("contract"),
  vitest("faults"),
  vitest("full-disks"),
  { name: "build", command: ["node", "scripts/build-if-changed.ts"] },
  { name: "e2e", command: ["playwright", "test"], report: readPlaywright },
  vitest("browsers"),
];

const total: Outcome = { passed: 0, failed: 0, skipped: [] };
const failed = choose(process.argv.slice(2)).find((stage) => !run(stage));
rmSync(reports, { recursive: true, force: true });

for (const name of new Set(total.skipped)) {
  const times = total.skipped.filter((each) => each === name).length;
  process.stdout.write(`not run here: ${name}${times > 1 ? ` (${times} tests)` : ""}\n`);
}
if (failed) total.failed = Math.max(total.failed, 1);
process.stdout.write(failed ? `\n${failed.name} failed\n` : "\n");
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed, ${total.skipped.length} skipped\n`,
);
process.exit(failed || total.passed + total.skipped.length === 0 ? 1 : 0);

function choose(wanted: string[]): Stage[] {
  if (wanted.length === 0) return stages;
  const isWanted = (stage: Stage) =>
    wanted.includes(stage.name) || (wanted.includes("check") && check.includes(stage));
  return stages.filter(isWanted);
}

function vitest(name: string): Stage {
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportFile(name)}`,
  ];
  return { name, command: ["vitest", "run", "--project", name, ...reporters], report: readVitest };
}

function run({ name, command, report }: Stage): boolean {
  const started = performance.now();
  const [program = "", ...words] = command;
  const environment = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile(name) };
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(program, words, { stdio: "inherit", env: environment });
  if (report) add(report(reportFile(name)));
  process.stdout.write(`── ${name}: ${Math.round((performance.now() - started) / 1000)} s\n`);
  return status === 0;
}

function add({ passed, failed, skipped }: Outcome): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped.push(...skipped);
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[];
  }[];
};

function readVitest(file: string): Outcome {
  const report = readReport<VitestReport>(file);
  const skipped = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ ancestorTitles: [above], title }) =>
        [relative(".", name), above || title].join(separator),
      ),
  );
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, skipped };
}

type PlaywrightSuite = {
  specs: { file: string; title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number };
  suites: PlaywrightSuite[];
};

function readPlaywright(file: string): Outcome {
  const { stats, suites = [] } = readReport<PlaywrightReport>(file) ?? {};
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: suites.flatMap(findSkipped),
  };
}

function findSkipped({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === "skipped"))
    .map(({ file, title }) => [`tests/e2e/${file}`, title].join(separator));
  return [...own, ...suites.flatMap(findSkipped)];
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
