import { randomUUID } from "node:crypto";

/** The name of a backup for which nobody has given one. */
export function nameBackup(madeAt: Date): string {
  return `vitrina-${madeAt.toISOString().slice(0, 19).replaceAll(":", "-")}.tar.zst`;
}

/** The name that the backup `name` has until it is whole; nobody else's draft has it. */
export function nameDraft(name: string): string {
  return `${name}.${randomUUID()}.part`;
}

/** The name of the backup whose draft this is, or null for the name of anything else. */
export function draftOf(name: string): string | null {
  return /^(.+)\.[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.part$/.exec(name)?.[1] ?? null;
}

/**
 * Whether `nameBackup` makes such names, or whoever makes one backup a day as docs/operations.md
 * tells.
 */
export function isOwnName(name: string): boolean {
  return /^vitrina-\d{4}-\d\d-\d\d(T\d\d-\d\d-\d\d)?\.tar\.zst$/.test(name);
}
