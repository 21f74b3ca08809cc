import { redirect } from "react-router";

/** Unknown paths lead to the landing page (docs/product/public-pages.md). */
export function loader() {
  return redirect("/");
}
