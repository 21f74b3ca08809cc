import { teamMessages } from "../messages.ts";
import type { Part, PartOutcome } from "./save-salesperson.ts";

const names: Record<Part, string> = {
  profile: "nombre y contacto",
  email: "correo electrónico",
  password: "contraseña",
};

const titles: Record<Part, string> = {
  profile: teamMessages.profileFailed,
  email: teamMessages.emailFailed,
  password: teamMessages.passwordFailed,
};

/** What a dealer reads when not everything was saved: what was, and of the rest why not. */
export type IncompleteSave = {
  saved: string | null;
  failures: { part: Part; title: string; message: string }[];
};

/** The account of a save that was not complete; null when it was. */
export function describeOutcome(outcomes: PartOutcome[]): IncompleteSave | null {
  const failures = outcomes.flatMap((outcome) =>
    outcome.saved
      ? []
      : [{ part: outcome.part, title: titles[outcome.part], message: outcome.message }],
  );
  if (failures.length === 0) return null;
  const saved = outcomes.filter((outcome) => outcome.saved).map(({ part }) => names[part]);
  return { saved: saved.length > 0 ? saved.join(", ") : null, failures };
}
