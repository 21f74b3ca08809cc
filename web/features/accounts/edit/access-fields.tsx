import { useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { AccountRole } from "#contract/create-user.ts";
import type { EditUserForm } from "#contract/edit-user.ts";
import { useDealershipSearch } from "#web/session/use-dealership-search.ts";
import { Field } from "#web/ui/controls/field.tsx";
import { SearchPicker } from "#web/ui/controls/search-picker.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import type { Account } from "../directory/account-list.ts";
import { PendingBadge } from "../directory/pending-badge.tsx";
import { roleLabel } from "../role-label.ts";
import { SwitchField } from "./switch-field.tsx";

type AccessFieldsProps = { form: UseFormReturn<EditUserForm>; account: Account; own: boolean };

/**
 * Role, dealership of a vendedor, and whether the account is active. An admin cannot lock
 * themselves out; an applicant's role and state are given by the decision about the request.
 */
export function AccessFields({ form, account, own }: AccessFieldsProps) {
  const chosen = useWatch({ control: form.control, name: "role" });
  const { errors } = form.formState;
  const asked = account.asked_role ?? null;
  const role = asked ?? chosen;
  return (
    <>
      <Field label="Rol" error={errors.role?.message} hint={roleHint({ asked, own })}>
        <Select {...(own || asked ? { value: role, disabled: true } : form.register("role"))}>
          {AccountRole.options.map((option) => (
            <option key={option} value={option}>
              {roleLabel(option)}
            </option>
          ))}
        </Select>
      </Field>
      {role === "vendedor" && <DealershipField form={form} account={account} />}
      {asked ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-muted-foreground text-sm">
            La cuenta se activa al aprobar su solicitud.
          </p>
          <PendingBadge />
        </div>
      ) : (
        <SwitchField
          control={form.control}
          name="isActive"
          label="Cuenta activa"
          hint={
            own
              ? "No puedes desactivar tu propia cuenta de administrador."
              : "Una cuenta inactiva no puede entrar, y su página pública no se muestra."
          }
          disabled={own}
        />
      )}
    </>
  );
}

function roleHint({ asked, own }: { asked: string | null; own: boolean }) {
  if (own) return "No puedes cambiar el rol de tu propia cuenta de administrador.";
  return asked && "El rol que pide; lo recibe al aprobar la solicitud.";
}

function DealershipField({ form, account }: Omit<AccessFieldsProps, "own">) {
  const { field, fieldState } = useController({ control: form.control, name: "dealershipId" });
  const dealerships = useDealershipSearch();
  const [name, setName] = useState(account.dealership?.full_name ?? "Concesionario");
  return (
    <Field
      label="Concesionario"
      hint="El vendedor gestiona el inventario de este concesionario."
      error={fieldState.error?.message}
    >
      <SearchPicker
        {...dealerships}
        ref={field.ref}
        onBlur={field.onBlur}
        disabled={form.formState.isSubmitting}
        value={field.value ? { id: field.value, name } : null}
        onPick={(picked) => {
          setName(picked?.name ?? "");
          field.onChange(picked?.id ?? "");
        }}
      />
    </Field>
  );
}
