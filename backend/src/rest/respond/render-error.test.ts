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
  ])("answers SQLSTATE %s with %i", (state, status) => {
    expect(toRestError(sqlError(state), "authenticated")).toMatchObject({ status, code: state });
  });

  it("takes a stack that is too deep for a body that nests too deep, and keeps PostgreSQL's settings to itself", () => {
    const refusal = toRestError(sqlError("54001"), "authenticated");
    expect(refusal).toMatchObject({ status: 400, code: "PGRST102", hint: null });
  });

  it("answers a transaction that clashed with others as one to be tried again", () => {
    expect(toRestError(sqlError("40P01"), "authenticated")).toMatchObject({
      status: 503,
      code: "40P01",
      headers: { "Retry-After": "1" },
    });
  });

  it("tells a visitor to sign in and a signed-in person that it is forbidden", () => {
    expect(toRestError(sqlError("42501"), "anon")).toMatchObject({
      status: 401,
      headers: { "WWW-Authenticate": "Bearer" },
    });
    expect(toRestError(sqlError("42501"), "authenticated").status).toBe(403);
  });

  it("passes on what PostgreSQL says, but not of a fault of ours", () => {
    expect(toRestError(sqlError("23505"), "anon")).toMatchObject({
      message: "words",
      details: "more",
    });
    expect(toRestError(sqlError("XX000"), "anon")).toMatchObject({
      message: "Internal error",
      details: null,
    });
  });

  it.each(["23502", "23514"])("shows the row that %s refused to the service key alone", (state) => {
    expect(toRestError(sqlError(state), "authenticated").details).toBeNull();
    expect(toRestError(sqlError(state), "anon").details).toBeNull();
    expect(toRestError(sqlError(state), "service_role").details).toBe("more");
  });

  it("answers an ended session like a token that is not ours", () => {
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

  it("answers a database that is down with 503 and one that is busy with 504", () => {
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

  it("hides what is unforeseen", async () => {
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
