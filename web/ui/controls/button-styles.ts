export type ButtonVariants = {
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

/** Button classes, for links that look like one. Utilities next to them win (look.css). */
export function buttonStyles({ variant = "primary", size = "md" }: ButtonVariants = {}): string {
  return `button button-${size} button-${variant}`;
}
