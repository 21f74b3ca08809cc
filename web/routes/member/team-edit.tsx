import { useParams } from "react-router";
import { EditSalespersonPage } from "#web/features/team/edit/edit-salesperson-page.tsx";

export const meta = () => [{ title: "Editar Vendedor | Vitrina" }];

export default function TeamEdit() {
  const { salespersonId = "" } = useParams();
  return <EditSalespersonPage id={salespersonId} />;
}
