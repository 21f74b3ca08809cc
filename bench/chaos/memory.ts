import { watchTree } from "../support/tree-memory.ts";

/** What a server process and those that it started keep in memory at a moment of its life. */
export type MemorySample = { pid: number; megabytes: number };

/** One look at a process; none when it has just ended. */
export function sampleMemory(pid: number): MemorySample[] {
  const { megabytes } = watchTree(pid).stop();
  return megabytes > 0 ? [{ pid, megabytes }] : [];
}

/** The peak of all lives, and how much the longest one grew from its third to its last quarter. */
export function judgeMemory(samples: MemorySample[]): { peak: number; growth: number } {
  const lives = [...Map.groupBy(samples, ({ pid }) => pid).values()];
  const [longest = []] = lives.toSorted((a, b) => b.length - a.length);
  const quarter = Math.floor(longest.length / 4);
  return {
    peak: Math.max(0, ...samples.map(({ megabytes }) => megabytes)),
    growth: mean(longest.slice(-quarter)) / mean(longest.slice(2 * quarter, 3 * quarter)),
  };
}

function mean(samples: MemorySample[]): number {
  return samples.reduce((sum, { megabytes }) => sum + megabytes, 0) / Math.max(1, samples.length);
}
