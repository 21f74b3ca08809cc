import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../http/api-error.ts";
import { ConnectionError } from "../../postgres/failures.ts";
import { renderError, toRestError } from "./render-error.ts";

describe("toRestError", () => {
  it.each([
    ["23505", 409],
    ["23503", 409],
    ["23514", 400],
    ["22P02", 400],
    ["42703", 400],
    ["42883", 404],
    ["42P01", 404],
    ["25006", 405],
    ["P0001", 400],
    ["P0002", 500],
    ["PT402", 402],
    ["PT999", 400],
    ["54000", 400],
    ["XX000", 500],
  ])("maps SQLSTATE %s to %i", (state, status) => {
    expect(toRestError(sqlError(state), "authenticated")).toMatchObject({ status, code: state });
  });

  it("maps a stack overflow to a too deeply nested body, without PostgreSQL's hint", () => {
    const refusal = toRestError(sqlError("54001"), "authenticated");
    expect(refusal).toMatchObject({ status: 400, code: "PGRST102", hint: null });
  });

  it("maps a deadlock to 503 with Retry-After", () => {
    expect(toRestError(sqlError("40P01"), "authenticated")).toMatchObject({
      status: 503,
      code: "40P01",
      headers: { "Retry-After": "1" },
    });
  });

  it("maps a missing privilege to 401 for a visitor and 403 for a signed-in user", () => {
    expect(toRestError(sqlError("42501"), "anon")).toMatchObject({
      status: 401,
      headers: { "WWW-Authenticate": "Bearer" },
    });
    expect(toRestError(sqlError("42501"), "authenticated").status).toBe(403);
  });

  it("passes on PostgreSQL's message, except for internal errors", () => {
    expect(toRestError(sqlError("23505"), "anon")).toMatchObject({
      message: "words",
      details: "more",
    });
    expect(toRestError(sqlError("XX000"), "anon")).toMatchObject({
      message: "Internal error",
      details: null,
    });
  });

  it.each(["23502", "23514"])("shows the row that violates %s only to the service key", (state) => {
    expect(toRestError(sqlError(state), "authenticated").details).toBeNull();
    expect(toRestError(sqlError(state), "anon").details).toBeNull();
    expect(toRestError(sqlError(state), "service_role").details).toBe("more");
  });

  it("maps an ended session to an invalid token", () => {
    expect(toRestError(sqlError("PT401"), "authenticated")).toMatchObject({
      status: 401,
      code: "PGRST301",
    });
    expect(toRestError(tokenError("bad_jwt"), null)).toMatchObject({
      status: 401,
      code: "PGRST301",
    });
    expect(toRestError(tokenError("token_expired"), null)).toMatchObject({
      status: 401,
      code: "PGRST303",
    });
  });

  it("maps an unreachable database to 503 and a timeout to 504", () => {
    expect(toRestError(systemError("ECONNREFUSED"), "anon")).toMatchObject({
      status: 503,
      code: "PGRST000",
    });
    expect(toRestError(sqlError("57P01"), "anon")).toMatchObject({ status: 503, code: "PGRST000" });
    expect(toRestError(new ConnectionError("POOL_TIMEOUT", "words"), "anon")).toMatchObject({
      status: 504,
      code: "PGRST003",
    });
    expect(toRestError(sqlError("57014"), "anon")).toMatchObject({ status: 504, code: "PGRST003" });
  });

  it("hides unexpected errors", async () => {
    const refusal = toRestError(new TypeError("secret path /etc"), "anon");
    expect(refusal).toMatchObject({ status: 500, code: "XX000", message: "Internal error" });
    expect(await renderError(refusal).json()).toEqual({
      code: "XX000",
      message: "Internal error",
      details: null,
      hint: null,
    });
  });
});

function sqlError(code: string): Error {
  return Object.assign(new DatabaseError("words", 0, "error"), { code, detail: "more" });
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function tokenError(code: string): ApiError {
  return new ApiError({ status: 401, code, message: code });
}
