let given = 0;

/**
 * Ten digits of a US number, unique in the database of a run. Among a thousand random numbers, two
 * would be equal once in ten runs.
 */
export function unusedPhone(): string {
  const area = 202 + Number(process.env.TEST_WORKER_INDEX ?? 0);
  given += 1;
  return `${area}555${String(1000 + given)}`;
}

/** An unused number as a person types it: (202) 555-1001. */
export function unusedTypedPhone(): string {
  const digits = unusedPhone();
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
