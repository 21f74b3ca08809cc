import { inventoryScreen, vehicleScreen } from "./screens.ts";

/**
 * Screenshots of the demo: a public vehicle page on a phone, and from 1024 px on also the
 * inventory. On smaller screens the phone rises from the lower edge.
 */
export function HeroPicture() {
  return (
    <div className="relative lg:pb-24 lg:pl-24">
      {/* Hidden on phones and therefore not fetched there; elsewhere a link preloads it. */}
      <img
        {...inventoryScreen}
        loading="lazy"
        alt="El inventario de un concesionario: vehículos con foto, precio, estado y vistas"
        className="hidden h-auto w-full rounded-2xl border bg-muted shadow-overlay lg:block"
      />
      <div className="mx-auto h-86 w-70 overflow-hidden rounded-t-[2.4rem] border-8 border-[#0b1120] border-b-0 bg-muted dark:border-[#2b3650] shadow-overlay lg:absolute lg:bottom-0 lg:left-0 lg:h-auto lg:w-44 lg:rounded-[1.7rem] lg:border-[6px] lg:border-b-[6px]">
        <img
          {...vehicleScreen}
          fetchPriority="high"
          alt="La página de un vehículo en un teléfono: foto, precio y botón para preguntar"
          className="h-auto w-full"
        />
      </div>
    </div>
  );
}
