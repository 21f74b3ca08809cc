import { domainProof, VerifyCustomDomainInput } from "#contract/accounts/custom-domain.ts";
import { answerAccountWrite } from "../answer-account-write.ts";
import { fail, NOT_SIGNED_IN, parseBody, type ServerFunction } from "../server-function.ts";

const NOT_ASKED = "No pudimos consultar el DNS de tu dominio. Inténtalo de nuevo en unos minutos.";
const NOT_FOUND =
  "Todavía no encontramos el registro TXT. Un cambio de DNS puede tardar desde unos minutos hasta un día: inténtalo más tarde.";
const CHANGED = "El dominio cambió mientras lo comprobábamos. Inténtalo de nuevo.";

const wording = {
  forbidden: "Solo el concesionario puede verificar su dominio.",
  failed: "No se pudo verificar el dominio.",
  fields: {},
};

/**
 * POST verify-custom-domain: looks for the proof in the domain's DNS and records that it was found.
 * The database checks permissions and rate limits. The domain itself is never contacted.
 */
const verifyCustomDomain: ServerFunction = async (request, context) => {
  const { asCaller, asService, caller, services, log } = context;
  if (caller.role !== "authenticated") return fail(NOT_SIGNED_IN, 401);
  const parsed = await parseBody(request, VerifyCustomDomainInput);
  if (!parsed.success) return fail(wording.failed);
  const { profileId } = parsed.data;

  const begun = await asCaller.rpc("begin_domain_check", { p_profile_id: profileId });
  if (begun.error) return answerAccountWrite(begun, wording, log);
  const domain = String(begun.data);
  const proof = domainProof(domain, profileId);
  const records = await services.readTextRecords(proof.name);
  if (records === null) return fail(NOT_ASKED);
  if (!records.includes(proof.value)) return fail(NOT_FOUND);

  const confirmed = await asService.rpc("confirm_custom_domain", {
    p_profile_id: profileId,
    p_domain: domain,
    p_actor_id: caller.id,
  });
  if (confirmed.error) return answerAccountWrite(confirmed, wording, log);
  if (!confirmed.data) return fail(CHANGED);
  services.invalidateCustomDomains();
  return Response.json({ success: true, domain });
};

export default verifyCustomDomain;
