import { Tab, TabList, TabPanel, Tabs } from "#web/ui/controls/tabs.tsx";
import { formatNumber } from "#web/ui/fields/format-number.ts";
import { photoMessages as messages } from "./messages.ts";
import type { CarPlan, PhotoPlan, RefusedFile } from "./plan-photos.ts";

/** Rows shown; the total is stated. */
const SHOWN = 50;

/** The planned photos by vehicle, and the files that match none. */
export function PhotoLists({ plan }: { plan: PhotoPlan }) {
  const added = plan.cars.filter(({ photos }) => photos.length > 0);
  const known = plan.cars.filter((car) => car.known > 0);
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const lists = [
    { name: "added", label: "Se añaden", count: sum(added.map(({ photos }) => photos.length)) },
    { name: "known", label: "Ya están", count: sum(known.map((car) => car.known)) },
    { name: "refused", label: "Rechazadas", count: plan.refused.length },
  ];
  const first = lists.find(({ count }) => count > 0)?.name ?? "added";
  return (
    <Tabs key={first} defaultValue={first}>
      <TabList aria-label="Qué pasaría con las fotos" className="max-sm:flex-wrap">
        {lists.map(({ name, label, count }) => (
          <Tab key={name} value={name}>
            <span>{`${label} `}</span>
            <span className="numeric">{formatNumber(count)}</span>
          </Tab>
        ))}
      </TabList>
      <TabPanel value="added" className="pt-3">
        <Cars cars={added} />
      </TabPanel>
      <TabPanel value="known" className="pt-3">
        <Cars cars={known} />
      </TabPanel>
      <TabPanel value="refused" className="pt-3">
        <RefusedFiles files={plan.refused} />
      </TabPanel>
    </Tabs>
  );
}

function Cars({ cars }: { cars: CarPlan[] }) {
  if (cars.length === 0) return <p className="text-muted-foreground text-sm">Ningún vehículo.</p>;
  return (
    <>
      <ul className="grid divide-y rounded-lg border">
        {cars.slice(0, SHOWN).map((plan) => (
          <li key={plan.car.id} className="grid gap-1 px-4 py-2.5 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere font-medium">{plan.car.title}</span>
              <span className="numeric text-muted-foreground text-xs">
                {[plan.car.stock_number, plan.car.vin].join(" ")}
              </span>
            </p>
            <p className="text-muted-foreground">{carSentences(plan)}</p>
            {plan.photos.length > 0 && (
              <p className="wrap-anywhere line-clamp-2 text-muted-foreground text-xs">
                {plan.photos.map(({ file }) => file.path.replace(/^.*\//, "")).join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Rest count={cars.length - SHOWN} />
    </>
  );
}

/** "Tiene 3 fotos. Se añaden 2. 1 del ZIP ya está." */
function carSentences({ car, photos, known }: CarPlan): string {
  const had = car.images.length;
  const added = photos.length;
  return [
    had === 0 ? "No tiene fotos." : `Tiene ${messages.photos(had)}.`,
    added > 0 && `Se ${added === 1 ? "añade" : "añaden"} ${formatNumber(added)}.`,
    known > 0 && `${formatNumber(known)} del ZIP ya ${known === 1 ? "está" : "están"}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Files with the reason that each was refused. */
export function RefusedFiles({ files }: { files: RefusedFile[] }) {
  if (files.length === 0) return <p className="text-muted-foreground text-sm">Ninguna.</p>;
  return (
    <>
      <ul className="grid divide-y rounded-lg border">
        {files.slice(0, SHOWN).map(({ path, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ZIP may hold two files of one name
          <li key={index} className="grid gap-0.5 px-4 py-2.5 text-sm">
            <span className="wrap-anywhere font-medium">{path}</span>
            <span className="text-destructive-ink">{reason}</span>
          </li>
        ))}
      </ul>
      <Rest count={files.length - SHOWN} />
    </>
  );
}

function Rest({ count }: { count: number }) {
  if (count <= 0) return null;
  return <p className="pt-3 text-muted-foreground text-sm">{`Y ${formatNumber(count)} más.`}</p>;
}
