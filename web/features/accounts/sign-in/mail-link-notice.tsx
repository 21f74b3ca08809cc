import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Notice } from "#web/ui/states/notice.tsx";
import { accountMessages } from "../messages.ts";
import { ResendVerification } from "../recovery/mail-request-forms.tsx";

/**
 * How a mail's link ended, as the auth api tells it in the address's fragment (contract "GET
 * verify"). `inactive`: the account is closed.
 */
type MailLinkOutcome = "confirmed" | "expired" | "inactive" | "failed";

const outcomes: Record<string, MailLinkOutcome> = {
  otp_expired: "expired",
  user_banned: "inactive",
};

/**
 * Reads the outcome out of a fragment; null if it tells none (a session in it is the client's
 * matter). Only the kind is taken: words in an address are anybody's.
 */
export function readMailLinkOutcome(hash: string): MailLinkOutcome | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  if (fragment.has("error")) return outcomes[fragment.get("error_code") ?? ""] ?? "failed";
  return fragment.has("message") && fragment.get("type") === "signup" ? "confirmed" : null;
}

/**
 * Tells how the verification link that led here ended, takes it out of the address, and sends
 * another one for a worthless one.
 */
export function MailLinkNotice() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [outcome] = useState(() => readMailLinkOutcome(hash));
  useEffect(() => {
    if (outcome) navigate({ hash: "" }, { replace: true });
  }, [outcome, navigate]);
  if (!outcome) return null;
  const { title, description } = accountMessages.mailLink[outcome];
  return (
    <Notice
      variant={outcome === "confirmed" ? "success" : "warning"}
      title={title}
      className="mb-6"
    >
      <span>{description}</span>
      {outcome === "expired" && <ResendVerification />}
    </Notice>
  );
}
