import { Monitor, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { PageStyleSettings } from "#contract/accounts/settings.ts";
import { classNames } from "#web/ui/class-names.ts";
import type { OwnProfile } from "../own-profile.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { type VisitorRow, visitorRow } from "./visitor-row.ts";

const devices = [
  { name: "desktop", label: "Computadora", width: 1280, height: 960, Icon: Monitor },
  { name: "phone", label: "Teléfono", width: 390, height: 780, Icon: Smartphone },
] as const;

/** Renders the public page of a profile as visitors read it. */
export type RenderPage = (row: VisitorRow) => ReactNode;

/** The public page with the form's current values. */
export function StylePreview(props: { profile: OwnProfile; renderPage: RenderPage }) {
  const { profile, renderPage } = props;
  const [device, setDevice] = useState<(typeof devices)[number]>(devices[0]);
  const { control, getValues } = useFormContext<PageStyleSettings>();
  const style = { ...useWatch({ control }), ...getValues() };
  return (
    <section
      aria-label="Vista previa"
      className={classNames(
        "z-10 grid content-start gap-3 lg:sticky lg:top-20",
        device.name === "desktop" &&
          "max-lg:top-15 max-sm:top-20 max-lg:[@media(min-height:44rem)]:sticky max-lg:-mx-4 max-lg:bg-background/95 max-lg:px-4 max-lg:py-3 max-lg:backdrop-blur",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base tracking-tight">Vista previa</h2>
        <div className="flex flex-wrap gap-1 rounded-lg bg-muted p-1">
          {devices.map((one) => (
            <button
              key={one.name}
              type="button"
              aria-pressed={device.name === one.name}
              onClick={() => setDevice(one)}
              className="touch-target inline-flex h-9 items-center gap-2 rounded-md px-[min(0.75rem,3vw)] font-medium text-muted-foreground text-sm aria-pressed:bg-card aria-pressed:text-foreground aria-pressed:shadow-card"
            >
              <one.Icon aria-hidden="true" className="size-4" />
              <span>{one.label}</span>
            </button>
          ))}
        </div>
      </div>
      <PreviewFrame
        key={device.name}
        width={device.width}
        height={device.height}
        label="Así se ve tu página"
      >
        {renderPage(visitorRow(profile, style))}
      </PreviewFrame>
    </section>
  );
}
