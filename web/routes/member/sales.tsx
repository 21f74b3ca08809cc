import { SalesPage } from "#web/features/deals/sales/sales-page.tsx";

export const meta = () => [{ title: "Ventas | Vitrina" }];

export default function Sales() {
  return <SalesPage />;
}
