import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSalesperson, type Person } from "#tests/support/people.ts";
import { type Call, expectNothingChanged, sendAs } from "#tests/support/send-as.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer, rival } = await startStaffedServer();
let seller: Person;
let colleague: Person;

beforeAll(async () => {
  seller = await createSalesperson(server, dealer.id);
  colleague = await createSalesperson(server, dealer.id);
});
afterAll(() => server.stop());

const send = (person: Person, path: string, call?: Call) => sendAs(server, person, path, call);

/** Functions answer 200 with an error; a hidden account looks like one that does not exist. */
function refuses(status: number, text: string): boolean {
  return status === 403 || (status === 200 && (text === "[]" || /"error":"/.test(text)));
}

describe("threat 14: actions on other people's accounts", () => {
  const acts = (target: Person): [string, unknown][] => [
    [
      "/rest/v1/rpc/update_user_password_by_admin",
      { p_user_id: target.id, p_new_password: "robada-1" },
    ],
    [
      "/rest/v1/rpc/update_user_email_by_admin",
      { p_user_id: target.id, p_new_email: "r@example.com" },
    ],
    ["/rest/v1/rpc/delete_user_by_admin", { target_user_id: target.id }],
    ["/rest/v1/rpc/delete_salesperson_by_dealership", { p_salesperson_id: target.id }],
    ["/rest/v1/rpc/reset_second_factor_by_admin", { p_user_id: target.id }],
    ["/rest/v1/rpc/has_second_factor", { p_user_id: target.id }],
    ["/rest/v1/rpc/get_user_profile_by_id", { p_user_id: target.id }],
    ["/rest/v1/rpc/get_dead_mails", {}],
    ["/rest/v1/rpc/retry_dead_mail", { p_id: target.id }],
    [
      "/rest/v1/rpc/create_user_by_admin",
      { p_password: "robada-1", p_full_name: "X", p_role: "admin", p_email: "nuevo@example.com" },
    ],
    ["/rest/v1/rpc/decide_access_request", { p_request_id: target.id, p_status: "approved" }],
  ];
  const functions = (target: Person): [string, unknown][] => [
    ["/functions/v1/update-user-password-by-admin", { userId: target.id, newPassword: "robada-1" }],
    ["/functions/v1/update-user-email-by-admin", { userId: target.id, newEmail: "r@example.com" }],
    [
      "/functions/v1/create-user-by-admin",
      { email: "nuevo@example.com", password: "robada-1", fullName: "X", role: "admin" },
    ],
    ["/functions/v1/manage-access-request", { requestId: target.id, status: "approved" }],
  ];

  test("a dealership and its salespeople cannot act on accounts outside the team", async () => {
    await expectNothingChanged(server, async () => {
      for (const target of [rival, admin]) {
        for (const [path, body] of [...acts(target), ...functions(target)]) {
          for (const person of [dealer, seller]) {
            const { status, text } = await send(person, path, { body });
            // A hidden account looks like one that does not exist.
            const isRefused =
              status === 403 || (status === 200 && (text === "[]" || /"error":"/.test(text)));
            expect([path, status, isRefused]).toEqual([path, status, true]);
          }
        }
      }
    });
  });

  test("a salesperson cannot act on the dealership or a colleague", async () => {
    await expectNothingChanged(server, async () => {
      for (const target of [dealer, colleague]) {
        for (const [path, body] of [...acts(target), ...functions(target)]) {
          const { status, text } = await send(seller, path, { body });
          const isRefused = refuses(status, text);
          expect([path, status, isRefused]).toEqual([path, status, true]);
        }
      }
    });
  });

  test.each([
    ["audit_log", "row_id"],
    ["access_requests", "user_id"],
    ["vehicle_views", "vehicle_id"],
  ])("neither a dealership nor an administrator can write or empty %s", async (table, column) => {
    await expectNothingChanged(server, async () => {
      for (const person of [dealer, admin]) {
        for (const method of ["POST", "PATCH", "DELETE"]) {
          const filter = method === "POST" ? "" : `?${column}=not.is.null`;
          const path = `/rest/v1/${table}${filter}`;
          const { status } = await send(person, path, { method, body: { [column]: dealer.id } });
          expect([table, method, status]).toEqual([table, method, 403]);
        }
      }
    });
  });
});
