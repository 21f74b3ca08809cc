import { usePublicConfig } from "#web/api/site-config.ts";
import { LeadDialog } from "./lead-dialog.tsx";
import type { LeadField } from "./lead-field.tsx";
import { inquiryMessages as messages } from "./messages.ts";
import { type LeadAnswer, sendLead } from "./send-lead.ts";
import type { Notice, Values } from "./use-lead-form.ts";

type InquiryDialogProps = {
  open: boolean;
  onClose: () => void;
  recipientId: string;
  vehicle?: { id: string; title: string } | undefined;
  accessToken?: string | undefined;
};

/**
 * Inquiry about a vehicle, or a general one; name and e-mail are required (docs/product/leads.md).
 */
export function InquiryDialog(props: InquiryDialogProps) {
  const { open, onClose, recipientId, vehicle, accessToken } = props;
  const { anonKey } = usePublicConfig();
  const send = async ({ website, ...values }: Values, submissionId: string) => {
    const about = vehicle
      ? { type: "vehicle_inquiry", vehicleId: vehicle.id }
      : { type: "general_inquiry" };
    const body = { ...about, recipientId, ...values, company: website, submissionId };
    return describeFailure(
      await sendLead("send-lead-notification", body, { anonKey, accessToken }),
    );
  };
  return (
    <LeadDialog
      open={open}
      onClose={onClose}
      title="Solicitar Información"
      description={vehicle?.title ?? "Déjanos tus datos y te responderemos lo antes posible."}
      fields={fieldsFor(vehicle?.title)}
      submitLabel="Enviar solicitud"
      sendable={recipientId !== "" && vehicle?.id !== ""}
      send={send}
      sent={messages.sent}
    />
  );
}

function fieldsFor(vehicle: string | undefined): LeadField[] {
  return [
    {
      name: "name",
      label: "Nombre",
      type: "text",
      maxLength: 120,
      autoComplete: "name",
      missing: "Escribe tu nombre.",
    },
    {
      name: "email",
      label: "Correo electrónico",
      type: "email",
      maxLength: 254,
      autoComplete: "email",
      missing: "Escribe tu correo electrónico.",
      invalid: "El correo electrónico no es válido.",
      pattern: "[^\\s@]+@[^\\s@]+\\.[^\\s@]+",
    },
    { name: "phone", label: "Teléfono", type: "tel", maxLength: 40, autoComplete: "tel" },
    {
      name: "message",
      label: "Mensaje",
      type: "message",
      maxLength: 2000,
      initial: vehicle && `Hola, me interesa el ${vehicle}. ¿Sigue disponible?`,
    },
  ];
}

function describeFailure(answer: LeadAnswer): Notice | null {
  if (answer.outcome === "sent") return null;
  const { failed: title, serverFailed, unreachable } = messages;
  if (answer.outcome === "unreachable") return { title, description: unreachable };
  return { title, description: answer.reason ?? serverFailed };
}
