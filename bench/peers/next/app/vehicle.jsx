import { Pool } from "pg";

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

async function readVehicle(id) {
  const { rows } = await pool.query({
    name: "vehicle",
    text: `select v.*, p.full_name, p.public_slug, p.public_config
      from public.vehicles v join public.profiles p on p.id = v.user_id where v.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Three similar vehicles, by the same rule as our page. */
async function readSimilar(id) {
  const { rows } = await pool.query({
    name: "similar",
    text: `select other.id, other.brand, other.model, other.year, other.price, other.mileage,
        other.transmission, other.fuel_type, other.images
      from public.vehicles one
      join public.vehicles other on other.user_id = one.user_id and other.id <> one.id
      where one.id = $1 and other.published and other.status = 'Disponible'
      order by coalesce(
          abs(ln(nullif(other.price_amount, 0) / nullif(one.price_amount, 0))), 1)
        + case when other.brand_folded = one.brand_folded then 0 else 0.25 end
        + abs(other.year - one.year) * 0.03, other.created_at desc, other.id
      limit 3`,
    values: [id],
  });
  return rows;
}

/** A drawing with as many shapes as one of our icons. */
function Icon() {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5 shrink-0 text-muted-foreground"
      aria-hidden="true"
    >
      {shapes.map((shape) => (
        <path key={shape} d={shape} />
      ))}
    </svg>
  );
}

const shapes = ["m15 18-6-6 6-6", "M12 18h.01", "M16 10h.01M8 10h.01", "m9 18 6-6-6-6", "M3 3v18"];

/** The properties for link previews. */
const previewProperties = [
  "og:type",
  "og:site_name",
  "og:url",
  "og:image",
  "og:image:width",
  "og:image:height",
];

/**
 * A vehicle page with the content of ours and about as many elements: photos in all widths, facts,
 * description, seller.
 */
export async function Vehicle({ id }) {
  const [vehicle, similar] = await Promise.all([readVehicle(id), readSimilar(id)]);
  if (!vehicle) return <p>No encontrado</p>;
  const facts = [
    ["Marca", vehicle.brand],
    ["Modelo", vehicle.model],
    ["Año", vehicle.year],
    ["VIN", vehicle.vin],
    ["Precio", vehicle.price],
    ["Millaje", vehicle.mileage],
    ["Transmisión", vehicle.transmission],
    ["Color", vehicle.color],
    ["Combustible", vehicle.fuel_type],
    ["Puertas", vehicle.doors],
    ["Motor", vehicle.engine],
  ];
  const title = `${vehicle.brand} ${vehicle.model} ${vehicle.year}`;
  return (
    <main>
      <title>{title}</title>
      <meta property="og:title" content={title} />
      {previewProperties.map((property) => (
        <meta key={property} property={property} content={`${title} ${vehicle.images[0]}`} />
      ))}
      {previewProperties.map((property) => (
        <meta key={property} name={property.replace("og", "twitter")} content={title} />
      ))}
      <meta name="description" content={vehicle.description ?? title} />
      <header>
        <a href={`/i/${vehicle.public_slug}`}>{vehicle.full_name}</a>
        <nav>
          {["Inicio", "Inventario", "Contacto"].map((name) => (
            <a
              key={name}
              href={`/i/${vehicle.public_slug}`}
              className="rounded px-3 py-2 font-medium"
            >
              <Icon />
              {name}
            </a>
          ))}
        </nav>
      </header>
      <section className="grid gap-3">
        {vehicle.images.map((image, at) => (
          <button key={image} type="button" className="relative overflow-hidden rounded-xl border">
            {/* biome-ignore lint/performance/noImgElement: ours is a plain one, too */}
            <img
              src={image}
              srcSet={[320, 480, 640, 960, 1280, 1920]
                .map((w) => `${image}?width=${w} ${w}w`)
                .join(", ")}
              sizes="(min-width: 1024px) 60vw, 100vw"
              alt={`${title}, foto ${at + 1}`}
              loading={at ? "lazy" : "eager"}
            />
            <Icon />
          </button>
        ))}
      </section>
      <section>
        <h1 className="font-bold text-2xl">{title}</h1>
        <p className="numeric text-xl">{Number(vehicle.price).toLocaleString("en-US")}</p>
        <dl className="grid grid-cols-2 gap-2">
          {facts.map(([name, value]) => (
            <div key={name} className="rounded-lg border p-3">
              <dt className="text-muted-foreground text-sm">
                <Icon />
                {name}
              </dt>
              <dd className="font-medium">{value ?? "N/A"}</dd>
            </div>
          ))}
        </dl>
        <p>{vehicle.description}</p>
      </section>
      <aside className="rounded-xl border p-4">
        <p>{vehicle.full_name}</p>
        <p>{vehicle.public_config?.profile?.tagline}</p>
        {["WhatsApp", "Llamar", "Enviar correo", "Compartir", "Calculadora"].map((act) => (
          <a key={act} href="/" className="inline-flex h-11 items-center rounded-md px-4">
            <Icon />
            {act}
          </a>
        ))}
      </aside>
      <section>
        <h2 className="font-semibold text-lg">Vehículos parecidos</h2>
        <ul className="grid gap-4">
          {similar.map((other) => (
            <li key={other.id} className="w-4/5 shrink-0 snap-start">
              <article className="flex flex-col overflow-hidden rounded-2xl border">
                <div className="overflow-hidden bg-muted">
                  {/* biome-ignore lint/performance/noImgElement: as above */}
                  <img
                    src={other.images[0]}
                    srcSet={[320, 480, 640, 960]
                      .map((w) => `${other.images[0]}?width=${w} ${w}w`)
                      .join(", ")}
                    sizes="(min-width: 1024px) 23vw, 80vw"
                    alt=""
                    loading="lazy"
                  />
                </div>
                <div className="flex flex-col gap-1 p-4">
                  <h3 className="font-semibold text-lg">
                    <a href={`/vehicle/${other.id}`}>
                      {other.brand} {other.model} <span>{other.year}</span>
                    </a>
                  </h3>
                  <p>
                    {[other.mileage, other.transmission, other.fuel_type]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                  <div className="flex items-end justify-between">
                    <p className="font-bold text-xl">
                      {Number(other.price).toLocaleString("en-US")}
                    </p>
                    <span className="grid size-9 rounded-full">
                      <Icon />
                    </span>
                  </div>
                </div>
              </article>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}
