/** Starts Vitrina with the demo's data in it and says how to sign in. */
import { runProgram, startVitrina } from "../server.ts";
import { loadDemo } from "../supabase/seed/load-demo.ts";
import { demoPassword, demoPeople } from "../supabase/seed/people.ts";

await runProgram(startVitrina, async (vitrina, onStep) => {
  const added = await loadDemo(vitrina);
  onStep(added > 0 ? `${added} demo vehicles loaded` : "demo data already there");
  const people = demoPeople.map(
    ({ role, email, phone }) => `${role.padEnd(14)} ${email.padEnd(29)} ${phone}`,
  );
  return frame([vitrina.config.siteUrl, "", ...people, "", `password for all: ${demoPassword}`]);
});

function frame(lines: string[]): string[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const edge = "─".repeat(width + 2);
  return [`┌${edge}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${edge}┘`];
}
