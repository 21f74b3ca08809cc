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

/** A drawing of as many shapes as one of ours has. */
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

/** What is told to whoever draws a preview of the address. */
const told = ["og:type", "og:site_name", "og:url", "og:image", "og:image:width", "og:image:height"];

/**
 * A vehicle's page with what ours shows and about as many elements: photos in all widths, facts,
 * description, its seller.
 */
export async function Vehicle({ id }) {
  const vehicle = await readVehicle(id);
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
      {told.map((property) => (
        <meta key={property} property={property} content={`${title} ${vehicle.images[0]}`} />
      ))}
      {told.map((property) => (
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
    </main>
  );
}
