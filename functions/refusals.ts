import { NOT_AUTHENTICATED } from "#contract/function-context.ts";
import { NOT_AVAILABLE, NOT_SIGNED_IN } from "./server-function.ts";

/** What a call is told that reaches no function. */
export const refusals = {
  noToken: NOT_AUTHENTICATED,
  badToken: NOT_SIGNED_IN,
  unknownFunction: "Esta función no existe.",
  tooLarge: "Los datos enviados son demasiado grandes.",
  unavailable: NOT_AVAILABLE,
  fault: "Ocurrió un error en el servidor.",
};
