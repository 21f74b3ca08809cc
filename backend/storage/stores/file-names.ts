/**
 * The backend name of an object's bytes; a version is a uuid of ours, so no caller's text ever
 * becomes a path.
 */
export function objectFile(version: string): string {
  return `objects/${version.slice(0, 2)}/${version}`;
}

/** The folder of all renditions of one version, so that they go when it goes. */
export function renditionFolder(version: string): string {
  return `renditions/${version.slice(0, 2)}/${version}`;
}

/** Whether a backend name is such a folder, and not a file. */
export function isRenditionFolder(name: string): boolean {
  return /^renditions\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(name);
}

/** The version that a backend name belongs to, or null for a name that is none of ours. */
export function versionOf(name: string): string | null {
  return /^(?:objects|renditions)\/[0-9a-f]{2}\/([0-9a-f-]{36})(?:\/|$)/.exec(name)?.[1] ?? null;
}
