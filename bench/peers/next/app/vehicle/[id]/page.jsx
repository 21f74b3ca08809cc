import { Vehicle } from "../../vehicle.jsx";

export const dynamic = "force-dynamic";

export default async function Page({ params }) {
  return <Vehicle id={(await params).id} />;
}
