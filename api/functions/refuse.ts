import { type FunctionFailure, NOT_AUTHENTICATED } from "#contract/function-context.ts";

/** Why the loader itself refuses a call, before or instead of the function. */
const refusals = {
  noToken: [401, NOT_AUTHENTICATED],
  badToken: [401, "Tu sesión ha caducado. Por favor, inicia sesión de nuevo."],
  unknownFunction: [404, "Esta función no existe."],
  tooLarge: [413, "Los datos enviados son demasiado grandes."],
  unavailable: [
    503,
    "El servicio no está disponible en este momento. Por favor, inténtalo de nuevo más tarde.",
  ],
  fault: [500, "Ocurrió un error en el servidor."],
} as const satisfies Record<string, readonly [number, string]>;

/** The answer to a call that is refused. */
export function refuse(
  reason: keyof typeof refusals,
  headers: Record<string, string> = {},
): Response {
  const [status, error] = refusals[reason];
  return Response.json({ error } satisfies FunctionFailure, { status, headers });
}
