import type { ReactElement, ReactNode } from "react";

/** Puts a button into the dialog that it opens. */
export type RenderDemo = (trigger: ReactElement) => ReactNode;
