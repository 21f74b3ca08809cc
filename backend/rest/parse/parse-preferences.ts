import { restError } from "../rest-error.ts";

/** What the `Prefer` header asks for (PostgREST, Preferences.hs). */
export type Preferences = {
  return: "minimal" | "headers-only" | "representation";
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missing: "default" | "null";
  count: boolean;
  /** With `handling=strict`: the most rows that a call may change. */
  maxAffected: number | null;
  /** The preferences that were understood, for `Preference-Applied`. */
  applied: string[];
};

/**
 * Reads a `Prefer` header; the first of two that contradict counts. Throws PGRST122 for
 * `tx=rollback` and for unknown ones with `handling=strict`.
 */
export function parsePreferences(header: string | undefined): Preferences {
  const words = (header ?? "").split(",").map((word) => word.trim());
  const applied: string[] = [];
  const take = <const T extends string>(name: string, values: readonly T[]): T | null => {
    const found = values.find(
      (value) => words.find((word) => word.startsWith(`${name}=`)) === `${name}=${value}`,
    );
    if (found !== undefined) applied.push(`${name}=${found}`);
    return found ?? null;
  };
  const preferences = {
    resolution: take("resolution", ["merge-duplicates", "ignore-duplicates"]),
    missing: take("missing", ["default", "null"]) ?? "null",
    return: take("return", ["minimal", "headers-only", "representation"]) ?? "minimal",
    count: take("count", ["exact", "planned", "estimated"]) !== null,
    maxAffected: null,
    applied,
  } satisfies Preferences;
  refuse(words.filter((word) => word === "tx=rollback"));
  if (take("handling", ["strict", "lenient"]) !== "strict") return preferences;
  refuse(words.filter((word) => !isKnown(word)));
  return { ...preferences, maxAffected: readMaxAffected(words, applied) };
}

function readMaxAffected(words: string[], applied: string[]): number | null {
  const word = words.find((each) => /^max-affected=\d{1,15}$/.test(each));
  if (!word) return null;
  applied.push(word);
  return Number(word.slice("max-affected=".length));
}

function isKnown(word: string): boolean {
  return /^(|resolution=(merge|ignore)-duplicates|missing=(default|null)|return=(minimal|headers-only|representation)|count=(exact|planned|estimated)|handling=(strict|lenient)|tx=commit|max-affected=\d{1,15})$/.test(
    word,
  );
}

function refuse(words: string[]): void {
  if (words.length === 0) return;
  throw restError("PGRST122", {
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${words.join(", ")}`,
  });
}
