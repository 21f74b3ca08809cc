import { AccountDirectory } from "#web/features/accounts/directory/account-directory.tsx";
import { CreateUserForm } from "#web/features/accounts/edit/create-user-form.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";

export const meta = () => [{ title: "Gestionar Cuentas | Vitrina" }];

export default function AdminUsers() {
  return (
    <>
      <PageHeader
        title="Gestionar Cuentas"
        description="Crea cuentas, cámbialas o entra en ellas para ayudar."
      />
      <div className="grid items-start gap-4 sm:gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <CreateUserForm />
        <AccountDirectory />
      </div>
    </>
  );
}
