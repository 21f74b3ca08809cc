import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { z } from "zod";
import { type ContactTap, findTapCode, TAP_CODE_LENGTH } from "#contract/customers/contact-tap.ts";
import { failureNotice } from "#web/api/failure-notice.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useZone } from "#web/session/dealership/use-today.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Card } from "#web/ui/frame/card.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { Spinner } from "#web/ui/states/spinner.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { formatLongTime } from "../describe-lead.ts";
import { usePhoneWithCountry } from "../detail/customer-fields.tsx";
import { leadKeys } from "../lead-queries.ts";
import type { LeadScope } from "../read-leads.ts";
import { channelLabels, tapMessages } from "./messages.ts";
import { tapByCodeQuery, tapKeys } from "./tap-queries.ts";

/** Turns the code in a customer's WhatsApp message into a lead. */
export function TapCode({ scope }: { scope: LeadScope }) {
  const { supabase } = useAuth();
  const [text, setText] = useState("");
  useHeldPage(text !== "");
  const code = findTapCode(text);
  const look = useQuery({
    ...tapByCodeQuery(supabase, scope, code ?? ""),
    enabled: code !== null,
  });
  const { label, hint, none, unknown } = tapMessages.code;
  const isFinished = text.trim().length >= TAP_CODE_LENGTH;
  const error = code === null ? isFinished && none : look.data === null && unknown;
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <Field label={label} hint={hint} error={error || undefined}>
        <Input
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="Ref. K7Q2MX"
        />
      </Field>
      {code && look.data === undefined && <LookupState look={look} />}
      {code && look.data && <FoundTap key={look.data.id} tap={look.data} />}
    </Card>
  );
}

/** Delay after which a slow response is mentioned. */
const SLOW_AFTER_MS = 3_000;

/** The state of the code lookup, or its error. */
function LookupState({ look }: { look: UseQueryResult }) {
  const { error, isFetching, refetch } = look;
  const { failed, searching, slow } = tapMessages.code;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isFetching) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isFetching]);
  if (isFetching || !error) {
    return (
      <p role="status" className="flex items-center gap-2 text-muted-foreground text-sm">
        <Spinner className="size-4" />
        <span>{isSlow ? slow : searching}</span>
      </p>
    );
  }
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-destructive-ink text-sm">{`${failed} ${requestErrorMessage(error)}`}</p>
      <Button variant="outline" size="sm" onClick={() => refetch()}>
        Reintentar
      </Button>
    </div>
  );
}

function FoundTap({ tap }: { tap: ContactTap }) {
  const make = useCreateTapLead();
  const zone = useZone();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    make.mutate({ tap, name: String(form.get("name")), phone: String(form.get("phone")) });
  };
  return (
    <form onSubmit={submit} className="grid gap-4 rounded-xl bg-muted p-4">
      <div role="status">
        <p className="font-semibold">{tapVehicleTitle(tap) ?? "Tus páginas"}</p>
        <p className="text-muted-foreground text-sm">
          {[
            channelLabels[tap.channel],
            formatLongTime(new Date(tap.created_at), zone),
            tap.seller?.full_name,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {tap.lead_id ? (
        <Button asChild className="w-full sm:w-fit">
          <Link to={`/leads?prospecto=${tap.lead_id}`}>Ver prospecto</Link>
        </Button>
      ) : (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="Nombre (opcional)">
              <Input name="name" maxLength={120} autoComplete="off" />
            </Field>
            <Field label="Teléfono (opcional)">
              <Input name="phone" type="tel" maxLength={40} autoComplete="off" />
            </Field>
          </div>
          <Button type="submit" loading={make.isPending} className="w-full sm:w-fit">
            Crear prospecto
          </Button>
        </>
      )}
    </form>
  );
}

/** Creates the lead of a tap and opens it; shows a notice on failure. */
export function useCreateTapLead() {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const withCountry = usePhoneWithCountry();
  return useMutation({
    mutationFn: async ({ tap, name, phone }: { tap: ContactTap; name: string; phone: string }) => {
      const { data, error } = await supabase.rpc("make_tap_lead", {
        p_tap_id: tap.id,
        p_name: name,
        p_phone: await withCountry(phone),
      });
      if (error) throw error;
      return z.guid().parse(data);
    },
    onSuccess: async (leadId) => {
      await queries.invalidateQueries({ queryKey: leadKeys.lists });
      void queries.invalidateQueries({ queryKey: leadKeys.counts });
      void queries.invalidateQueries({ queryKey: tapKeys.all });
      await navigate(`/leads?prospecto=${leadId}`);
    },
    onError: (error) => toast(failureNotice(tapMessages.madeFailed, error)),
  });
}

/** Title of a tap's vehicle; null for a tap on a seller's page. */
export function tapVehicleTitle({ vehicle }: ContactTap): string | null {
  return vehicle && `${vehicle.brand} ${vehicle.model} ${vehicle.year}`;
}
