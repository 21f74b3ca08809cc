import type { ReactNode } from "react";
import type { Units } from "#contract/units.ts";
import { headingIn, type SheetValue, sheetColumn } from "#contract/vehicle-sheet.ts";
import { groupDigits } from "#web/ui/controls/group-digits.ts";
import { Tab, TabList, TabPanel, Tabs } from "#web/ui/controls/tabs.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { type PlannedRow, shownValue } from "./plan-import.ts";

const kinds = [
  { kind: "added", label: "Nuevos" },
  { kind: "changed", label: "Cambian" },
  { kind: "unchanged", label: "Sin cambios" },
  { kind: "refused", label: "Rechazados" },
] as const;

/** So many rows of a kind are shown; how many there are is said. */
const SHOWN = 50;

/** What would become of each row, by what that is; the first kind that has rows is open. */
export function PlanLists({ plan, units }: { plan: PlannedRow[]; units: Units }) {
  const lists = kinds.map(({ kind, label }) => ({
    kind,
    label,
    rows: plan.filter((row) => row.kind === kind),
  }));
  const first = lists.find(({ rows }) => rows.length > 0)?.kind ?? "added";
  return (
    <Tabs key={first} defaultValue={first}>
      <TabList aria-label="Qué pasaría con las filas">
        {lists.map(({ kind, label, rows }) => (
          <Tab key={kind} value={kind}>
            {label} <span className="numeric">{groupDigits(rows.length)}</span>
          </Tab>
        ))}
      </TabList>
      {lists.map(({ kind, rows }) => (
        <TabPanel key={kind} value={kind} className="pt-3">
          <Rows rows={rows} units={units} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Rows({ rows, units }: { rows: PlannedRow[]; units: Units }) {
  if (rows.length === 0) return <p className="text-muted-foreground text-sm">Ninguna fila.</p>;
  return (
    <>
      <ul className="grid divide-y rounded-lg border">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.line} className="grid gap-1 px-4 py-2.5 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere font-medium">{row.title}</span>
              <span className="numeric text-muted-foreground text-xs">Fila {row.line}</span>
              {row.kind === "added" && row.fromVin && <Badge variant="info">Por su VIN</Badge>}
            </p>
            <Detail row={row} units={units} />
            {"warnings" in row &&
              row.warnings.map((warning) => (
                <p key={warning} className="wrap-anywhere text-warning-ink">
                  {warning}
                </p>
              ))}
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="pt-3 text-muted-foreground text-sm">
          Y {groupDigits(rows.length - SHOWN)} más.
        </p>
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
              <span className="text-muted-foreground">{heading}:</span>{" "}
              <span className="text-muted-foreground">{short(old)}</span>{" "}
              <span aria-hidden="true">→</span> {short(next)}
            </li>
          ))}
        </ul>
      );
    default:
      return null;
  }
}

/** What else would be written of a new vehicle, so that a wrong column is seen. */
function factsOf(values: Record<string, SheetValue>, units: Units): string {
  return Object.entries(values)
    .filter(([name, value]) => !inTitle.includes(name) && value !== null)
    .map(([name, value]) => {
      const column = sheetColumn(name);
      return `${column ? headingIn(column, units) : name}: ${short(shownValue(value))}`;
    })
    .join(" · ");
}

const inTitle = ["brand", "model", "year"];

function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
