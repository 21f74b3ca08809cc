import type { EditUserForm } from "#contract/edit-user.ts";
import { Notice } from "#web/ui/states/notice.tsx";
import type { SaveOutcome } from "./save-account.ts";

const things: Record<keyof EditUserForm, string> = {
  fullName: "el nombre",
  email: "el correo electrónico",
  role: "el rol",
  isActive: "el estado",
  dealershipId: "el concesionario",
  canAddVehicles: "el permiso para añadir vehículos",
  canEditPublicPage: "el permiso para editar la página pública",
  newPassword: "la contraseña",
};

/** Says after a failed save exactly what is stored and what is not. */
export function SaveReport({ outcome: { saved, failures } }: { outcome: SaveOutcome }) {
  return (
    <div ref={show} className="scroll-mt-20">
      <Notice title={`No se guardó: ${list(failures)}.`}>
        <ul className="grid gap-0.5">
          {failures.map(({ part, message }) => (
            <li key={part}>{message}</li>
          ))}
          {saved.length > 0 && <li>Sí se guardó: {list(saved)}.</li>}
        </ul>
      </Notice>
    </div>
  );
}

/** The form is longer than a screen, and is sent from its end. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView();
}

function list(parts: { fields: (keyof EditUserForm)[] }[]): string {
  const names = parts.flatMap(({ fields }) => fields).map((field) => things[field]);
  return new Intl.ListFormat("es", { type: "conjunction" }).format(names);
}
