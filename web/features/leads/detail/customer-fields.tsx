import { useState } from "react";
import { UNNAMED_CUSTOMER } from "#contract/customers/contact-tap.ts";
import { type Lead, LeadChange } from "#contract/customers/lead.ts";
import { useCountry } from "#web/session/dealership/use-country.ts";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { leadMessages } from "../messages.ts";
import { useChangeLead } from "./use-change-lead.ts";

/**
 * Name and phone of a customer who came without a form, filled in by the team; each field saves
 * itself.
 */
export function CustomerFields({ lead }: { lead: Lead }) {
  const saved = { name: lead.name === UNNAMED_CUSTOMER ? "" : lead.name, phone: lead.phone ?? "" };
  const [typed, setTyped] = useState(saved);
  const [errors, setErrors] = useState<{ name?: string; phone?: string }>({});
  const { mutate, isPending } = useChangeLead(leadMessages.customerFailed);
  useHeldPage(isPending || typed.name !== saved.name || typed.phone !== saved.phone);
  const withCountry = usePhoneWithCountry();
  const save = async (part: "name" | "phone") => {
    const text = typed[part].trim();
    const parsed = LeadChange.shape[part].safeParse(
      part === "name" ? text || UNNAMED_CUSTOMER : text,
    );
    setErrors({ ...errors, [part]: parsed.error?.issues[0]?.message });
    if (!parsed.success) return;
    const toSave = part === "phone" && parsed.data ? await withCountry(parsed.data) : parsed.data;
    if (toSave === lead[part]) return;
    if (part === "phone") setTyped((now) => ({ ...now, phone: toSave ?? "" }));
    mutate(
      { lead, change: { [part]: toSave } },
      { onError: () => setTyped((now) => ({ ...now, [part]: text })) },
    );
  };
  const bind = (part: "name" | "phone") => ({
    value: typed[part],
    autoComplete: "off",
    enterKeyHint: "done" as const,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped({ ...typed, [part]: target.value }),
    onBlur: () => save(part),
    onKeyDown: ({ key }: { key: string }) => key === "Enter" && save(part),
  });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Nombre" error={errors.name}>
        <Input {...bind("name")} maxLength={120} placeholder={UNNAMED_CUSTOMER} />
      </Field>
      <Field label="Teléfono" error={errors.phone}>
        <Input {...bind("phone")} type="tel" maxLength={40} placeholder="+1 305 555 0100" />
      </Field>
    </div>
  );
}

/**
 * Returns a function that adds the country code to a phone (web/api/phone-number.ts), or returns it
 * as typed if that module cannot be loaded.
 */
export function usePhoneWithCountry(): (typed: string) => Promise<string> {
  const country = useCountry();
  return (typed) =>
    import("#web/api/phone-number.ts").then(
      ({ normalizeLeadPhone }) => normalizeLeadPhone(typed, country),
      () => typed,
    );
}
