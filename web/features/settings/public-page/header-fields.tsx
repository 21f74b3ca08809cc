import { Card, CardContent } from "#web/ui/frame/card.tsx";
import { LayoutField } from "./layout-field.tsx";
import { SwitchField } from "./switch-field.tsx";

/** How the page begins: a dealership's header, or a vendedor's card. */
export function HeaderFields({ role, locked }: { role: string; locked: boolean }) {
  const isVendedor = role === "vendedor";
  return (
    <Card>
      <CardContent className="grid gap-5">
        <h2 className="font-semibold text-base tracking-tight">Encabezado</h2>
        <LayoutField of={isVendedor ? "card" : "header"} locked={locked} />
        <SwitchField
          name="show_header_name"
          label="Mostrar el nombre"
          hint={
            isVendedor
              ? "Junto a tu logo. Sin un logo tuyo, el nombre se muestra siempre."
              : "Junto al logo. Sin logo, el nombre se muestra siempre."
          }
          locked={locked}
        />
      </CardContent>
    </Card>
  );
}
