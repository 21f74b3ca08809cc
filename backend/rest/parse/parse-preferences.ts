import { restError } from "../rest-error.ts";

/** What the `Prefer` header asks for (PostgREST, Preferences.hs). */
export type Preferences = {
  return: (typeof known.return)[number];
  resolution: (typeof known.resolution)[number] | null;
  missing: (typeof known.missing)[number];
  count: (typeof known.count)[number] | null;
  /** With `handling=strict`: the most rows that a call may change. */
  maxAffected: number | null;
  /** The preferences that were understood, for `Preference-Applied`. */
  applied: string[];
};

const known = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  return: ["minimal", "headers-only", "representation"],
  count: ["exact", "planned", "estimated"],
  handling: ["strict", "lenient"],
  tx: ["commit"],
} as const;

const maxAffected = /^max-affected=(\d{1,15})$/;

/**
 * Reads a `Prefer` header; the first of two that contradict counts. Throws PGRST122 for
 * `tx=rollback` and for unknown ones with `handling=strict`.
 */
export function parsePreferences(header = ""): Preferences {
  const words = header.split(",").map((word) => word.trim());
  const applied: string[] = [];
  const take = <const T extends string>(name: string, values: readonly T[]): T | null => {
    const word = words.find((each) => each.startsWith(`${name}=`));
    const found = values.find((value) => word === `${name}=${value}`) ?? null;
    if (found !== null) applied.push(`${name}=${found}`);
    return found;
  };
  const preferences = {
    resolution: take("resolution", known.resolution),
    missing: take("missing", known.missing) ?? "null",
    return: take("return", known.return) ?? "minimal",
    count: take("count", known.count),
    maxAffected: null,
    applied,
  };
  refuse(words.filter((word) => word === "tx=rollback"));
  if (take("handling", known.handling) !== "strict") return preferences;
  refuse(words.filter((word) => !isKnown(word)));
  const most = words.find((word) => maxAffected.test(word));
  if (most === undefined) return preferences;
  applied.push(most);
  return { ...preferences, maxAffected: Number(maxAffected.exec(most)?.[1]) };
}

function isKnown(word: string): boolean {
  const isListed = Object.entries(known).some(([name, values]) =>
    values.some((value) => word === `${name}=${value}`),
  );
  return word === "" || maxAffected.test(word) || isListed;
}

function refuse(words: string[]): void {
  if (words.length === 0) return;
  throw restError("PGRST122", {
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${words.join(", ")}`,
  });
}
