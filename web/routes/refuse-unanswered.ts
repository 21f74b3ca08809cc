import { data } from "react-router";

/** For a loader's `catch`: answers 503, as long as nobody answers it. */
export function refuseUnanswered(): never {
  throw data(null, { status: 503, headers: { "Retry-After": "5" } });
}
