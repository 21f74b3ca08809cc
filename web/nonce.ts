import { createContext } from "react";

/**
 * By it the server knows the page's own inline scripts; entry.server provides it, scripts take it.
 * No browser ever sees it.
 */
export const NonceContext = createContext<string | undefined>(undefined);
