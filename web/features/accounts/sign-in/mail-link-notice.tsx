import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Notice } from "#web/ui/states/notice.tsx";
import { accountMessages } from "../messages.ts";
import { ResendVerification } from "../recovery/mail-request-forms.tsx";

/**
 * Outcome of a mail's link, from the fragment that the auth API sets (contract "GET verify").
 * `inactive`: the account is closed.
 */
type MailLinkOutcome = "confirmed" | "expired" | "inactive" | "failed";

const outcomes: Record<string, MailLinkOutcome> = {
  otp_expired: "expired",
  user_banned: "inactive",
};

/**
 * Reads the outcome from a fragment; null if there is none (the client handles sessions). Only the
 * kind is used, because anyone can put text into a URL.
 */
export function readMailLinkOutcome(hash: string): MailLinkOutcome | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  if (fragment.has("error")) return outcomes[fragment.get("error_code") ?? ""] ?? "failed";
  return fragment.has("message") && fragment.get("type") === "signup" ? "confirmed" : null;
}

/**
 * Shows the outcome of the verification link, removes it from the URL, and offers a new mail for an
 * expired link.
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
