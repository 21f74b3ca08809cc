import { TabLink, TabLinks } from "#web/ui/controls/tab-links.tsx";

/** The two streams of Prospectos: who wrote, and who tapped. */
export function LeadsTabs() {
  return (
    <TabLinks aria-label="Prospectos">
      <TabLink to="/leads">Personas</TabLink>
      <TabLink to="/leads/taps">Toques</TabLink>
    </TabLinks>
  );
}
