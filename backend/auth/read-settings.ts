import type { AuthContext } from "./auth-context.ts";

/** What GET settings tells a client about how one may sign in here (GoTrue's Settings). */
export async function readSettings({ context: { config, hooks, sql } }: { context: AuthContext }) {
  const isOpen = config.signup === "open" || (await hooks.isFirstUser(sql));
  return {
    external: { email: true, phone: true, anonymous_users: false },
    disable_signup: !isOpen,
    mailer_autoconfirm: false,
    phone_autoconfirm: true,
    sms_provider: "",
    saml_enabled: false,
  };
}
