import { skipToken, useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { type DayOrder, DayOrders } from "#contract/sheets/sheet-days.ts";
import { sheetColumn } from "#contract/sheets/vehicle-sheet.ts";
import { requestErrorMessage } from "#web/api/request-error-message.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { useAuth } from "#web/session/use-auth.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { csvFile } from "#web/ui/controls/csv.ts";
import { downloadFile } from "#web/ui/controls/download-file.ts";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { Field, FieldError, Label } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/input.tsx";
import { Card, CardActions, CardHeader } from "#web/ui/frame/card.tsx";
import { useHeldPage } from "#web/ui/overlays/held-page.ts";
import { Notice } from "#web/ui/states/notice.tsx";
import { Progress } from "#web/ui/states/progress.tsx";
import { UserFacingError } from "#web/ui/states/user-facing-error.ts";
import { ColumnChoices } from "./column-choices.tsx";
import { importFailure, useImport } from "./import-mutations.ts";
import type { Workbook } from "./map-sheet.ts";
import { counted, transferMessages as messages } from "./messages.ts";
import { hasAmbiguousDates, planImport, vinsToDecode } from "./plan-import.ts";
import { PlanLists } from "./plan-lists.tsx";
import { type PlannedRow, publishAdded } from "./plan-row.ts";
import { refusedRows } from "./refused-rows.ts";
import type { Sheet } from "./sheet.ts";
import { SheetChoice } from "./sheet-choice.tsx";
import {
  decodeVins,
  readInventory,
  type SheetInventory,
  type Transfer,
} from "./transfer-queries.ts";

type ReviewProps = { transfer: Transfer; workbook: Workbook; onClose: () => void };

/** Previews an import by column and by row, and runs it. */
export function Review({ transfer, workbook, onClose }: ReviewProps) {
  const [sheet, setSheet] = useState(workbook.best);
  const [columns, setColumns] = useState(sheet.columns);
  const [days, setDays] = useState<DayOrder>(null);
  const [vins, setVins] = useState<ReadonlyMap<number, string>>(new Map());
  const [publishNew, setPublishNew] = useState(false);
  useHeldPage(true);
  const { plan, units, withFigures, failure, retrying, retry, progress } = usePlan(transfer, {
    sheet,
    columns,
    days,
    vins,
    publishNew,
  });
  const publishId = useId();
  const act = useImport(transfer.ownerId, onClose);
  const failed = importFailure(act.error);
  return (
    <Card>
      <CardHeader
        title="Revisa antes de importar"
        description="Una celda vacía no borra nada. Los vehículos nuevos quedan ocultos hasta que los publiques."
      />
      <div className="grid gap-5 p-4 pt-0 sm:p-5 sm:pt-0">
        <SheetChoice
          workbook={workbook}
          sheet={sheet}
          disabled={act.isPending}
          onChoose={(next) => {
            setSheet(next);
            setColumns(next.columns);
            setDays(null);
            setVins(new Map());
          }}
        />
        {sheet.notes.length > 0 && (
          <Notice title={messages.aboutSheet}>
            <ul className="grid list-disc gap-1 pl-4">
              {sheet.notes.map((note) => (
                <li key={note} className="wrap-anywhere">
                  {note}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <ColumnChoices
          key={sheet.name}
          sheet={sheet}
          columns={columns}
          units={units}
          withFigures={withFigures}
          disabled={act.isPending}
          onChange={setColumns}
        />
        {hasAmbiguousDates({ sheet, columns }) && (
          <DaysChoice days={days} disabled={act.isPending} onChoose={setDays} />
        )}
        {failure && (
          <div className="grid gap-2">
            <FieldError>{failure}</FieldError>
            <Button variant="outline" className="w-fit" loading={retrying} onClick={retry}>
              Reintentar
            </Button>
          </div>
        )}
        {!plan && !failure && <Waiting {...progress} />}
        {plan && (
          <PlanLists
            plan={plan}
            units={units}
            onCorrect={(line, vin) => setVins(new Map([...vins, [line, vin]]))}
          />
        )}
        {plan && sheet.skippedLines.length > 0 && (
          <p className="text-muted-foreground text-sm">{messages.passed(sheet.skippedLines)}</p>
        )}
        {plan?.some(isNew) && (
          <div className="flex items-center gap-3">
            <Checkbox
              id={publishId}
              checked={publishNew}
              disabled={act.isPending}
              onCheckedChange={setPublishNew}
            />
            <Label htmlFor={publishId}>{messages.publishNew}</Label>
          </div>
        )}
      </div>
      <CardActions>
        {failed && <FieldError>{failed}</FieldError>}
        {act.isPending ? (
          <Importing sent={act.sent} onStop={act.stop} />
        ) : (
          <Actions
            plan={plan}
            onImport={act.mutate}
            onSave={(shownPlan) => {
              const rows = refusedRows({ sheet, columns, units }, shownPlan);
              downloadFile(csvFile(rows), "filas-rechazadas.csv");
            }}
            onClose={onClose}
          />
        )}
      </CardActions>
    </Card>
  );
}

const isNew = ({ kind }: PlannedRow) => kind === "added";

/** Choice of the date order, if the sheet does not settle it. */
function DaysChoice(props: {
  days: DayOrder;
  disabled: boolean;
  onChoose: (days: DayOrder) => void;
}) {
  const { label, hint, unknown, ...orders } = messages.daysOrder;
  return (
    <Field label={label} hint={hint}>
      <Select
        disabled={props.disabled}
        value={props.days ?? ""}
        onChange={({ target: { value } }) => props.onChoose(DayOrders.parse(value || null))}
      >
        <option value="">{unknown}</option>
        {DayOrders.unwrap().options.map((order) => (
          <option key={order} value={order}>
            {orders[order]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The person's choices for a sheet. */
type Choices = {
  sheet: Sheet;
  columns: (string | null)[];
  days: DayOrder;
  vins: ReadonlyMap<number, string>;
  publishNew: boolean;
};

/** The plan, once the inventory and the decoded VINs are loaded. */
function usePlan(transfer: Transfer, { sheet, columns, days, vins: chosen, publishNew }: Choices) {
  const { supabase } = useAuth();
  const [known, setKnown] = useState(0);
  const units = useUnits(transfer.ownerId);
  const inventory = useQuery({
    queryKey: ["vehicles", "sheet", transfer.ownerId],
    queryFn: () => readInventory(supabase, transfer),
    // Another sheet must be compared with the inventory as it is then.
    gcTime: 0,
    refetchOnWindowFocus: false,
    // The client has retried already.
    retry: false,
  });
  const input = useMemo(
    () =>
      inventory.data && {
        sheet,
        units,
        days,
        vins: chosen,
        ...inventory.data,
        columns: readable(columns, inventory.data),
      },
    [sheet, columns, units, days, chosen, inventory.data],
  );
  const vins = useMemo(() => (input ? vinsToDecode(input) : null), [input]);
  const decodings = useQuery({
    queryKey: ["transfer", "vins", vins],
    queryFn: vins
      ? ({ signal }) => decodeVins(supabase, vins, { signal, onProgress: setKnown })
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const decoded = decodings.data;
  const planned = useMemo(
    () => (input && decoded ? planImport(input, decoded) : null),
    [input, decoded],
  );
  const plan = useMemo(
    () => (publishNew ? planned && publishAdded(planned) : planned),
    [planned, publishNew],
  );
  const failed = [inventory, decodings].find(({ isError }) => isError);
  return {
    plan,
    units,
    withFigures: inventory.data?.withFigures ?? false,
    failure: failed ? reviewFailure(failed.error) : null,
    retrying: failed?.isFetching ?? false,
    retry: () => failed?.refetch(),
    progress: { known, wanted: vins?.length ?? 0 },
  };
}

function reviewFailure(error: unknown): string {
  if (error instanceof UserFacingError) return error.message;
  return `${messages.reviewFailed} ${requestErrorMessage(error)}`;
}

/** Ignores cost columns if the person may not see them. */
function readable(columns: (string | null)[], { withFigures }: SheetInventory) {
  return columns.map((name) =>
    name !== null && !withFigures && sheetColumn(name)?.figures ? null : name,
  );
}

function Waiting({ known, wanted }: { known: number; wanted: number }) {
  const label =
    wanted === 0 ? "Comparando con tu inventario" : `Consultando VIN: ${known} de ${wanted}`;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-muted-foreground text-sm">
        {label}
      </p>
      <Progress label={label} value={wanted === 0 ? null : (known / wanted) * 100} />
    </div>
  );
}

/** Progress of the upload, with a stop button until the last batch has arrived. */
function Importing({ sent, onStop }: { sent: number; onStop: () => void }) {
  const isSent = sent === 1;
  const label = isSent ? "Importando…" : "Enviando las filas…";
  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm">
        {label}
      </p>
      <Progress label={label} value={isSent ? null : sent * 100} />
      <Button variant="outline" className="w-fit" disabled={isSent} onClick={onStop}>
        Cancelar
      </Button>
    </div>
  );
}

type ActionsProps = {
  plan: PlannedRow[] | null;
  onSave: (plan: PlannedRow[]) => void;
  onImport: (plan: PlannedRow[]) => void;
  onClose: () => void;
};

function Actions({ plan, onSave, onImport, onClose }: ActionsProps) {
  const acting = plan?.filter(({ kind }) => kind === "added" || kind === "changed").length ?? 0;
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={!plan || acting === 0} onClick={() => plan && onImport(plan)}>
        {`Importar ${counted(acting, "vehículo", "vehículos")}`}
      </Button>
      <Button variant="outline" onClick={onClose}>
        Descartar
      </Button>
      {plan?.some(({ kind }) => kind === "refused") && (
        <Button variant="ghost" onClick={() => onSave(plan)}>
          Descargar las rechazadas
        </Button>
      )}
    </div>
  );
}
