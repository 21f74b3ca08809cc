import { type ReactNode, useState } from "react";
import type { SheetValue } from "#contract/sheets/sheet-cells.ts";
import { headingIn, sheetColumn } from "#contract/sheets/vehicle-sheet.ts";
import type { Units } from "#contract/units.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#web/ui/controls/tabs.tsx";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { Badge } from "#web/ui/frame/badge.tsx";
import { formatCellValue, type PlannedRow } from "./plan-row.ts";

const kinds = [
  { kind: "added", label: "Nuevos" },
  { kind: "changed", label: "Cambian" },
  { kind: "unchanged", label: "Sin cambios" },
  { kind: "refused", label: "Rechazados" },
] as const;

/** Rows added per press. */
const STEP = 50;

type RowsProps = {
  units: Units;
  /** Called when the person picks a corrected VIN for a line. */
  onCorrect: (line: number, vin: string) => void;
};
type PlanListsProps = RowsProps & { plan: PlannedRow[] };

/** The planned rows by kind, and all rows with a warning. The first non-empty list is open. */
export function PlanLists(props: PlanListsProps) {
  const { plan, ...others } = props;
  const warned = plan.filter(({ warnings }) => warnings.length > 0);
  const lists: { kind: string; label: string; rows: PlannedRow[] }[] = kinds.map(
    ({ kind, label }) => ({ kind, label, rows: plan.filter((row) => row.kind === kind) }),
  );
  if (warned.length > 0) lists.push({ kind: "warned", label: "Con avisos", rows: warned });
  const first = lists.find(({ rows }) => rows.length > 0)?.kind ?? "added";
  return (
    <Tabs key={first} defaultValue={first}>
      <TabList aria-label="Qué pasaría con las filas">
        {lists.map(({ kind, label, rows }) => (
          <Tab key={kind} value={kind}>
            <span>{`${label} `}</span>
            <span className="numeric">{formatNumber(rows.length)}</span>
          </Tab>
        ))}
      </TabList>
      {lists.map(({ kind, rows }) => (
        <TabPanel key={kind} value={kind} className="pt-3">
          <Rows rows={rows} {...others} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Rows({ rows, units, onCorrect }: RowsProps & { rows: PlannedRow[] }) {
  const [shown, setShown] = useState(STEP);
  if (rows.length === 0) return <p className="text-muted-foreground text-sm">Ninguna fila.</p>;
  return (
    <>
      <ul className="grid divide-y rounded-lg border">
        {rows.slice(0, shown).map((row) => (
          <li key={row.line} className="grid gap-1 px-4 py-2.5 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere font-medium">{row.title}</span>
              <span className="numeric text-muted-foreground text-xs">{`Fila ${row.line}`}</span>
              {row.kind === "added" && row.fromVin && <Badge variant="info">Por su VIN</Badge>}
            </p>
            <Detail row={row} units={units} />
            {row.warnings.map((warning) => (
              <p key={warning} className="wrap-anywhere text-warning-ink">
                {warning}
              </p>
            ))}
            {row.corrections && row.corrections.length > 0 && (
              <div className="flex flex-wrap gap-2">
                {row.corrections.map((vin) => (
                  <Button
                    key={vin}
                    variant="outline"
                    size="sm"
                    onClick={() => onCorrect(row.line, vin)}
                  >
                    Usar <span className="numeric">{vin}</span>
                  </Button>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button variant="outline" className="mt-3" onClick={() => setShown(shown + STEP)}>
          {`Mostrar más (${formatNumber(rows.length - shown)})`}
        </Button>
      )}
    </>
  );
}

function Detail({ row, units }: { row: PlannedRow; units: Units }): ReactNode {
  switch (row.kind) {
    case "refused":
      return <p className="wrap-anywhere text-destructive-ink">{row.reason}</p>;
    case "added":
      return <p className="wrap-anywhere text-muted-foreground">{factsOf(row.values, units)}</p>;
    case "changed":
      return (
        <ul className="grid gap-0.5">
          {row.changes.map(({ heading, old, new: next }) => (
            <li key={heading} className="wrap-anywhere">
              <span className="text-muted-foreground">{`${heading}:`}</span>{" "}
              <span className="text-muted-foreground">{short(old)}</span>{" "}
              <span aria-hidden="true">→</span>
              <span>{` ${short(next)}`}</span>
            </li>
          ))}
        </ul>
      );
    default:
      return null;
  }
}

/** Other values of a new vehicle, so that a wrong column mapping is noticed. */
function factsOf(values: Record<string, SheetValue>, units: Units): string {
  return Object.entries(values)
    .filter(([name, value]) => !inTitle.includes(name) && value !== null)
    .map(([name, value]) => {
      const column = sheetColumn(name);
      return `${column ? headingIn(column, units) : name}: ${short(formatCellValue(value))}`;
    })
    .join(" · ");
}

const inTitle = ["brand", "model", "year"];

function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
