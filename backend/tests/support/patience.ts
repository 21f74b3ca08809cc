/**
 * How long a test waits for what must come, and how often it looks. Far above what it takes, since
 * a busy machine must not fail a test.
 */
export const patience = { timeout: 60_000, interval: 25 };
