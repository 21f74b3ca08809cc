import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { limits } from "#contract/limits.ts";
import { formatAccountPhone } from "#contract/text/format-phone.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { Input, PasswordInput } from "#web/ui/fields/input.tsx";
import { useLinkedField } from "#web/ui/fields/use-linked-field.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { FormBar, FormButtons, FormSection } from "#web/ui/frame/form-section.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import {
  LOGO,
  preparePicture,
  removePictures,
  uploadPicture,
} from "#web/ui/picture/page-picture.ts";
import { Notice } from "#web/ui/states/notice.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { toastFieldError } from "#web/ui/states/toast-field-error.ts";
import { InviteButtons } from "../invitation.tsx";
import { invitationMessages, teamMessages } from "../messages.ts";
import { PortraitField } from "../portrait-field.tsx";
import { useMayChangePortraits } from "../save-portrait.ts";
import type { TeamMember } from "../team-member.ts";
import { refreshTeam } from "../team-queries.ts";
import { FigureAccessSwitch } from "./figure-access-switch.tsx";
import {
  changesOf,
  SalespersonInput,
  SalespersonWithoutEmailInput,
  salespersonInputOf,
} from "./salesperson-input.ts";
import { type Part, type PartOutcome, saveSalesperson } from "./save-salesperson.ts";

/** Edits a salesperson. Writes only changes and keeps values that could not be written. */
export function SalespersonForm({ member }: { member: TeamMember }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [stored, setStored] = useState(() => salespersonInputOf(member));
  const [incomplete, setIncomplete] = useState<IncompleteSave | null>(null);
  const form = useForm({
    resolver: formResolver(member.email ? SalespersonInput : SalespersonWithoutEmailInput),
    defaultValues: stored,
  });
  useLinkedField();
  const { isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control });
  const dirty = Object.keys(changesOf(stored, { ...stored, ...typed })).length > 0;
  const guard = useUnsavedGuard({
    dirty: dirty || isSubmitting,
    saving: isSubmitting,
    description: teamMessages.unsaved,
  });

  const save = async (input: SalespersonInput) => {
    setIncomplete(null);
    const outcomes = await saveSalesperson(supabase, member.id, changesOf(stored, input));
    if (outcomes.length > 0) await refreshTeam(queries);
    const failed = describeOutcome(outcomes);
    if (failed) {
      resetToSaved(input, outcomes);
      showFailure(failed);
      return;
    }
    guard.release();
    if (stored.logo !== input.logo) void removePictures(supabase, member.id, [stored.logo]);
    if (outcomes.length > 0) {
      const description = `Los datos de ${input.fullName} han sido actualizados.`;
      toast({ title: teamMessages.saved, description, variant: "success" });
    }
    navigate("/team");
  };
  const whenOnline = useFormSave(save);

  const resetToSaved = (input: SalespersonInput, outcomes: PartOutcome[]) => {
    const isSaved = (part: PartOutcome["part"]) =>
      outcomes.some((outcome) => outcome.part === part && outcome.saved);
    const { fullName, logo, phone, whatsapp, email } = input;
    setStored((before) => ({
      ...before,
      ...(isSaved("profile") && { fullName, logo, phone, whatsapp }),
      ...(isSaved("email") && { email }),
    }));
    if (isSaved("password")) form.setValue("password", "");
  };

  const showFailure = (failed: IncompleteSave) => {
    const [first] = failed.failures;
    if (first) {
      const rest = failed.saved ? " Lo demás sí se guardó." : "";
      const description = first.message + rest;
      toast({ title: first.title, description, variant: "destructive" });
    }
    for (const { part, message } of failed.failures) {
      if (part !== "profile") form.setError(part, { message });
    }
    setIncomplete(failed);
  };

  return (
    <>
      <PageHeader
        title="Editar Vendedor"
        description={displayName(member)}
        backTo="/team"
        actions={
          <Badge variant={member.is_active ? "success" : "neutral"}>
            {member.is_active ? "Activo" : "Inactivo"}
          </Badge>
        }
      />
      <form
        noValidate
        onSubmit={form.handleSubmit(whenOnline, ({ password }) =>
          toastFieldError(password, teamMessages.weakPassword),
        )}
        className="-mb-16 grid gap-8 lg:gap-6"
      >
        {incomplete && <IncompleteSaveNotice save={incomplete} />}
        <fieldset disabled={isSubmitting} className="contents">
          <SalespersonFields form={form} member={member} />
        </fieldset>
        <FigureAccessSwitch member={member} />
        <FormBar>
          <FormButtons
            leave={{ label: "Cancelar", onClick: () => navigate("/team") }}
            save={{
              label: isSubmitting ? "Guardando..." : "Guardar cambios",
              saving: isSubmitting,
            }}
          />
        </FormBar>
      </form>
      {guard.dialog}
    </>
  );
}

