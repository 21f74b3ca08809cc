import { afterAll, describe, expect, test } from "vitest";
import { enrolFactor } from "#backend-tests/support/second-factor.ts";
import { startStaffedServer } from "#tests/support/staffed-server.ts";

const { server, admin, dealer } = await startStaffedServer();
afterAll(() => server.stop());

const linesAbout = async (rowId: string) => [
  ...(await server.sql`
    select actor_id, impersonated_id, action, table_name, difference
    from public.audit_log where row_id = ${rowId} and table_name in ('users', 'mfa_factors') order by id`),
];

describe("a person who changes their own credentials:", () => {
  test.each([
    ["an administrator leaves a log entry for each change", admin, true],
    ["a dealer leaves no log entry", dealer, false],
  ])("%s", async (_case, person, isLogged) => {
    const { error } = await person.client.auth.updateUser({ password: "otra-clave-propia" });
    expect(error).toBeNull();
    const factor = await enrolFactor(person);
    expect((await person.client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();

    const line = { actor_id: person.id, impersonated_id: null };
    const hidden = { old: "******", new: "******" };
    expect(await linesAbout(person.id)).toEqual(
      isLogged
        ? [{ ...line, action: "update", table_name: "users", difference: { password: hidden } }]
        : [],
    );
    const factorLine = { ...line, table_name: "mfa_factors" };
    const added = { user_id: { old: null, new: person.id } };
    const removed = { user_id: { old: person.id, new: null } };
    expect(await linesAbout(factor.id)).toEqual(
      isLogged
        ? [
            { ...factorLine, action: "insert", difference: added },
            { ...factorLine, action: "delete", difference: removed },
          ]
        : [],
    );
  });
});
