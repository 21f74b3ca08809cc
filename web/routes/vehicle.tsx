import { useParams } from "react-router";
import { VehiclePage } from "#web/features/vehicles/vehicle-page.tsx";

export default function Vehicle() {
  const { id = "" } = useParams();
  return <VehiclePage key={id} id={id} />;
}
