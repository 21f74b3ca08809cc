import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAuth } from "#backend-tests/support/auth-calls.ts";
import { smallJpeg } from "#backend-tests/support/images.ts";
import {
  type EnrolledFactor,
  enrolFactor,
  nextCode,
} from "#backend-tests/support/second-factor.ts";
import {
  createAdmin,
  createDealership,
  createSalesperson,
  type Person,
} from "#tests/support/people.ts";
import { submitRequest, makeAccessRequest } from "#tests/support/requests.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

let server: TestServer;

/** A person with a factor and a session at aal2, and a thief's session with the password alone. */
type Doubled = { person: Person; factor: EnrolledFactor; weak: Person["client"]; token: string };

let dealer: Doubled;
let admin: Doubled;
let seller: Person;
let car: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await withFactor(await createAdmin(server));
  const person = await createDealership(server);
  seller = await createSalesperson(server, person.id);
  const { data, error } = await person.client
    .from("vehicles")
    .insert({ user_id: person.id, brand: "Kia", model: "Rio", year: 2020 })
    .select("id")
    .single();
  if (error) throw error;
  car = data.id;
  dealer = await withFactor(person);
  await submitRequest(server, makeAccessRequest());
});
afterAll(() => server.stop());

async function withFactor(person: Person): Promise<Doubled> {
  const factor = await enrolFactor(person);
  const weak = server.anonymous();
  const { data, error } = await weak.auth.signInWithPassword(person);
  if (error) throw error;
  return { person, factor, weak, token: data.session.access_token };
}

/** Everything that a write could change. */
async function everything() {
  const { sql } = server;
  return {
    vehicles: [...(await sql`select * from public.vehicles order by id`)],
    profiles: [...(await sql`select * from public.profiles order by id`)],
    requests: [...(await sql`select * from public.access_requests order by id`)],
    log: [...(await sql`select * from public.audit_log`)],
    objects: [...(await sql`select name, updated_at from storage.objects order by name`)],
    users: [
      ...(await sql`select id, encrypted_password, raw_user_meta_data, email from auth.users order by id`),
    ],
    factors: [...(await sql`select * from auth.mfa_factors order by id`)],
    sessions: [...(await sql`select id from auth.sessions order by id`)],
  };
}

