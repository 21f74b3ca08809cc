import { buttonStyles } from "#web/ui/controls/button.tsx";
import { DeadEnd } from "#web/ui/states/dead-end.tsx";
import { profileMessages } from "./profile-messages.ts";

/** The page of an address that nobody has. */
export function ProfileMissing({ kind }: { kind: "salesperson" | "card" }) {
  return (
    <DeadEnd
      kind="missing"
      {...profileMessages[kind]}
      action={
        <a href="/" className={buttonStyles({ size: "lg" })}>
          Volver al inicio
        </a>
      }
    />
  );
}
