/** ENOSPC and EDQUOT are not bugs: writing resumes as soon as someone makes room. */
export function isOutOfSpace(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    "code" in thrown &&
    (thrown.code === "ENOSPC" || thrown.code === "EDQUOT")
  );
}
