import { Notice } from "#web/ui/states/notice.tsx";
import type { IncompleteSave } from "./describe-outcome.ts";

/**
 * Says above the form what was saved and what was not; takes the focus, so that it is seen and read
 * out.
 */
export function IncompleteSaveNotice({ save }: { save: IncompleteSave }) {
  return (
    <div tabIndex={-1} ref={focus} className="scroll-mt-20 rounded-xl">
      <Notice title={save.saved ? "Se guardó solo una parte" : "No se guardó ningún cambio"}>
        {save.saved && <p>Guardado: {save.saved}.</p>}
        <ul>
          {save.failures.map(({ part, title, message }) => (
            <li key={part}>
              {title}: {message}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
