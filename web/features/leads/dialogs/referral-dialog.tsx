import { usePublicConfig } from "#web/api/site-config.ts";
import { LeadDialog } from "./lead-dialog.tsx";
import type { LeadField } from "./lead-field.tsx";
import { referralMessages as messages } from "./messages.ts";
import { type LeadAnswer, sendLead } from "./send-lead.ts";
import type { Notice, Values } from "./use-lead-form.ts";

type ReferralDialogProps = { open: boolean; onClose: () => void; recipientId: string };

/** Refers a friend: names and phones of both, all required (docs/product/leads.md). */
export function ReferralDialog({ open, onClose, recipientId }: ReferralDialogProps) {
  const { anonKey } = usePublicConfig();
  const send = async ({ website, ...values }: Values, submissionId: string) => {
    const body = { ...values, recipientId, company: website, submissionId };
    return describeFailure(await sendLead("send-referral-notification", body, { anonKey }));
  };
  return (
    <LeadDialog
      open={open}
      onClose={onClose}
      title="Referir un Amigo"
      description="¿Conoces a alguien que busca vehículo? Déjanos sus datos y le contactaremos de tu parte."
      fields={fields}
      submitLabel="Enviar referido"
      sendable={recipientId !== ""}
      send={send}
      sent={messages.sent}
    />
  );
}

const phone = {
  type: "tel",
  maxLength: 40,
  invalid: "El teléfono no es válido.",
  pattern: "(?:[^0-9]*[0-9]){6,}[^0-9]*",
} as const;

const fields: LeadField[] = [
  {
    name: "referrerName",
    label: "Tu nombre",
    type: "text",
    maxLength: 120,
    autoComplete: "name",
    missing: "Escribe tu nombre.",
  },
  {
    ...phone,
    name: "referrerPhone",
    label: "Tu teléfono",
    autoComplete: "tel",
    missing: "Escribe tu teléfono.",
  },
  {
    name: "referredName",
    label: "Nombre de tu amigo",
    type: "text",
    maxLength: 120,
    autoComplete: "off",
    missing: "Escribe el nombre de tu amigo.",
  },
  {
    ...phone,
    name: "referredPhone",
    label: "Teléfono de tu amigo",
    autoComplete: "off",
    missing: "Escribe el teléfono de tu amigo.",
  },
];

/** Our own sentence, followed by the server's reason (such as too many attempts). */
function describeFailure(answer: LeadAnswer): Notice | null {
  if (answer.outcome === "sent") return null;
  const detail = answer.outcome === "refused" ? answer.reason : null;
  return { title: messages.failed, description: messages.problem, detail };
}
