import { Monitor, Moon, Sun } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { deviceStorage } from "#web/device-storage.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../overlays/dropdown-menu.tsx";
import { THEME_STORAGE_KEY } from "./theme-script.ts";

type ThemeChoice = "light" | "dark" | "system";

const choices = [
  { choice: "light", label: "Claro", Icon: Sun },
  { choice: "dark", label: "Oscuro", Icon: Moon },
  { choice: "system", label: "Como el sistema", Icon: Monitor },
] as const;

/**
 * The menu for light, dark or the system's theme. Initially open, since it is loaded when its
 * trigger is pressed.
 */
export function ThemeMenu({ trigger }: { trigger: ReactNode }) {
  const current = useThemeChoice();
  return (
    <DropdownMenu defaultOpen modal={false}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {choices.map(({ choice, label, Icon }) => (
          <DropdownMenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={current === choice}
            className="aria-checked:bg-muted aria-checked:font-semibold"
            onSelect={() => chooseTheme(choice)}
          >
            <Icon aria-hidden="true" />
            <span>{label}</span>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") deviceStorage.removeItem(THEME_STORAGE_KEY);
  else deviceStorage.setItem(THEME_STORAGE_KEY, choice);
  dispatchEvent(new CustomEvent("themechange", { detail: choice }));
}

/** The person's choice, by default "system". */
function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => "system");
}

function subscribe(listener: () => void): () => void {
  addEventListener("themechange", listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener("themechange", listener);
    removeEventListener("storage", listener);
  };
}

function readChoice(): ThemeChoice {
  const stored = deviceStorage.getItem(THEME_STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}
