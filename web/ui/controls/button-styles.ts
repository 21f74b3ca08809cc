/** What a button looks like: its weight and its height. */
export type ButtonLook = {
  variant?:
    | "primary"
    | "secondary"
    | "outline"
    | "ghost"
    | "whatsapp"
    | "destructive"
    | "link"
    | undefined;
  size?: "sm" | "md" | "lg" | "icon" | "icon-sm" | undefined;
};

/**
 * Class names of a button, for elements that must look like one; utilities beside them win
 * (look.css).
 */
export function buttonStyles({ variant = "primary", size = "md" }: ButtonLook = {}): string {
  return `button button-${size} button-${variant}`;
}
