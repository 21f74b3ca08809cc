import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Notice } from "#web/ui/states/notice.tsx";
import { accountMessages } from "../messages.ts";
import { ResendVerification } from "../recovery/resend-verification.tsx";
import { readMailLinkOutcome } from "./mail-link.ts";

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
      {description}
      {outcome === "expired" && <ResendVerification />}
    </Notice>
  );
}
