import { type ComponentType, useEffect, useState } from "react";
import { fetchedToaster } from "./toast.ts";

/** The place of notices, once in the root: empty until there is a first one (see toast.ts). */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    fetchedToaster.then((fetched) => setToaster(() => fetched));
  }, []);
  return Toaster && <Toaster />;
}
