import { createContext } from "react";

/**
 * The nonce of the page's content security policy; entry.server and entry.client provide it,
 * scripts take it.
 */
export const NonceContext = createContext<string | undefined>(undefined);
