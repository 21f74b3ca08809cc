import type { ComponentProps } from "react";
import { Input } from "#web/ui/controls/input.tsx";

/**
 * A box for one's own e-mail: the right keyboard, the browser's suggestion, and nothing corrected.
 */
export function EmailInput(props: Omit<ComponentProps<"input">, "type">) {
  return (
    <Input
      {...props}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
