import { Vehicle } from "../../vehicle.jsx";

export const revalidate = 3600;
export const generateStaticParams = () => [];

export default async function Page({ params }) {
  return <Vehicle id={(await params).id} />;
}
