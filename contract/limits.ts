/**
 * Limits shared by browser, server and SQL. supabase/tests/limits.test.ts checks the copies in SQL.
 * Limits that only operators care about are in backend/src/limits.ts.
 */
export const limits = {
  /** Also in vehicles.sql and photo-imports.sql. */
  photosPerVehicle: 40,
  /** Minimum password length, in characters. */
  minPasswordLength: 6,
  /** Maximum password length, in bytes: bcrypt reads no more, and GoTrue rejects longer ones. */
  maxPasswordBytes: 72,
  /** Days after which a vehicle counts as too long on the lot. */
  longDaysOnLot: 60,
  /** Vehicles per page of the public inventory; a multiple of two and of three, for full rows. */
  vehiclesPerPage: 24,
} as const;
