import { DeadMailList } from "#web/features/mails/dead-mail-list.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";

export const meta = () => [{ title: "Correos no entregados | Vitrina" }];

export default function AdminMail() {
  return (
    <>
      <PageHeader
        title="Correos no entregados"
        description="A quién no le llegó un correo de la plataforma, y por qué."
      />
      <DeadMailList />
    </>
  );
}
