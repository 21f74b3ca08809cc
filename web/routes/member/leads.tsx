import { LeadsPage } from "#web/features/leads/leads-page.tsx";

export const meta = () => [{ title: "Prospectos | Vitrina" }];

export default function Leads() {
  return <LeadsPage />;
}
