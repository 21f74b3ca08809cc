import { foldText } from "./fold-text.ts";
import type { VehicleFieldName } from "./vehicle-fields.ts";

/**
 * What dealers and their programs write for the words of our lists ("8-Speed Automatic", "4D Sport
 * Utility"), looked for in this order: "Gas/Electric Hybrid" is a hybrid.
 */
const words: Partial<Record<VehicleFieldName, readonly (readonly [string, RegExp])[]>> = {
  transmission: [
    [
      "Automático",
      /\b(auto\w*|aut|\d*a\/?t|t\/?a|a|e?cvt|ivt|dct|dsg|pdk|\w*tronic|powershift|secuencial|robotizada|semiauto\w*|doble embrague|dual clutch)\b/,
    ],
    [
      "Manual",
      /\b(manual|man|standard|std|estandar|est|stick|\d*m\/?t|t\/?m|m|sincronic\w*|mec|mecanic\w*)\b/,
    ],
  ],
  fuel_type: [
    ["Híbrido", /hybrid|hibrid|plug-?in|enchufable|\b[pm]?hev\b|\bhib\b|gas\w*[ /-]+elec/],
    ["Eléctrico", /electric|\bb?ev\b|\belec/],
    ["Diésel", /diesel|\b(tdi|crdi|dsl|acpm)\b|gas-?oil|gasoleo|petroler/],
    // Gas that is no petrol has no word of ours.
    [
      "Gasolina",
      /^(?!.*(?:\bgas (?:lp|natural)|\b(?:gnv|gnc|glp|lpg|lpi|cng)\b)).*(?:\bgaso?\b|gasolin|unleaded|petrol|nafta|bencin|flex|\be85\b)/,
    ],
  ],
  body_style: [
    ["Pickup", /pick[ -]?up|truck|\btroca\b|\bcab\b|crew|cabina/],
    ["Minivan", /mini[ -]?van|monovolumen|\bmpv\b/],
    ["Van", /\bvan\b|furgon/],
    ["SUV", /\bsuv\b|utility|crossover|\bcuv\b|jeepeta|yipeta|\bcampero\b|todoterreno/],
    ["Convertible", /convertible|cabrio|roadster|descapotable|spyder/],
    ["Coupé", /coupe|\bcupe\b|\b2dr car\b/],
    ["Hatchback", /hatch|liftback|\bhb\b/],
    ["Wagon", /wagon|familiar|vagoneta|ranchera|\brural\b|guayin|estate/],
    ["Sedán", /sedan|saloon|berlina|\b4dr car\b/],
  ],
  drivetrain: [
    ["Integral (AWD)", /\bawd\b|all[ -]?wheel|integral|quattro|4matic|4motion|xdrive/],
    ["4x4", /\b4 ?x ?4\b|\b4 ?wd\b|(four|4)[ -]?wheel|\bdoble\b/],
    ["Delantera (FWD)", /\bfwd\b|front|delantera|\bdel\b/],
    ["Trasera (RWD)", /\brwd\b|rear|trasera|\btras\b/],
  ],
  title_status: [
    ["Rebuilt", /rebuil|reconstr|\br\/s\b/],
    ["Salvage", /salv|total loss|perdida total/],
    ["Lemon", /lemon|buy ?back/],
    ["Inundado", /flood|inunda/],
    ["Limpio", /^(?!.*\b(?:non?|not|sin)\b).*(?:clean|clear|limpi)/],
  ],
  status: [
    ["Disponible", /\b(?:not?|sin|por) (?:sold|vend)/],
    ["Vendido", /\bsold\b|delivered|\b(?:vend|vdo|baja)\b|vendid|entregad|facturad|liquidad/],
    // What nobody can buy today is not shown as for sale.
    [
      "En revisión",
      /review|revision|pending|pendiente|recon|taller|\bhold\b|preparacion|\b(?:sep|res|apart|pte|deposit|shop|service|detail)\b|apartad|reserv|separad|\bsena|proceso|tramite|transit|aduana|por llegar|en camino|peritaje|mecanic|reparacion|hojalat|pintura|consign|wholesale|subasta|pausad|\bno[nt]?[ _-](?:avail|dispon|list|ready)|pronto|soon|unavail|inactiv/,
    ],
    [
      "Disponible",
      /availab|\bdisp|\bactiv|in ?stock|\b(?:ok|libre|listo|ready|vigente|publicado|piso|lote|exhibicion|nuevo ingreso|for sale|a la venta)\b|\b(?:en|in) (venta|inventory|stock|patio|existencia|inventario)\b|front ?line|retail/,
    ],
  ],
};

/** The word of our list that a dealer's means; undefined where it is none. */
export function choiceBehind(name: VehicleFieldName, text: string): string | undefined {
  const told = foldText(text);
  return words[name]?.find(([, pattern]) => pattern.test(told))?.[0];
}
