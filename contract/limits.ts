/**
 * Limits that browser, server and SQL share. supabase/tests/limits.test.ts compares the copies in
 * SQL. What an operator may ask about stands in backend/src/limits.ts.
 */
export const limits = {
  photosPerVehicle: 40,
  /** Characters of the shortest password. */
  shortestPassword: 6,
  /** Bytes of the longest password: bcrypt reads no more, and GoTrue refuses longer ones. */
  longestPasswordBytes: 72,
  /** Days after which a vehicle has been on the lot for too long. */
  longDaysOnLot: 60,
  /** Vehicles on a page of the public inventory: rows of two and of three come out even. */
  vehiclesPerPage: 24,
} as const;
