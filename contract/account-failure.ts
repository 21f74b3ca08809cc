import { z } from "zod";

/**
 * The body of a refused account write: a Spanish sentence, and the key of the request's body that
 * it is about, if any.
 */
export const AccountFailure = z.object({ error: z.string(), field: z.string().optional() });
export type AccountFailure = z.infer<typeof AccountFailure>;
