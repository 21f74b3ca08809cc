import { Link } from "react-router";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/states/empty-state.tsx";

/** An administrator sells nothing, so there is no page to edit. */
export function AdminWithoutPage() {
  return (
    <EmptyState
      title="Tu cuenta no tiene página pública"
      description="Las páginas públicas son de los concesionarios y de sus vendedores. Administra una de esas cuentas para editar la suya."
      action={
        <Button asChild variant="outline">
          <Link to="/admin/dashboard">Ir al panel de administración</Link>
        </Button>
      }
    />
  );
}
