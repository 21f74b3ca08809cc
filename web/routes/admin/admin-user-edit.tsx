import { useParams } from "react-router";
import { EditAccountPage } from "#web/features/accounts/edit/edit-account-page.tsx";

export const meta = () => [{ title: "Editar usuario | Vitrina" }];

export default function AdminUserEdit() {
  const { userId = "" } = useParams();
  return <EditAccountPage key={userId} id={userId} />;
}
