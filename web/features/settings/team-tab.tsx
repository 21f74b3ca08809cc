import { Users } from "lucide-react";
import { Link } from "react-router";
import { Button } from "#web/ui/controls/button.tsx";
import { Card, CardContent } from "#web/ui/frame/card.tsx";

/** Mi Equipo: the way to the team's own page (product section 2). */
export function TeamTab() {
  return (
    <Card className="max-w-2xl">
      <CardContent className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="font-semibold text-base tracking-tight">Tus vendedores</h2>
          <p className="text-muted-foreground text-sm leading-relaxed">
            Agrega vendedores, actívalos o desactívalos y cambia sus datos. Cada uno tiene su propia
            tarjeta digital y trabaja con tu inventario.
          </p>
        </div>
        <Button asChild className="w-full sm:w-fit">
          <Link to="/team">
            <Users aria-hidden="true" />
            Gestionar Vendedores
          </Link>
        </Button>
      </CardContent>
    </Card>
  );
}
