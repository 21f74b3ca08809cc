import { useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { AccountRole } from "#contract/create-user.ts";
import type { EditUserForm } from "#contract/edit-user.ts";
import { useDealershipSearch } from "#web/session/use-dealership-search.ts";
import { Field } from "#web/ui/field.tsx";
import { SearchPicker } from "#web/ui/search-picker.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Account } from "./account-list.ts";
import { roleLabel } from "./role-label.ts";
import { SwitchField } from "./switch-field.tsx";

type AccessFieldsProps = { form: UseFormReturn<EditUserForm>; account: Account; own: boolean };

/** Role, dealership of a vendedor, and whether the account is active. An admin cannot lock themselves out. */
export function AccessFields({ form, account, own }: AccessFieldsProps) {
  const role = useWatch({ control: form.control, name: "role" });
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="Rol"
        error={errors.role?.message}
        hint={own && "No puedes cambiar el rol de tu propia cuenta de administrador."}
      >
        <Select {...(own ? { value: role, disabled: true } : form.register("role"))}>
          {AccountRole.options.map((option) => (
            <option key={option} value={option}>
              {roleLabel(option)}
            </option>
          ))}
        </Select>
      </Field>
      {role === "vendedor" && <DealershipField form={form} account={account} />}
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
    </>
  );
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