describe("threat 24: an aal1 token of a person with a verified factor", () => {
  test("reads only the own profile through rest and storage until the code is given", async () => {
    const { weak, person } = dealer;
    const path = `${person.id}/1700000000000-b.jpg`;
    const photos = (client: Person["client"]) => client.storage.from("vehicle_images");
    const kept = await photos(person.client).upload(path, await smallJpeg());
    expect(kept.error).toBeNull();
    const own = await weak.from("profiles").select("*").eq("id", person.id).single();
    expect(own.data).toMatchObject({ email: person.email, is_active: true });
    expect((await weak.rpc("get_user_profile_by_id", { p_user_id: person.id })).data).toHaveLength(
      1,
    );

    const reads = (client: Person["client"]) => [
      client.from("vehicles").select("id"),
      client.from("profiles").select("id,email").eq("id", seller.id).not("email", "is", null),
      client.rpc("get_own_sessions"),
      photos(client).list(person.id),
    ];
    for (const { data } of await Promise.all(reads(weak))) expect(data).toEqual([]);
    const seen = await Promise.all(reads(person.client));
    expect(seen.map(({ data }) => data?.length)).toEqual([1, 1, 2, 1]);
    const team = await weak.rpc("get_team_members", { p_dealership_id: person.id });
    expect(team).toMatchObject({ status: 403, error: { hint: "insufficient_aal" } });
    const signed = await photos(weak).createSignedUrl(path, 60);
    expect(signed.error).toMatchObject({ statusCode: "404" });
    expect((await photos(weak).info(path)).error).toMatchObject({ statusCode: "404" });
    expect((await photos(person.client).remove([path])).error).toBeNull();
  });

  test("writes nothing through rest, storage, functions and auth", async () => {
    const before = await everything();
    const { weak, person } = dealer;
    const row = { user_id: person.id, brand: "Kia", model: "Ceed", year: 2021 };
    const writes = await Promise.all([
      weak.from("vehicles").insert(row),
      weak.from("vehicles").upsert({ ...row, id: car }),
      weak.from("vehicles").update({ price: "1" }).eq("id", car),
      weak.from("vehicles").delete().eq("id", car),
      weak.from("profiles").update({ full_name: "Otra" }).eq("id", person.id),
      weak.from("profiles").upsert({ id: person.id, full_name: "Otra" }),
      weak.rpc("delete_salesperson_by_dealership", { p_salesperson_id: seller.id }),
      weak.rpc("end_own_session", { p_id: crypto.randomUUID() }),
    ]);
    for (const { status, error } of writes) {
      expect([status, error?.code]).toEqual([403, "42501"]);
    }
    const photos = weak.storage.from("vehicle_images");
    const path = `${person.id}/1700000000000-a.jpg`;
    const upload = await photos.upload(path, await smallJpeg());
    expect(upload.error).toMatchObject({ statusCode: "403" });
    const logo = await weak.storage
      .from("dealership_logos")
      .upload(`${person.id}/logo_1`, await smallJpeg(), { upsert: true });
    expect(logo.error).toMatchObject({ statusCode: "403" });
    const opened = await weak.functions.invoke("create-salesperson", {
      body: { email: "x@example.com", password: "clave-larga", fullName: "Equis" },
    });
    expect(opened.error?.context.status).toBe(403);
    for (const change of [{ password: "otra-clave" }, { data: { theme: "dark" } }]) {
      const { error } = await weak.auth.updateUser(change);
      expect(error).toMatchObject({ status: 401, code: "insufficient_aal" });
    }
    expect(await everything()).toEqual(before);
  });

  test("cannot remove a second app that the owner is adding", async () => {
    const { weak, person } = dealer;
    const begun = await person.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Otra" });
    const factorId = begun.data?.id ?? "";
    const refused = await weak.auth.mfa.unenroll({ factorId });
    expect(refused.error).toMatchObject({ status: 422, code: "insufficient_aal" });
    expect((await person.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  test("of an administrator reads nothing", async () => {
    const { weak, person } = admin;
    for (const table of ["access_requests", "leads", "audit_log", "vehicle_views"]) {
      const { data, status } = await weak.from(table).select("*");
      expect([status, data], table).toEqual([200, []]);
    }
    expect((await weak.from("profiles").select("id").not("email", "is", null)).data).toEqual([
      { id: person.id },
    ]);
    for (const name of ["get_user_profiles_with_vehicle_counts", "get_dead_mails"]) {
      expect((await weak.rpc(name)).error?.hint, name).toBe("insufficient_aal");
      expect((await person.client.rpc(name)).error, name).toBeNull();
    }
  });

  test("of an administrator cannot change accounts, even when impersonating", async () => {
    const before = await everything();
    const [request] = await server.sql`select id from public.access_requests limit 1`;
    const functions = {
      "manage-access-request": { requestId: request?.id, status: "approved" },
      "create-user-by-admin": {
        password: "clave-larga",
        fullName: "Equis",
        role: "admin",
        email: "x@example.com",
      },
      "update-user-password-by-admin": { userId: dealer.person.id, newPassword: "otra-clave" },
      "update-user-email-by-admin": { userId: dealer.person.id, newEmail: "y@example.com" },
    };
    for (const [name, body] of Object.entries(functions)) {
      const { error } = await admin.weak.functions.invoke(name, { body });
      expect([name, error?.context.status]).toEqual([name, 403]);
    }
    const refused = await Promise.all([
      admin.weak.rpc("delete_user_by_admin", { target_user_id: dealer.person.id }),
      admin.weak.rpc("reset_second_factor_by_admin", { p_user_id: dealer.person.id }),
      admin.weak.from("profiles").update({ is_active: false }).eq("id", dealer.person.id),
    ]);
    for (const { status } of refused) expect(status).toBe(403);
    expect(await everything()).toEqual(before);
  });

  test("writes nothing with a forged level, and everything after the code is given", async () => {
    const [head = "", body = "", signature = ""] = dealer.token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, aal: "aal2" })).toString("base64url");
    const token = `${head}.${forged}.${signature}`;
    const answer = await callAuth(server, "user", {
      method: "PUT",
      token,
      body: { data: { a: 1 } },
    });
    expect(answer.status).toBe(403);

    const { weak, factor } = dealer;
    const code = await nextCode(server, factor);
    expect(
      (await weak.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error,
    ).toBeNull();
    expect((await weak.from("vehicles").update({ price: "9" }).eq("id", car)).error).toBeNull();
    const [row] = await server.sql`select price from public.vehicles where id = ${car}`;
    expect(row?.price).toBe("9");
    const old = await fetch(`${server.url}/rest/v1/vehicles?id=eq.${car}`, {
      method: "PATCH",
      headers: {
        apikey: server.anonKey,
        authorization: `Bearer ${dealer.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ price: "10" }),
    });
    expect(old.status).toBe(403);
  });
});

describe("threat 24: a thief who has only the password and signs out", () => {
  const isLive = async (client: Person["client"]) => (await client.auth.getUser()).error === null;

  test("ends only the thief's own session, and cannot end the others", async () => {
    const { person, weak, token } = await withFactor(await createDealership(server));
    const other = server.anonymous();
    await other.auth.signInWithPassword(person);
    const refused = await callAuth(server, "logout?scope=others", { token });
    expect([refused.status, refused.body?.code]).toEqual([401, "insufficient_aal"]);
    expect(await Promise.all([person.client, weak, other].map(isLive))).toEqual([true, true, true]);
    const answer = await callAuth(server, "logout", { token });
    expect([answer.status, answer.body]).toEqual([204, null]);
    expect(await Promise.all([person.client, weak, other].map(isLive))).toEqual([
      true,
      false,
      true,
    ]);
    const { error } = await other.auth.signOut({ scope: "local" });
    expect(error).toBeNull();
    expect(await isLive(other)).toBe(false);
  });

  test("is signed out by the owner, who proved the factor", async () => {
    for (const scope of ["others", "global"] as const) {
      const { person, weak } = await withFactor(await createDealership(server));
      expect((await person.client.auth.signOut({ scope })).error).toBeNull();
      expect(await isLive(weak)).toBe(false);
      expect(await isLive(person.client)).toBe(scope === "others");
    }
  });

  test("gains nothing from a token from before the code, until no factor is left", async () => {
    const { person, weak, token, factor } = await withFactor(await createDealership(server));
    const code = await nextCode(server, factor);
    await weak.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    const { status } = await callAuth(server, "logout?scope=others", { token });
    expect(status).toBe(401);
    expect(await isLive(person.client)).toBe(true);
    await weak.auth.mfa.unenroll({ factorId: factor.id });
    expect((await callAuth(server, "logout?scope=others", { token })).status).toBe(204);
    expect(await isLive(person.client)).toBe(false);
  });
});

describe("an administrator helps a person who lost the phone", () => {
  test("removes the factor: sessions end, the password suffices, with mail and log entry", async () => {
    const lost = await withFactor(await createDealership(server, { fullName: "Autos Perdidos" }));
    const { person } = lost;
    const { client } = admin.person;
    expect((await client.rpc("has_second_factor", { p_user_id: person.id })).data).toBe(true);
    const reset = await client.rpc("reset_second_factor_by_admin", { p_user_id: person.id });
    expect(reset.error).toBeNull();
    expect((await client.rpc("has_second_factor", { p_user_id: person.id })).data).toBe(false);
    expect((await person.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    const again = server.anonymous();
    await again.auth.signInWithPassword(person);
    const rename = await again.from("profiles").update({ full_name: "Autos" }).eq("id", person.id);
    expect(rename.error).toBeNull();
    const lines =
      await server.sql`select actor_id, impersonated_id, action, row_id, difference from public.audit_log
      where row_id = ${lost.factor.id} order by id`;
    expect([...lines]).toEqual([
      {
        actor_id: admin.person.id,
        impersonated_id: null,
        action: "delete",
        row_id: lost.factor.id,
        difference: { user_id: { old: person.id, new: null } },
      },
    ]);
    const twice = await client.rpc("reset_second_factor_by_admin", { p_user_id: person.id });
    expect(twice.error?.message).toBe("Esta cuenta no tiene verificación en dos pasos.");
  });

  test("a dealer cannot remove a person's factor or see whether there is one", async () => {
    const { person } = await withFactor(await createSalesperson(server, dealer.person.id));
    const { weak: client } = dealer;
    for (const name of ["has_second_factor", "reset_second_factor_by_admin"]) {
      expect((await client.rpc(name, { p_user_id: person.id })).status).toBe(403);
      expect((await server.anonymous().rpc(name, { p_user_id: person.id })).status).toBe(401);
    }
    expect((await person.client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });

  test("an administrator cannot remove their own factor this way", async () => {
    const { person } = admin;
    const { error } = await person.client.rpc("reset_second_factor_by_admin", {
      p_user_id: person.id,
    });
    expect(error?.message).toMatch(/Tu propia verificación/);
    expect((await person.client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });
});
