import { PlatformInventory } from "#web/features/platform-inventory/platform-inventory.tsx";
import { PageHeader } from "#web/ui/frame/page-header.tsx";

export const meta = () => [{ title: "Inventario Plataforma | Vitrina" }];

export default function AdminPlatformInventory() {
  return (
    <>
      <PageHeader
        title="Inventario Plataforma"
        description="Todos los vehículos de todos los concesionarios."
      />
      <PlatformInventory />
    </>
  );
}
