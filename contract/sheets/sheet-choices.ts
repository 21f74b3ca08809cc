import { foldText } from "../text/fold-text.ts";
import type { VehicleFieldName } from "../vehicle-fields.ts";

/**
 * Other words for our choices in dealers' sheets ("8-Speed Automatic", "4D Sport Utility"). Checked
 * in this order: "Gas/Electric Hybrid" is a hybrid.
 */
const words: Partial<Record<VehicleFieldName, readonly (readonly [string, RegExp])[]>> = {
  transmission: [
    [
      "Automático",
      /\b(auto\w*|aut|\d*a\/?t|t\/?a|a|e?cvt|ivt|dct|dsg|pdk|\w*tronic|powershift|secuencial|robotizada|semiauto\w*|doble embrague|dual clutch)\b/,
    ],
    [
      "Manual",
      /\b(manu\w*|schalt\w*|man|standard|std|estandar|est|stick|\d*m\/?t|t\/?m|m|sincronic\w*|mec|mecanic\w*)\b/,
    ],
  ],
  fuel_type: [
    ["Híbrido", /hybrid|hibrid|plug-?in|enchufable|\b[pm]?hev\b|\bhib\b|gas\w*[ /-]+elec/],
    ["Eléctrico", /elektr|eletric|elettric|electric|\bb?ev\b|\belec/],
    ["Diésel", /diesel|\b(tdi|crdi|dsl|acpm)\b|gas-?oil|gasoleo|gazole|petroler/],
    // LPG and CNG are not petrol, and the form has no choice for them.
    [
      "Gasolina",
      /^(?!.*(?:\bgas (?:lp|natural)|\b(?:gnv|gnc|glp|lpg|lpi|cng)\b)).*(?:\bgaso?\b|gasolin|unleaded|petrol|nafta|bencin|benzin|essence|flex|\be85\b)/,
    ],
  ],
  body_style: [
    ["Pickup", /pick[ -]?up|\bpicape\b|truck|\btroca\b|\bcab\b|crew|cabina/],
    ["Minivan", /mini[ -]?van|monovolumen|\bmpv\b/],
    ["Van", /\bvans?\b|furgon|kastenwagen|transporter/],
    [
      "SUV",
      /\bsuvs?\b|utility|crossover|\bcuv\b|jeepeta|yipeta|\bcampero\b|todoterreno|gelandewagen/,
    ],
    ["Convertible", /convertible|cabrio|roadster|descapotable|spyder/],
    ["Coupé", /coupe|\bcupe\b|\bcpe\b|\b2dr car\b/],
    ["Hatchback", /hatch|liftback|\bhb\b/],
    ["Wagon", /wagon|familiar|vagoneta|ranchera|\brural\b|guayin|estate|\bkombi\b|\bperua\b/],
    ["Sedán", /sedan|\bsdn\b|saloon|limousine|berlin[ae]|\b4dr car\b/],
  ],
  drivetrain: [
    ["Integral (AWD)", /\bawd\b|all[ -]?wheel|integral|quattro|4matic|4motion|xdrive/],
    ["4x4", /\b4 ?x ?4\b|\b4 ?wd\b|(four|4)[ -]?wheel|\bdoble\b/],
    ["Delantera (FWD)", /\bfwd\b|front|delantera|\bdel\b/],
    ["Trasera (RWD)", /\brwd\b|rear|trasera|\btras\b/],
  ],
  condition: [
    ["Certificado", /certif|\bcpo\b/],
    ["Usado", /used|usad|pre-?owned|seminuev|\bu\b|segunda mano|gebraucht|occasion/],
    ["Nuevo", /\bnew\b|nuev|\bn\b|\b0 ?km\b|neuwagen|\bneu\b|neuf/],
  ],
  title_status: [
    ["Rebuilt", /rebuil|reconstr|\br\/s\b/],
    ["Salvage", /salv|total loss|perdida total/],
    ["Lemon", /lemon|buy ?back/],
    ["Inundado", /flood|inunda/],
    ["Limpio", /^(?!.*\b(?:non?|not|sin)\b).*(?:clean|clear|limpi)/],
  ],
  status: [
    ["Disponible", /\bunsold\b|\b(?:not?|sin|por) (?:sold|vend)/],
    ["En revisión", /\b(?:sin|por|to be|not?) (?:entreg|factur|deliver)|\b(?:almost|casi) /],
    [
      "Vendido",
      /\bsold\b|delivered|\b(?:v|vend|vdo|baja)\b|vendid|entregad|facturad|liquidad|agotad|exportad|out[ -]of[ -]stock/,
    ],
    // A vehicle that cannot be bought today must not be shown as available.
    [
      "En revisión",
      /review|revision|pending|pendiente|recon|taller|\bhold\b|preparacion|\b(?:sep|res|apart|pte|deposit|shop|service|detail)\b|apartad|reserv|separad|\bsena|proceso|tramite|transit|aduana|por llegar|en camino|peritaje|mecanic|reparacion|hojalat|pintura|consign|wholesale|subasta|pausad|\bno[nt]?[ _-](?:avail|dispon|list|ready|for sale|a la venta|en venta)|pronto|soon|unavail|inactiv|draft|borrador|unpublish|archiv|delet|elimin|withdraw|retirad|cancel|finaliz|expir|chatarra|\bjunk|robad|stolen|siniestr|devuel|\brepo|loaner|prestad|\bdemo\b|trade|permuta|on order|pedid|bloquead|ocult|hidden/,
    ],
    [
      "Disponible",
      /availab|\bdisp|\bactiv|in ?stock|back on market|recien llegad|new arrival|publish|\b(?:d|inventory|inventario|oferta|ok|libre|listo|ready|vigente|publicado|piso|lote|exhibicion|nuevo ingreso|for sale|a la venta|para venta)\b|\b(?:en|in) (venta|inventory|stock|patio|existencia|inventario)\b|front ?line|retail/,
    ],
  ],
};

/** Fields with one value: a cell that names several choices has none. */
const exclusive: readonly VehicleFieldName[] = [
  "transmission",
  "body_style",
  "drivetrain",
  "status",
];

/**
 * The form's choice that a dealer's word means. Undefined when it means none, or names several
 * ("RWD/4WD", "Cars & Trucks & Vans").
 */
export function parseChoice(name: VehicleFieldName, text: string): string | undefined {
  const whole = choiceIn(name, text);
  if (whole === undefined || !exclusive.includes(name)) return whole;
  const said = new Set(
    text
      .split(/[/&|,]| (?:or|and|o|y) /i)
      .flatMap((part) => choiceIn(name, part) ?? (anyCar.test(part) ? part : [])),
  );
  // "Vendido / pendiente de entrega" is one state, "Active/Sold" two.
  const isOne = said.size < 2 || (name === "status" && !said.has("Disponible"));
  return isOne ? whole : undefined;
}

/** Among several words these name a category, not a body style. */
const anyCar = /\b(?:cars|autos|carros|coches)\b/i;

function choiceIn(name: VehicleFieldName, text: string): string | undefined {
  const folded = foldText(text);
  return words[name]?.find(([, pattern]) => pattern.test(folded))?.[0];
}
