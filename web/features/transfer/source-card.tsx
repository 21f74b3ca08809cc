import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field, FieldError } from "#web/ui/fields/field.tsx";
import { Textarea } from "#web/ui/fields/input.tsx";
import { Card, CardHeader } from "#web/ui/frame/card.tsx";
import { userMessageOf } from "#web/ui/states/user-facing-error.ts";
import { FileArea } from "./file-area.tsx";
import { mapWorkbook, type Workbook } from "./map-sheet.ts";
import { transferMessages as messages } from "./messages.ts";
import { readSource } from "./sheet-worker-client.ts";

/** Reads a chosen file or pasted text, and says why one cannot be read. */
export function SourceCard({ onRead }: { onRead: (workbook: Workbook) => void }) {
  const [typed, setTyped] = useState("");
  const units = useUnits();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (source: File | string) => mapWorkbook(await readSource(source), units),
    onSuccess: onRead,
  });
  return (
    <Card>
      <CardHeader
        title="Importar"
        description="Verás qué pasaría con cada fila antes de que cambie nada."
      />
      <div className="grid gap-4 p-4 pt-0 sm:p-5 sm:pt-0 lg:grid-cols-2">
        <FileArea
          label="Archivo con vehículos"
          hint="Excel (.xlsx) o CSV, hasta 5,000 filas y 10 MB."
          icon={<FileSpreadsheet />}
          button="Elegir archivo"
          accept=".xlsx,.xls,.csv,.txt,.tsv,.htm,.html,text/csv"
          busy={isPending}
          onFile={mutate}
        />
        <form
          className="grid content-start gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            mutate(typed);
          }}
        >
          <Field label="O pega filas de una hoja, o solo VIN, uno por línea">
            <Textarea
              className="max-h-60 font-mono text-sm"
              value={typed}
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            className="w-fit"
            loading={isPending}
            disabled={typed.trim() === ""}
          >
            Revisar
          </Button>
        </form>
        {error && (
          <div className="lg:col-span-2">
            <FieldError>{userMessageOf(error, messages.unreadable)}</FieldError>
          </div>
        )}
      </div>
    </Card>
  );
}
