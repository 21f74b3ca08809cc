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
      /\b(auto\w*|aut|a\/?t|t\/?a|a|e?cvt|dct|dsg|tiptronic|doble embrague|dual clutch)\b/,
    ],
    [
      "Manual",
      /\b(manual|standard|std|estandar|stick|m\/?t|t\/?m|m|sincronic\w*|mec|mecanic\w*)\b/,
    ],
  ],
  fuel_type: [
    ["Híbrido", /hybrid|hibrid|plug-?in|enchufable|\bp?hev\b|\bhib\b/],
    ["Eléctrico", /electric|\bb?ev\b|\belec/],
    ["Diésel", /diesel|\b(tdi|crdi|dsl)\b/],
    ["Gasolina", /\bgaso?\b|gasolin|unleaded|petrol|nafta|bencin|flex|\be85\b/],
  ],
  body_style: [
    ["Pickup", /pick[ -]?up|truck|\btroca\b|\bcab\b|doble cabina/],
    ["Minivan", /mini[ -]?van/],
    ["Van", /\bvan\b|furgon/],
    ["SUV", /\bsuv\b|utility|crossover|\bcuv\b|jeepeta|yipeta|\bcampero\b/],
    ["Convertible", /convertible|cabrio|roadster|descapotable|spyder/],
    ["Coupé", /coupe|\bcupe\b|\b2dr car\b/],
    ["Hatchback", /hatch|liftback|\bhb\b/],
    ["Wagon", /wagon|familiar|vagoneta|ranchera|estate/],
    ["Sedán", /sedan|saloon|berlina|\b4dr car\b/],
  ],
  drivetrain: [
    ["Integral (AWD)", /\bawd\b|all[ -]?wheel|integral|quattro|4matic|xdrive/],
    ["4x4", /\b4 ?x ?4\b|\b4wd\b|(four|4)[ -]?wheel|doble traccion/],
    ["Delantera (FWD)", /\bfwd\b|front|delantera/],
    ["Trasera (RWD)", /\brwd\b|rear|trasera/],
  ],
  title_status: [
    ["Salvage", /salvage|salvament/],
    ["Rebuilt", /rebuil|reconstr/],
    ["Lemon", /lemon|buy ?back/],
    ["Inundado", /flood|inunda/],
    ["Limpio", /clean|clear|limpi/],
  ],
  status: [
    ["Vendido", /\bsold\b|delivered|\b(?:vend|vdo)\b|vendid|entregad/],
    // What nobody can buy today is not shown as for sale.
    [
      "En revisión",
      /review|revision|pending|pendiente|recon|taller|\bhold\b|preparacion|\b(?:sep|res|apart)\b|apartad|reserv|separad|proceso|transit|por llegar|en camino|\bno[nt]? (?:avail|dispon)|unavail|inactiv/,
    ],
    [
      "Disponible",
      /availab|\bdisp|\bactiv|in ?stock|\b(?:ok|libre|listo)\b|\ba la venta\b|\b(?:en|in) (venta|inventory|stock|piso|patio|lote|exhibicion|existencia|inventario)\b|front ?line|retail/,
    ],
  ],
};

/** The word of our list that a dealer's means; undefined where it is none. */
export function choiceBehind(name: VehicleFieldName, text: string): string | undefined {
  const told = foldText(text);
  return words[name]?.find(([, pattern]) => pattern.test(told))?.[0];
}
