import { LeadInput } from "#contract/customers/lead.ts";
import {
  accept,
  answerLead,
  countryOf,
  LEAD_FAILED,
  refuseLead,
  writePhone,
} from "../answer-lead.ts";
import { parseBody, type ServerFunction } from "../server-function.ts";

/**
 * POST send-lead-notification (docs/product/leads.md): stores a visitor's inquiry, about a vehicle
 * or in general, and queues its mails in one transaction. Failures are 4xx or 503 with `{error}`,
 * which the form displays.
 */
const sendLeadNotification: ServerFunction = async (request, context) => {
  const { asService, caller, services, log } = context;
  const parsed = await parseBody(request, LeadInput);
  if (!parsed.success) return refuseLead(parsed.error.issues[0]?.message ?? LEAD_FAILED, 400);
  const input = parsed.data;
  if (input.company) return accept();

  const country = input.phone ? await countryOf(asService, input.recipientId) : undefined;
  const answer = await asService.rpc("receive_lead", {
    p_recipient_id: input.recipientId,
    p_vehicle_id: input.type === "vehicle_inquiry" ? input.vehicleId : null,
    p_name: input.name,
    p_email: input.email,
    p_phone: writePhone(input.phone, services.normalizePhone, country),
    p_message: input.message,
    p_submission_id: input.submissionId ?? null,
    p_caller_id: caller.id,
  });
  return answerLead(answer, log);
};

export default sendLeadNotification;
