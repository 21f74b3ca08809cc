/**
 * How long a test polls for an expected event, in milliseconds. Far longer than it takes, so that a
 * slow machine does not fail the test.
 */
export const patience = { timeout: 60_000, interval: 25 };
