import { hasAdmin } from "./accounts/sign-up.ts";
import type { AuthContext } from "./auth-context.ts";

/** What GET settings tells a client about how one may sign in here (GoTrue's Settings). */
export async function readSettings({ context }: { context: AuthContext }) {
  const isOpen = context.config.signup === "open" || !(await hasAdmin(context));
  return {
    external: { email: true, phone: true, anonymous_users: false },
    disable_signup: !isOpen,
    mailer_autoconfirm: false,
    phone_autoconfirm: true,
    sms_provider: "",
    saml_enabled: false,
  };
}
