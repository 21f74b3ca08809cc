import { watchTree } from "../support/tree-memory.ts";

/** The memory of a server process and its children at one moment. */
export type MemorySample = { pid: number; megabytes: number };

/** One sample of a process; none if it has just ended. */
export function sampleMemory(pid: number): MemorySample[] {
  const { megabytes } = watchTree(pid).stop();
  return megabytes > 0 ? [{ pid, megabytes }] : [];
}

/**
 * The peak over all processes, and the growth of the longest-lived one from its third to its last
 * quarter.
 */
export function summarizeMemory(samples: MemorySample[]): { peak: number; growth: number } {
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
