import { redirect } from "react-router";

/** Unknown paths lead to the landing page (product section 2). */
export function loader() {
  return redirect("/");
}
