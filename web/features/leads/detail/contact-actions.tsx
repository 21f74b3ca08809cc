import { useQuery } from "@tanstack/react-query";
import { Mail, Phone } from "lucide-react";
import type { Lead } from "#contract/customers/lead.ts";
import { attributedLink, sellerOf } from "#web/session/links/attributed-link.ts";
import { displayName } from "#web/session/session-user.ts";
import { useActiveUser, useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { WhatsappIcon } from "#web/ui/whatsapp-icon.tsx";
import { prospectOf } from "../describe-lead.ts";
import { similarVehiclesQuery } from "../lead-queries.ts";
import { OPEN_STATES } from "../read-leads.ts";
import { type AnswerLinks, answerLinks, isSold, type SuggestedVehicle } from "./answer-links.ts";
import { useAnswerLead } from "./use-change-lead.ts";

/**
 * Large buttons for the available reply channels (WhatsApp, call, mail), within thumb reach on
 * phones.
 */
export function ContactActions({ lead }: { lead: Lead }) {
  const { whatsapp, call, email } = useAnswerLinks(lead, useSuggestedVehicles(lead));
  const answer = useAnswerLead(lead);
  if (!whatsapp && !call && !email) return null;
  return (
    <div className="flex gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:bg-card/95 max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:shadow-overlay max-lg:backdrop-blur">
      {whatsapp && (
        <Button
          asChild
          variant="whatsapp"
          size="lg"
          className="min-w-0 flex-1 max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm"
        >
          <a href={whatsapp} target="_blank" rel="noopener noreferrer" onClick={answer}>
            <WhatsappIcon className="size-5" />
            WhatsApp
          </a>
        </Button>
      )}
      {call && (
        <Button
          asChild
          variant="outline"
          size="lg"
          className="min-w-0 flex-1 max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm"
        >
          <a href={call} onClick={answer}>
            <Phone aria-hidden="true" />
            Llamar
          </a>
        </Button>
      )}
      {email && (
        <Button
          asChild
          variant={whatsapp ? "outline" : "primary"}
          size="lg"
          className="min-w-0 flex-1 max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm"
        >
          <a href={email} onClick={answer}>
            <Mail aria-hidden="true" />
            Correo
          </a>
        </Button>
      )}
    </div>
  );
}

/** WhatsApp and call buttons in a list row; mail if there is no phone. */
export function QuickActions({ lead }: { lead: Lead }) {
  // The list loads suggestions only for leads that await a reply.
  const { whatsapp, call, email } = useAnswerLinks(
    lead,
    useSuggestedVehicles(lead, OPEN_STATES.includes(lead.state)),
  );
  const answer = useAnswerLead(lead);
  const { name } = prospectOf(lead);
  return (
    <>
      {whatsapp && (
        <Button asChild variant="outline" size="icon">
          <a
            href={whatsapp}
            target="_blank"
            rel="noopener noreferrer"
            onClick={answer}
            aria-label={`Escribir a ${name} por WhatsApp`}
          >
            <WhatsappIcon className="size-5" />
          </a>
        </Button>
      )}
      {call && (
        <Button asChild variant="outline" size="icon">
          <a href={call} onClick={answer} aria-label={`Llamar a ${name}`}>
            <Phone aria-hidden="true" />
          </a>
        </Button>
      )}
      {!call && email && (
        <Button asChild variant="outline" size="icon">
          <a href={email} onClick={answer} aria-label={`Escribir a ${name} por correo`}>
            <Mail aria-hidden="true" />
          </a>
        </Button>
      )}
    </>
  );
}

/**
 * The person who works on the lead is the sender; an administrator sends in the recipient's name.
 */
function useAnswerLinks(lead: Lead, others: SuggestedVehicle[]): AnswerLinks {
  const user = useActiveUser();
  const from = user.role === "admin" ? lead.recipient_name : displayName(user);
  return answerLinks(lead, from, others);
}

/** Suggestions for a sold vehicle. */
function useSuggestedVehicles(lead: Lead, wanted = true): SuggestedVehicle[] {
  const { supabase } = useAuth();
  const seller = sellerOf(useActiveUser());
  const { data = [] } = useQuery({
    ...similarVehiclesQuery(supabase, lead.vehicle_id ?? ""),
    enabled: wanted && lead.vehicle_id !== null && isSold(lead),
  });
  return data.map(({ id, brand, model, year }) => ({
    title: `${brand} ${model} ${year}`,
    address: attributedLink(`${window.location.origin}/public/vehicle/${id}`, seller),
  }));
}
