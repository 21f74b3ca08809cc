import { AddVehiclePage } from "#web/features/vehicles/form/add-vehicle-page.tsx";

export const meta = () => [{ title: "Añadir Nuevo Vehículo | Vitrina" }];

export default function AddVehicle() {
  return <AddVehiclePage />;
}
