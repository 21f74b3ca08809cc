import { CircleHelp, Monitor, Smartphone } from "lucide-react";
import { Button } from "#web/ui/controls/button.tsx";
import { Badge } from "#web/ui/frame/badge.tsx";
import { timeSince } from "#web/ui/time-since.ts";
import type { OpenSession } from "./own-sessions.ts";

type Sign = readonly [pattern: RegExp, name: string];

/** The first that fits is meant: most browsers also name those that they descend from. */
const browsers: Sign[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const devices: Sign[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b.*\bMobile\b/, "teléfono Android"],
  [/\bAndroid\b/, "tableta Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

type Device = { name: string; kind: "phone" | "computer" | "unknown" };

/** A browser's own description in words: "Chrome en Windows", "Safari en iPhone". */
export function describeDevice(userAgent: string | null): Device {
  const browser = nameOf(browsers, userAgent);
  const device = nameOf(devices, userAgent);
  const name = [browser, device].filter(Boolean).join(" en ");
  if (!device) return { name: name || "Dispositivo desconocido", kind: "unknown" };
  return { name, kind: /iPhone|iPad|Android/.test(device) ? "phone" : "computer" };
}

function nameOf(signs: Sign[], userAgent: string | null): string | undefined {
  return signs.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
}

const icons: Record<Device["kind"], typeof Monitor> = {
  phone: Smartphone,
  computer: Monitor,
  unknown: CircleHelp,
};

type SessionRowProps = { session: OpenSession; ending: boolean; onEnd: () => void };

/**
 * One open session: on what device, when it was last used, and its end. This one ends with the
 * sign-out instead.
 */
export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { name, kind } = describeDevice(session.user_agent);
  const Icon = icons[kind];
  return (
    <li className="flex min-h-16 items-center gap-3 p-3 sm:px-4">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
      <div className="grid min-w-0 grow gap-0.5 text-sm">
        <span className="font-medium">{name}</span>
        <span className="text-muted-foreground text-xs">
          {session.is_current
            ? "En uso ahora"
            : `Último uso: ${timeSince(new Date(session.used_at), new Date())}`}
        </span>
      </div>
      {session.is_current ? (
        <Badge variant="success">Este dispositivo</Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          loading={ending}
          aria-label={`Cerrar sesión en ${name}`}
          onClick={onEnd}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}
