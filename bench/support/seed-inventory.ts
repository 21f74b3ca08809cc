import { randomUUID } from "node:crypto";
import type { Sql } from "../../backend/src/postgres/sql.ts";

/** Two dealerships with a salesperson each and 60 published vehicles between them. */
export async function seedInventory(sql: Sql): Promise<void> {
  for (const name of ["Autos del Valle", "Motores del Sur"]) {
    const dealer = await seedPerson(sql, { name, role: "concesionario", dealership: null });
    await seedPerson(sql, { name: `Ventas ${name}`, role: "vendedor", dealership: dealer });
    await sql`
      insert into public.vehicles (user_id, brand, model, year, price, mileage, images, published, created_at, description)
      select ${dealer}, 'Hyundai', 'Kona ' || n, 2015 + n % 9, (12000 + n * 100)::text, n * 900,
        array['https://example.com/a.jpg', 'https://example.com/b.jpg', 'https://example.com/c.jpg'],
        n % 6 <> 0, now() - n * interval '1 hour', repeat('Un solo dueño, todo al día. ', 8)
      from generate_series(1, 30) as n`;
  }
}

type Seed = { name: string; role: string; dealership: string | null };

async function seedPerson(sql: Sql, { name, role, dealership }: Seed): Promise<string> {
  const id = randomUUID();
  const config = {
    profile: { name, tagline: "Tu concesionario de confianza." },
    page_style: { accent_color: "#FF6A00" },
  };
  await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  await sql`
    update public.profiles set full_name = ${name}, role = ${role}, is_active = true, dealership_id = ${dealership},
      public_slug = ${`p-${id.slice(0, 8)}`}, config = ${sql.json(config)}
    where id = ${id}`;
  return id;
}
