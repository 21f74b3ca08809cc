import { type MouseEvent, memo, useRef } from "react";
import { Link } from "react-router";
import { formatInteger } from "#contract/units.ts";
import { VehicleStatus } from "#contract/vehicle-fields.ts";
import { useUnits } from "#web/session/dealership/use-units.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { ChoiceMenu } from "#web/ui/overlays/choice-menu.tsx";
import { VehicleThumbnail } from "#web/ui/picture/vehicle-photo.tsx";
import { daysColor } from "../days-in-stock.ts";
import type { InventoryVehicle, VehicleFigures } from "../queries.ts";
import { STATUS_VARIANTS } from "../status-badge.tsx";
import { vehicleLinks } from "../vehicle-links.ts";
import { vehicleTitle } from "../vehicle-title.ts";
import { EditablePrice } from "./editable-price.tsx";
import { VehicleCardMenu } from "./vehicle-card-menu.tsx";

type VehicleTableRowProps = {
  vehicle: InventoryVehicle;
  days: number;
  /** Undefined while loading. */
  figures: VehicleFigures | undefined;
  selected: boolean;
  /** `extend` is true if Shift was held. */
  onSelect: (id: string, selected: boolean, extend: boolean) => void;
  /** Shared callbacks, because there may be hundreds of rows. */
  onStatus: (change: { id: string; value: VehicleStatus }) => void;
  onPublished: (change: { id: string; value: boolean }) => void;
  onDelete: (vehicle: InventoryVehicle) => void;
};

/**
 * A vehicle in the table. A press outside its controls opens it, as its link does by keyboard; text
 * can be selected. Memoized.
 */
export const VehicleTableRow = memo(function VehicleTableRow(props: VehicleTableRowProps) {
  const { vehicle, days, figures, selected, onSelect, onStatus, onPublished, onDelete } = props;
  const { id, brand, model, year, vin, stock_number, cover, status, published, views } = vehicle;
  const title = vehicleTitle(vehicle);
  const link = useRef<HTMLAnchorElement>(null);
  const extend = useRef(false);
  const follow = (event: MouseEvent) => {
    if (isBesideControls(event) && !getSelection()?.toString()) link.current?.click();
  };
  return (
    <tr
      onClick={follow}
      className={classNames(
        "h-14 cursor-pointer border-b transition-colors last:border-b-0 hover:bg-muted/50",
        selected && "bg-info-soft/60 hover:bg-info-soft",
      )}
    >
      <td className="pl-4">
        <Checkbox
          checked={selected}
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={(event) => {
            extend.current = event.shiftKey;
          }}
          onCheckedChange={(checked) => onSelect(id, checked, extend.current)}
          aria-label={`Seleccionar ${title}`}
        />
      </td>
      <td className="px-2">
        <VehicleThumbnail
          photo={cover ?? undefined}
          sizes="56px"
          alt=""
          className={classNames(
            "h-10.5 w-14 rounded-md",
            status === "Vendido" && "opacity-70 saturate-50",
          )}
        />
      </td>
      <td
        title={stock_number ?? undefined}
        className="numeric truncate px-2 text-muted-foreground text-xs"
      >
        {stock_number}
      </td>
      <th scope="row" className="px-2 font-normal">
        <Link
          ref={link}
          to={vehicleLinks.detail(id)}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {`${brand} ${model}`}
        </Link>
        <span className="numeric block truncate text-muted-foreground text-xs">
          <span>{year}</span>
          {vin && <span>{` · ${vin}`}</span>}
        </span>
      </th>
      <td className="px-2">
        <StatusSelect
          label={`Estado de ${title}`}
          status={status}
          onChange={(value) => onStatus({ id, value })}
        />
      </td>
      <td className="px-2">
        <Switch
          aria-label={`Publicado: ${title}`}
          checked={published}
          onCheckedChange={(value) => onPublished({ id, value })}
          className="align-middle"
        />
      </td>
      <td className="px-2">
        <EditablePrice vehicle={vehicle} title={title} look="cell" />
      </td>
      <Mileage vehicle={vehicle} />
      <Figure value={days} color={daysColor(days, vehicle)} />
      <Figure value={views} />
      <Figure value={figures?.leads} />
      <Figure value={figures?.photos} warnsOfNone />
      <td className="px-2">
        <div className="relative w-9">
          <VehicleCardMenu vehicle={vehicle} title={title} onDelete={() => onDelete(vehicle)} />
        </div>
      </td>
    </tr>
  );
});

/** Whether a press hit the row itself, not a control or something above the page. */
function isBesideControls({ target, currentTarget }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest("a,button,input,label,select,form") === null
  );
}

/** The heading states the unit. */
function Mileage({ vehicle: { mileage, user_id } }: { vehicle: InventoryVehicle }) {
  const units = useUnits(user_id);
  return (
    <td className={classNames("numeric px-2 text-right", !mileage && "text-muted-foreground")}>
      {mileage === null ? "—" : formatInteger(mileage, units)}
    </td>
  );
}

type FigureProps = {
  value: number | null | undefined;
  warnsOfNone?: boolean;
  /** Text color, if it has a meaning. */
  color?: string | undefined;
};

/** A right-aligned number, gray if zero; empty while loading. */
function Figure({ value, warnsOfNone, color }: FigureProps) {
  const units = useUnits();
  const none = warnsOfNone ? "font-medium text-warning-ink" : "text-muted-foreground";
  return (
    <td className={classNames("numeric px-2 text-right", color ?? (!value && none))}>
      {value === undefined ? null : value === null ? "—" : formatInteger(value, units)}
    </td>
  );
}

type StatusSelectProps = {
  label: string;
  status: VehicleStatus;
  onChange: (status: VehicleStatus) => void;
};

/** The status badge with a menu that changes it. */
function StatusSelect({ label, status, onChange }: StatusSelectProps) {
  return (
    <ChoiceMenu
      label={label}
      value={status}
      shown={status}
      options={VehicleStatus.options.map((value) => ({ value, name: value }))}
      onChoose={onChange}
      className={`badge badge-${STATUS_VARIANTS[status]} ${iconColorOf(status)}`}
    />
  );
}

/** Color of the icon on the dark badge of sold vehicles. */
function iconColorOf(status: VehicleStatus): string {
  return status === "Vendido" ? "text-secondary-foreground" : "";
}
