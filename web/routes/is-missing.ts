import { isRouteErrorResponse } from "react-router";

/**
 * Whether a public page is not there, now or any more; any other error of its loader means that
 * nobody answers.
 */
export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);
}
