import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Notice } from "#web/ui/states/notice.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";

/**
 * Seguridad: always about the person who signed in, never about an account that an admin acts for.
 */
export function SecurityTab() {
  const { impersonatedUser } = useAuth();
  if (impersonatedUser) {
    return (
      <Notice title={`Estás administrando como: ${displayName(impersonatedUser)}`}>
        La contraseña de esta cuenta se cambia en Gestionar Cuentas. Para cambiar la tuya, vuelve
        antes a tu cuenta.
      </Notice>
    );
  }
  return (
    <div className="grid gap-8 lg:gap-6">
      <PasswordForm />
      <SecondFactorSection />
      <OpenSessions />
    </div>
  );
}
