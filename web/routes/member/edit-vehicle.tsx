import { useParams } from "react-router";
import { EditVehiclePage } from "#web/features/vehicles/form/edit-vehicle-page.tsx";

export const meta = () => [{ title: "Editar Vehículo | Vitrina" }];

export default function EditVehicle() {
  const { id = "" } = useParams();
  return <EditVehiclePage id={id} />;
}
