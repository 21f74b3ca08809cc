import { TabLink, TabLinks } from "#web/ui/controls/tab-links.tsx";

/** The two tabs of Prospectos: leads and taps. */
export function LeadsTabs() {
  return (
    <TabLinks aria-label="Prospectos">
      <TabLink to="/leads">Personas</TabLink>
      <TabLink to="/leads/taps">Toques</TabLink>
    </TabLinks>
  );
}
