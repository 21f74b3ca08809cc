import { redirect } from "react-router";

/** Unknown paths redirect to the landing page (docs/product/public-pages.md). */
export function loader() {
  return redirect("/");
}
