import { useLocation } from "react-router";
import { buttonStyles } from "#web/ui/controls/button-styles.ts";
import { DeadEnd } from "#web/ui/states/dead-end.tsx";
import { profileMessages, storefrontMessages } from "./messages.ts";

/** The page of a slug without a dealership: unknown, inactive and moved look the same. */
export function StorefrontNotFound() {
  return (
    <DeadEnd
      kind="missing"
      {...storefrontMessages.missing}
      action={
        <a href="/" className={buttonStyles({ size: "lg" })}>
          Volver al inicio
        </a>
      }
    />
  );
}

/** The page if the data cannot be loaded. The retry link works without script. */
export function StorefrontUnavailable() {
  const { pathname, search } = useLocation();
  return (
    <DeadEnd
      kind="unanswered"
      {...storefrontMessages.unanswered}
      action={
        <a href={`${pathname}${search}`} className={buttonStyles({ size: "lg" })}>
          Reintentar
        </a>
      }
    />
  );
}

/** The page of an unknown slug. */
export function ProfileNotFound({ kind }: { kind: "salesperson" | "card" }) {
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
