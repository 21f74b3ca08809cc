import { useSearchParams } from "react-router";

/**
 * The tabs of /settings, named as the address names them (?tab=seguridad); the first needs no name.
 */
export const settingsTabs = ["perfil", "pagina-publica", "seguridad", "equipo"] as const;
export type SettingsTab = (typeof settingsTabs)[number];

const PARAMETER = "tab";

/**
 * The open tab, kept in the address, so that a reload or a bookmark opens it again. A tab that one
 * does not have is the first.
 */
export function useSettingsTab(
  available: readonly SettingsTab[],
): [SettingsTab, (tab: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get(PARAMETER);
  const open = available.find((tab) => tab === named) ?? "perfil";
  const change = (tab: string) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (tab === "perfil") next.delete(PARAMETER);
        else next.set(PARAMETER, tab);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [open, change];
}
