import { type Act, chooseAct } from "./acts.ts";
import type { Answer } from "./ask.ts";
import type { World } from "./world.ts";

/** How often each act got each status, and the wrong answers. */
export type AnswerCounts = { answered: number; statuses: Map<string, number>; wrong: string[] };

/** The limit of concurrent acts; beyond it, new ones are skipped, as impatient visitors leave. */
const mostAtOnce = 400;

/** Always correct; a broken connection only around a kill. */
const always = [429, 503];

/** The sustained rate, in answers per second, with this many sequential clients. */
export async function measureSustained(world: World, seconds: number): Promise<number> {
  const started = performance.now();
  const ends = started + seconds * 1000;
  let answered = 0;
  const work = async () => {
    while (performance.now() < ends) if (await chooseAct().run(world)) answered += 1;
  };
  await Promise.all(Array.from({ length: 24 }, work));
  return (answered / (performance.now() - started)) * 1000;
}

/**
 * Runs this many acts per second until the end, whether or not they are answered. `mayBreak`
 * returns whether a connection may have broken at a time.
 */
export async function driveAtRate(
  world: World,
  {
    rate,
    seconds,
    mayBreak,
  }: { rate: number; seconds: number; mayBreak(from: number, to: number): boolean },
): Promise<AnswerCounts> {
  const counts: AnswerCounts = { answered: 0, statuses: new Map(), wrong: [] };
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  const begin = (act: Act) => {
    const from = performance.now();
    const done = act.run(world).then((answer) => {
      underWay.delete(done);
      if (answer) note(counts, act, answer, mayBreak(from, performance.now()));
    });
    underWay.add(done);
  };
  let sent = 0;
  while (performance.now() - started < seconds * 1000) {
    const due = ((performance.now() - started) / 1000) * rate;
    for (; sent < due; sent += 1) if (underWay.size < mostAtOnce) begin(chooseAct());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(underWay);
  return counts;
}

function note(counts: AnswerCounts, act: Act, { status, text }: Answer, broke: boolean): void {
  counts.answered += 1;
  const key = `${act.name}: ${status}`;
  counts.statuses.set(key, (counts.statuses.get(key) ?? 0) + 1);
  const isRight =
    (status >= 200 && status < 300) ||
    always.includes(status) ||
    act.refusals?.includes(status) ||
    (status === 0 && broke);
  if (!isRight) counts.wrong.push(`${key} ${text.slice(0, 160)}`);
}
