import { useQuery } from "@tanstack/react-query";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Notice } from "#web/ui/states/notice.tsx";
import { type UndoResult, useUndoImport } from "./import-mutations.ts";
import { transferMessages as messages } from "./messages.ts";
import { lastImportQuery, type Transfer } from "./transfer-queries.ts";

/** Shows the last import of the past day with an undo button, then the result of the undo. */
export function LastImportNotice({ transfer }: { transfer: Transfer }) {
  const { supabase } = useAuth();
  const { data: last } = useQuery(lastImportQuery(supabase, transfer));
  const { mutate, isPending, data: undone } = useUndoImport();
  if (last) {
    return (
      <Notice variant="success" title="Importación hecha">
        <p>{`${messages.imported(last.added, last.changed)} Puedes deshacerla durante 24 horas.`}</p>
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          loading={isPending}
          onClick={() => mutate(last.id)}
        >
          Deshacer la importación
        </Button>
      </Notice>
    );
  }
  return undone ? <UndoneNotice undone={undone} /> : null;
}

function UndoneNotice({ undone: { undone, kept, named } }: { undone: UndoResult }) {
  return (
    <Notice variant={kept > 0 ? "warning" : "success"} title="Importación deshecha">
      <p>{messages.undone(undone)}</p>
      {kept > 0 && (
        <>
          <p>{messages.kept(kept)}</p>
          <ul className="list-disc pl-5">
            {named.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two vehicles may have one name
              <li key={index}>{title}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
