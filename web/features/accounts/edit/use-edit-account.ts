import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { EditUserForm, NewEmail } from "#contract/accounts/account-inputs.ts";
import { useFormSave } from "#web/session/forms/use-form-save.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { useUnsavedGuard } from "#web/ui/controls/use-unsaved-guard.tsx";
import { formResolver } from "#web/ui/fields/form-resolver.ts";
import { toast } from "#web/ui/states/toast.ts";
import { toastFieldError } from "#web/ui/states/toast-field-error.ts";
import { adminMessages } from "../admin-messages.ts";
import { type Account, accountKeys } from "../directory/account-list.ts";
import { formValuesOf } from "./account-to-edit.ts";
import { type AccountPart, type SaveOutcome, saveAccount } from "./save-account.ts";

/**
 * Form state and saving of one account. Success leads to the list. A failure shows the error at its
 * field and keeps only the failed parts as unsaved.
 */
export function useEditAccount(account: Account, onSaved: () => void) {
  const { supabase } = useAuth();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [stored, setStored] = useState(() => formValuesOf(account));
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null);
  const form = useForm({
    resolver: formResolver(account.email ? EditUserForm.extend({ email: NewEmail }) : EditUserForm),
    defaultValues: stored,
  });

  const typed = useWatch({ control: form.control });
  const { isSubmitting } = form.formState;
  const guard = useUnsavedGuard({
    saving: isSubmitting,
    dirty: isSubmitting || hasChanges(stored, { ...stored, ...typed }),
    description: adminMessages.unsaved,
  });

  const save = async (after: EditUserForm) => {
    setOutcome(null);
    const result = await saveAccount(supabase, account.id, { before: stored, after });
    await queries.invalidateQueries({ queryKey: accountKeys.all });
    if (result.failures.length === 0) {
      guard.release();
      const description = `Los datos de ${after.fullName} han sido actualizados.`;
      toast({ title: adminMessages.saved, description, variant: "success" });
      navigate("/admin/users");
      return;
    }
    const saved = result.saved.map(({ part }) => part);
    setStored(mergeSaved(stored, after, saved));
    if (saved.includes("password")) form.setValue("newPassword", "");
    showOutcome(result);
    if (saved.length > 0) onSaved();
  };

  const showOutcome = (result: SaveOutcome) => {
    setOutcome(result);
    for (const { field, message } of result.failures) if (field) form.setError(field, { message });
    const [first] = result.failures;
    // The fields are disabled while sending; focus once they are enabled again.
    requestAnimationFrame(() => first?.field && form.setFocus(first.field));
    if (!first) return;
    const description = result.saved.length > 0 ? `${first.message} ${restSaved}` : first.message;
    toast({ title: first.title, description, variant: "destructive" });
  };

  const submit = form.handleSubmit(useFormSave(save), ({ newPassword }) =>
    toastFieldError(newPassword, adminMessages.weakPassword),
  );
  return { form, outcome, submit, leaveDialog: guard.dialog };
}

const restSaved = "Lo demás sí se guardó.";

function hasChanges(stored: EditUserForm, typed: EditUserForm): boolean {
  return EditUserForm.keyof().options.some((name) => typed[name] !== stored[name]);
}

/** The values on the server: new ones for saved parts, old ones for the others. */
function mergeSaved(stored: EditUserForm, after: EditUserForm, saved: AccountPart[]): EditUserForm {
  const profile = saved.includes("profile") ? after : stored;
  const { email } = saved.includes("email") ? after : stored;
  return { ...profile, email, newPassword: "" };
}
