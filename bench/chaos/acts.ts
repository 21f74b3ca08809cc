import { randomInt, randomUUID } from "node:crypto";
import type { Answer } from "./ask.ts";
import { randomAddress, randomEmail, type Dealer, type World } from "./world.ts";

/**
 * A user action: how often it happens, which error statuses are correct, and the action itself,
 * which records acknowledged writes in the ledger.
 */
export type Act = {
  name: string;
  weight: number;
  refusals?: number[];
  run(world: World): Promise<Answer | null>;
};

const json = { "content-type": "application/json" };

/** Half of the actions are reads; the rest are all kinds of writes. */
const acts: Act[] = [
  { name: "visitor lists vehicles", weight: 26, run: listVehicles },
  { name: "visitor opens a page", weight: 6, run: openPage },
  { name: "visitor sees a photo", weight: 8, run: seePhoto },
  { name: "visitor is counted", weight: 4, run: countVisit },
  { name: "dealer lists own vehicles", weight: 14, run: listOwn },
  { name: "dealer adds a vehicle", weight: 14, run: addVehicle },
  { name: "dealer changes a price", weight: 8, run: changePrice },
  { name: "dealer uploads a photo", weight: 4, run: uploadPhoto },
  { name: "dealer signs in", weight: 2, run: signIn },
  { name: "dealer refreshes", weight: 3, run: refresh },
  { name: "customer asks", weight: 7, run: sendLead },
  { name: "stranger tries to write", weight: 4, refusals: [401], run: tryToWrite },
];

export function chooseAct(): Act {
  const all = acts.reduce((sum, { weight }) => sum + weight, 0);
  let left = randomInt(all);
  for (const act of acts) {
    left -= act.weight;
    if (left < 0) return act;
  }
  throw new Error("The weights do not add up.");
}

function anyDealer({ dealers }: World): Dealer {
  const dealer = dealers[randomInt(dealers.length)];
  if (!dealer) throw new Error("There is no dealer.");
  return dealer;
}

function as({ anonKey }: World, token = anonKey): Record<string, string> {
  return { apikey: anonKey, authorization: `Bearer ${token}`, "x-forwarded-for": randomAddress() };
}

function listVehicles(world: World): Promise<Answer> {
  const path = `/rest/v1/vehicles?select=*,profiles(full_name,public_slug)&order=created_at.desc&limit=20`;
  return world.ask({ path, headers: as(world) });
}

function openPage(world: World): Promise<Answer> {
  const { slug, vehicle } = anyDealer(world);
  const path = randomInt(2) ? `/i/${slug}` : `/public/vehicle/${vehicle}`;
  return world.ask({ path, headers: { "x-forwarded-for": randomAddress() } });
}

async function seePhoto(world: World): Promise<Answer | null> {
  const { photos } = world.ledger;
  const address = photos[randomInt(Math.max(1, photos.length))];
  return address ? world.ask({ path: address }) : null;
}

function countVisit(world: World): Promise<Answer> {
  const body = JSON.stringify({ p_vehicle_id: anyDealer(world).vehicle });
  const path = "/rest/v1/rpc/record_vehicle_view";
  return world.ask({ method: "POST", path, headers: { ...as(world), ...json }, body });
}

function listOwn(world: World): Promise<Answer> {
  const { id, token } = anyDealer(world);
  const path = `/rest/v1/vehicles?select=id,brand,model,price&user_id=eq.${id}&limit=50`;
  return world.ask({ path, headers: as(world, token) });
}

async function addVehicle(world: World): Promise<Answer> {
  const { id, token } = anyDealer(world);
  const answer = await world.ask({
    method: "POST",
    path: "/rest/v1/vehicles?select=id",
    headers: { ...as(world, token), ...json, prefer: "return=representation" },
    body: JSON.stringify({ user_id: id, brand: "Kia", model: "Nuevo", year: 2021, price: "12000" }),
  });
  if (answer.status === 201) world.ledger.vehicles.push(JSON.parse(answer.text)[0].id);
  return answer;
}

/**
 * Sets one price after the other. The database must have the last acknowledged one, or a later one
 * without an answer.
 */
async function changePrice(world: World): Promise<Answer | null> {
  const dealer = anyDealer(world);
  if (dealer.isPricing) return null;
  dealer.isPricing = true;
  const price = String(Number(world.ledger.prices.get(dealer.vehicle) ?? 10_000) + 1);
  const answer = await world.ask({
    method: "PATCH",
    path: `/rest/v1/vehicles?id=eq.${dealer.vehicle}`,
    headers: { ...as(world, dealer.token), ...json },
    body: JSON.stringify({ price }),
  });
  if (answer.status === 204) world.ledger.prices.set(dealer.vehicle, price);
  dealer.isPricing = false;
  return answer;
}

async function uploadPhoto(world: World): Promise<Answer> {
  const { id, token } = anyDealer(world);
  const name = `vehicle_images/${id}/${Date.now()}-${randomUUID()}.jpg`;
  const answer = await world.ask({
    method: "POST",
    path: `/storage/v1/object/${name}`,
    headers: { ...as(world, token), "content-type": "image/jpeg" },
    body: world.photo,
  });
  if (answer.status === 200) world.ledger.photos.push(`/storage/v1/object/public/${name}`);
  return answer;
}

async function signIn(world: World): Promise<Answer> {
  const { email, password } = anyDealer(world);
  const path = "/auth/v1/token?grant_type=password";
  const body = JSON.stringify({ email, password });
  const answer = await world.ask({
    method: "POST",
    path,
    headers: { ...as(world), ...json },
    body,
  });
  if (answer.status === 200) {
    const [, claims = ""] = String(JSON.parse(answer.text).access_token).split(".");
    const { session_id } = JSON.parse(Buffer.from(claims, "base64url").toString());
    world.ledger.sessions.push(session_id);
  }
  return answer;
}

async function refresh(world: World): Promise<Answer | null> {
  const dealer = anyDealer(world);
  if (dealer.isRefreshing) return null;
  dealer.isRefreshing = true;
  const path = "/auth/v1/token?grant_type=refresh_token";
  const body = JSON.stringify({ refresh_token: world.ledger.tokens.get(dealer.id) });
  const answer = await world.ask({
    method: "POST",
    path,
    headers: { ...as(world), ...json },
    body,
  });
  if (answer.status === 200) {
    const { refresh_token, access_token } = JSON.parse(answer.text);
    world.ledger.tokens.set(dealer.id, refresh_token);
    dealer.token = access_token;
  }
  dealer.isRefreshing = false;
  return answer;
}

async function sendLead(world: World): Promise<Answer> {
  const email = randomEmail();
  const answer = await world.ask({
    method: "POST",
    path: "/functions/v1/send-lead-notification",
    headers: { ...as(world), ...json },
    body: JSON.stringify({
      type: "general_inquiry",
      recipientId: anyDealer(world).id,
      name: "Ana Pérez",
      email,
      phone: "",
      message: "¿Sigue disponible?",
      company: "",
      submissionId: randomUUID(),
    }),
  });
  if (answer.status === 200) world.ledger.leads.push(email);
  return answer;
}

function tryToWrite(world: World): Promise<Answer> {
  const body = JSON.stringify({ price: "1" });
  const path = `/rest/v1/vehicles?id=eq.${anyDealer(world).vehicle}`;
  return world.ask({ method: "PATCH", path, headers: { ...as(world), ...json }, body });
}
