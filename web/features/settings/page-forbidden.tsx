import { Notice } from "#web/ui/states/notice.tsx";
import { settingsMessages } from "./messages.ts";

/**
 * Says why some controls are disabled: canEditPublicPage is off for the account or its dealership.
 */
export function PageForbidden(props: { children: string; className?: string }) {
  return (
    <Notice title={settingsMessages.pageForbidden} className={props.className}>
      {props.children} Un administrador de la plataforma puede darte este permiso.
    </Notice>
  );
}
