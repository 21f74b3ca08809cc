/** Starts Vitrina with demo data, builds the pages in parallel, and prints how to sign in. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { runProgram, type Start, startVitrina } from "../server.ts";
import { loadDemo } from "../supabase/seed/load-demo.ts";
import { demoPassword, demoPeople } from "../supabase/seed/people.ts";

const pages = once(
  spawn(process.execPath, ["scripts/build-if-changed.ts"], { stdio: "inherit" }),
  "exit",
);

const startDemo = (start: Start) =>
  startVitrina(start, async (vitrina) => {
    const added = await loadDemo(vitrina);
    start.onStep?.(added > 0 ? `${added} demo vehicles loaded` : "demo data already there");
    const [code]: unknown[] = await pages;
    if (code !== 0) throw new Error("The demo has no pages to show.");
  });

await runProgram(startDemo, async ({ config: { siteUrl } }) => {
  const people = demoPeople.map(
    ({ role, email, phone }) => `${role.padEnd(14)} ${email.padEnd(29)} ${phone}`,
  );
  return frame([siteUrl, "", ...people, "", `password for all: ${demoPassword}`]);
});

function frame(lines: string[]): string[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const edge = "─".repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`];
}