/**
 * Lists above the form what was saved and what was not; takes the focus so that it is seen and
 * announced.
 */
function IncompleteSaveNotice({ save }: { save: IncompleteSave }) {
  return (
    <div tabIndex={-1} ref={focus} className="scroll-mt-20 rounded-xl">
      <Notice title={save.saved ? "Se guardó solo una parte" : "No se guardó ningún cambio"}>
        {save.saved && <p>{`Guardado: ${save.saved}.`}</p>}
        <ul>
          {save.failures.map(({ part, title, message }) => (
            <li key={part}>{`${title}: ${message}`}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** The fields, in three sections. */
function SalespersonFields(props: { form: UseFormReturn<SalespersonInput>; member: TeamMember }) {
  const { register, formState } = props.form;
  const { errors } = formState;
  const { email, phone } = props.member;
  return (
    <>
      <FormSection title="Vendedor" description="Como aparece en tu equipo y en su tarjeta.">
        <Portrait form={props.form} member={props.member} />
        <Field label="Nombre completo" required error={errors.fullName?.message}>
          <Input {...register("fullName")} autoComplete="off" />
        </Field>
      </FormSection>
      <FormSection
        title="Contacto"
        description="Los números que ven sus clientes. No cambian cómo inicia sesión."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field id="telefono" label="Teléfono" aside="Opcional" error={errors.phone?.message}>
            <Input {...register("phone")} type="tel" inputMode="tel" autoComplete="off" />
          </Field>
          <Field
            id="whatsapp"
            label="WhatsApp"
            aside="Opcional"
            hint="Con el prefijo de tu país."
            error={errors.whatsapp?.message}
          >
            <Input {...register("whatsapp")} type="tel" inputMode="tel" autoComplete="off" />
          </Field>
        </div>
      </FormSection>
      <FormSection
        title="Acceso"
        description="Con qué inicia sesión. Avísale si cambias algo de aquí."
      >
        <Field
          label="Correo electrónico"
          required={Boolean(email)}
          hint={
            phone
              ? `También inicia sesión con el teléfono ${formatAccountPhone(phone)}.`
              : undefined
          }
          error={errors.email?.message}
        >
          <Input
            {...register("email")}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field
          label="Nueva contraseña"
          aside="Opcional"
          hint={`Déjala vacía para no cambiarla. Al menos ${limits.minPasswordLength} caracteres; al cambiarla se cierran sus sesiones.`}
          error={errors.password?.message}
        >
          <PasswordInput {...register("password")} autoComplete="new-password" />
        </Field>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <InviteButtons member={props.member} />
          <p className="text-muted-foreground text-xs">{invitationMessages.again}</p>
        </div>
      </FormSection>
    </>
  );
}

/** The portrait: uploaded immediately, saved to the card with the form. */
function Portrait({ form, member }: { form: UseFormReturn<SalespersonInput>; member: TeamMember }) {
  const { supabase } = useAuth();
  const mayChangePortraits = useMayChangePortraits();
  const src = useWatch({ control: form.control, name: "logo" });
  const show = (logo: string) => form.setValue("logo", logo, { shouldDirty: true });
  return (
    <PortraitField
      name={displayName(member)}
      src={src}
      mayChange={mayChangePortraits}
      onChoose={async (file) => {
        const portrait = await preparePicture(file, LOGO);
        show(await uploadPicture(supabase, member.id, LOGO, portrait));
      }}
      onRemove={() => show("")}
    />
  );
}

const names: Record<Part, string> = {
  profile: "nombre y contacto",
  email: "correo electrónico",
  password: "contraseña",
};

const titles: Record<Part, string> = {
  profile: teamMessages.profileFailed,
  email: teamMessages.emailFailed,
  password: teamMessages.passwordFailed,
};

/** Notice after an incomplete save. */
type IncompleteSave = {
  saved: string | null;
  failures: { part: Part; title: string; message: string }[];
};

/** Summarizes an incomplete save; null if everything was saved. */
export function describeOutcome(outcomes: PartOutcome[]): IncompleteSave | null {
  const failures = outcomes.flatMap((outcome) =>
    outcome.saved
      ? []
      : [{ part: outcome.part, title: titles[outcome.part], message: outcome.message }],
  );
  if (failures.length === 0) return null;
  const saved = outcomes.filter((outcome) => outcome.saved).map(({ part }) => names[part]);
  return { saved: saved.length > 0 ? saved.join(", ") : null, failures };
}
