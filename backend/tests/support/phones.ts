let given = 0;

/**
 * Ten digits of a US phone number, unique in a run's database. With random numbers, two of a
 * thousand would collide in one of ten runs.
 */
export function unusedPhone(): string {
  const area = 202 + Number(process.env.TEST_WORKER_INDEX ?? 0);
  given += 1;
  return `${area}555${String(1000 + given)}`;
}

/** An unused number as a user types it: (202) 555-1001. */
export function unusedTypedPhone(): string {
  const digits = unusedPhone();
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
