/**
 * Whether a VIN fits the keys of a vPIC pattern (NHTSA, vPIC "Pattern.Keys"): positions 4-8, and
 * after a bar positions 10-17; `*` is any character, `[ABD-F2]` one of these, `#` a digit. Keys may
 * be shorter than what they are held against.
 */
export function matchesKeys(keys: string, vin: string): boolean {
  const [descriptor = "", identifier = ""] = keys.split("|");
  return (
    keys !== "" && startsWith(vin.slice(3, 8), descriptor) && startsWith(vin.slice(9), identifier)
  );
}

function startsWith(text: string, keys: string): boolean {
  const places = keys.match(/\[[^\]]*\]|./g) ?? [];
  return places.length <= text.length && places.every((place, at) => fits(text[at] ?? "", place));
}

function fits(character: string, place: string): boolean {
  if (place === "*") return true;
  if (place === "#") return character >= "0" && character <= "9";
  return place.startsWith("[") ? isListed(character, place.slice(1, -1)) : character === place;
}

function isListed(character: string, list: string): boolean {
  const ranges = list.match(/.-.|./g) ?? [];
  return ranges.some((range) => {
    const [first = "", last = first] = range.length === 3 ? [range[0], range[2]] : [range];
    return character >= first && character <= last;
  });
}
