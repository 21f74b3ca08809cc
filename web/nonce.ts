import { createContext } from "react";

/**
 * Marks the page's own inline scripts for the server, which removes it before the page is sent
 * (entry.server.tsx provides it).
 */
export const NonceContext = createContext<string | undefined>(undefined);
