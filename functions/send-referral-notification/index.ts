import { ReferralInput } from "#contract/customers/lead.ts";
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
 * POST send-referral-notification (docs/product/leads.md): stores a visitor's referral of a friend
 * and queues its mails in one transaction.
 */
const sendReferralNotification: ServerFunction = async (request, context) => {
  const { asService, caller, services, log } = context;
  const parsed = await parseBody(request, ReferralInput);
  if (!parsed.success) return refuseLead(parsed.error.issues[0]?.message ?? LEAD_FAILED, 400);
  const input = parsed.data;
  if (input.company) return accept();

  const country = await countryOf(asService, input.recipientId);
  const answer = await asService.rpc("receive_referral", {
    p_recipient_id: input.recipientId,
    p_referrer_name: input.referrerName,
    p_referrer_phone: writePhone(input.referrerPhone, services.normalizePhone, country),
    p_referred_name: input.referredName,
    p_referred_phone: writePhone(input.referredPhone, services.normalizePhone, country),
    p_submission_id: input.submissionId ?? null,
    p_caller_id: caller.id,
  });
  return answerLead(answer, log);
};

export default sendReferralNotification;
