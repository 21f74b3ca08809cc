import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { describe, expect, test, vi } from "vitest";
import { makePageContext } from "#tests/support/page-context.ts";
import { handleError } from "./entry.server.tsx";

function report(error: unknown, request = new Request("https://autos.example/login")) {
  const reportError = vi.fn();
  const context = makePageContext({ reportError });
  handleError(error, { request, context, params: {} });
  return reportError;
}

describe("the server's log", () => {
  test("reports what failed while a page was rendered", () => {
    const broken = new Error("no such column");
    expect(report(broken)).toHaveBeenCalledExactlyOnceWith(broken);
    const failed = new ErrorResponse(500, "Internal Server Error", "");
    expect(report(failed)).toHaveBeenCalledExactlyOnceWith(failed);
    expect(report(data("", { status: 503 }))).toHaveBeenCalledOnce();
  });

  test("omits rejected methods and visitors who left", () => {
    const refusal = new ErrorResponse(405, "Method Not Allowed", new Error("no action"), true);
    expect(report(refusal)).not.toHaveBeenCalled();
    const left = new Request("https://autos.example/", { signal: AbortSignal.abort() });
    expect(report(new Error("aborted"), left)).not.toHaveBeenCalled();
  });
});
