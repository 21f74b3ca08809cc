/**
 * Makes by world manufacturer identifier (ISO 3780) for vehicles not made for the United States,
 * where vPIC has none or several. Omits codes of plants that build several makes, and codes on
 * which public lists disagree.
 */
const codes: Record<string, string> = {
  BMW: "X4X",
  Chery: "LVV LVT",
  Chevrolet: "8AG 8Z1 9BG 9GA X9L",
  Citroën: "8BC 935 VF7 VR7 VS7",
  Dacia: "UU1",
  DAF: "XLR",
  Dongfeng: "LGJ",
  DS: "VR1",
  Fiat: "8AP 9BD",
  Ford: "8AF 8YP AFA LVS MNB VS6 X9F Z6F",
  GAZ: "X96 XTH",
  Geely: "LB3",
  Honda: "93H LHG LVH MRH NLA",
  Hyundai: "9BH KMH LBE MAL NLH TMA",
  Isuzu: "MP1",
  Iveco: "WJM",
  JAC: "LJ1",
  KAMAZ: "XTC",
  Kia: "KNE LJD MZB U5Y U6Y",
  Lada: "XTA",
  Lancia: "ZLA",
  Mahindra: "MA1",
  MAN: "WMA",
  Mazda: "JM7 JMZ MM6 MM7 MM8",
  "Mercedes-Benz": "8AC 9BM LE4 NMB VSA W1V WDB WDF WEB Z9M",
  MG: "LSJ SDP",
  Mitsubishi: "93X JMB MMA MMB MMC",
  Nissan: "94D MDH MNT SJN Z8N",
  Peugeot: "8AD 936 VR3",
  Renault: "8A1 93Y 9FB MEE VF1 X7L",
  Rover: "SAR",
  Scania: "9BS XLE YS2",
  Seat: "VSS",
  Škoda: "TMB",
  SsangYong: "KPA KPB KPT",
  Suzuki: "MA3 MBH TSM",
  Tata: "MAT",
  Toyota: "8AJ 9BR AHT LFM LVG MBJ MHF MR0 XW7",
  UAZ: "XTT",
  Volkswagen: "8AW AAV VWV",
};

const makesByCode: ReadonlyMap<string, string> = new Map(
  Object.entries(codes).flatMap(([make, list]) =>
    list.split(" ").map((code): [string, string] => [code, make]),
  ),
);

/**
 * Codes of plants that build several makes, although vPIC lists only one: GM, Geely, Stellantis,
 * VW.
 */
const shared = new Set("6G1 6G2 6G3 988 KL1 KLA L6T LSG XUF XUU XW8 XWE XWF Y6D Z94".split(" "));

/** Whether several makes share the manufacturer code. */
export function isSharedCode(code: string): boolean {
  return shared.has(code);
}

/** The make of a VIN's manufacturer; undefined if the code is not listed. */
export function listedMake(vin: string): string | undefined {
  return makesByCode.get(vin.slice(0, 3));
}
