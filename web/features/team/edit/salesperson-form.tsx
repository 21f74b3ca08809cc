import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { displayName } from "#web/session/session-user.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { FormBar, FormButtons } from "#web/ui/frame/form-bar.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";
import { toast } from "#web/ui/states/toast.ts";
import { teamMessages } from "../messages.ts";
import type { TeamMember } from "../team-member.ts";
import { refreshTeam } from "../team-queries.ts";
import { describeOutcome, type IncompleteSave } from "./describe-outcome.ts";
import { IncompleteSaveNotice } from "./incomplete-save-notice.tsx";
import { SalespersonFields } from "./salesperson-fields.tsx";
import {
  changesOf,
  inputOf,
  SalespersonInput,
  SalespersonWithoutEmailInput,
} from "./salesperson-input.ts";
import { type PartOutcome, saveSalesperson } from "./save-salesperson.ts";

/**
 * The edit form of a loaded salesperson. It writes only what was changed, and keeps what could not
 * be written.
 */
export function SalespersonForm({ member }: { member: TeamMember }) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [stored, setStored] = useState(() => inputOf(member));
  const [incomplete, setIncomplete] = useState<IncompleteSave | null>(null);
  const form = useForm({
    resolver: zodResolver(member.email ? SalespersonInput : SalespersonWithoutEmailInput),
    defaultValues: stored,
  });
  const { isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control });
  const dirty = Object.keys(changesOf(stored, { ...stored, ...typed })).length > 0;
  const guard = useUnsavedGuard({
    dirty: dirty || isSubmitting,
    description: teamMessages.unsaved,
  });

  const save = async (input: SalespersonInput) => {
    setIncomplete(null);
    const outcomes = await saveSalesperson(supabase, member.id, changesOf(stored, input));
    if (outcomes.length > 0) await refreshTeam(queries);
    const failed = describeOutcome(outcomes);
    if (failed) {
      keepWhatIsSaved(input, outcomes);
      tellFailure(failed);
      return;
    }
    guard.release();
    if (outcomes.length > 0) {
      const description = `Los datos de ${input.fullName} han sido actualizados.`;
      toast({ title: teamMessages.saved, description, variant: "success" });
    }
    navigate("/team");
  };

  const keepWhatIsSaved = (input: SalespersonInput, outcomes: PartOutcome[]) => {
    const isSaved = (part: PartOutcome["part"]) =>
      outcomes.some((outcome) => outcome.part === part && outcome.saved);
    const { fullName, phone, whatsapp, email } = input;
    setStored((before) => ({
      ...before,
      ...(isSaved("profile") && { fullName, phone, whatsapp }),
      ...(isSaved("email") && { email }),
    }));
    if (isSaved("password")) form.setValue("password", "");
  };

  const tellFailure = (failed: IncompleteSave) => {
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
        onSubmit={form.handleSubmit(save, tellWeakPassword)}
        className="-mb-16 grid gap-8 lg:gap-6"
      >
        {incomplete && <IncompleteSaveNotice save={incomplete} />}
        <SalespersonFields form={form} member={member} />
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

/** The password's rule is also told as a notice (product section 5). */
function tellWeakPassword({ password }: FieldErrors<SalespersonInput>): void {
  if (!password) return;
  const description = password.message ?? teamMessages.weakPassword.description;
  toast({ ...teamMessages.weakPassword, description, variant: "destructive" });
}
