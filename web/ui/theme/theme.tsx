import { Moon, Sun } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../controls/button.tsx";
import { useLazyModule } from "../overlays/use-lazy-module.ts";

const fetchMenu = () => import("./theme-menu.tsx");

/** A button that opens the theme menu. */
export function ThemeToggle() {
  const { part: menu, prefetch, request } = useLazyModule(fetchMenu);
  if (menu) return <menu.ThemeMenu trigger={<ThemeButton />} />;
  return (
    <ThemeButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={request}
    />
  );
}

function ThemeButton(props: ComponentProps<"button">) {
  return (
    <Button variant="ghost" size="icon" aria-label="Cambiar tema" {...props}>
      <Sun aria-hidden="true" className="dark:hidden" />
      <Moon aria-hidden="true" className="hidden dark:block" />
    </Button>
  );
}
