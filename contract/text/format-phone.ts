/** How some countries group their numbers. */
const groups: [number: RegExp, grouped: string][] = [
  [/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3"],
  [/^\+52(33|55|56|81)(\d{4})(\d{4})$/, "+52 $1 $2 $3"],
  [/^\+52(\d{3})(\d{3})(\d{4})$/, "+52 $1 $2 $3"],
  [/^\+54(9?)(11)(\d{4})(\d{4})$/, "+54 $1 $2 $3 $4"],
  [/^\+54(9?)(\d{3})(\d{3})(\d{4})$/, "+54 $1 $2 $3 $4"],
  [/^\+55(\d{2})(\d{4,5})(\d{4})$/, "+55 $1 $2 $3"],
  [/^\+(57|58|593|598|34|56|51)(\d{1,3})(\d{3})(\d{3,4})$/, "+$1 $2 $3 $4"],
  [/^\+(50[2-7]|591|595)(\d{4,5})(\d{4})$/, "+$1 $2 $3"],
];

/** Groups the digits of a phone with a country code; returns any other unchanged. */
export function formatPhone(phone: string): string {
  const [number, grouped] = groups.find(([expression]) => expression.test(phone)) ?? [];
  return number && grouped ? phone.replace(number, grouped).replaceAll(/ +/g, " ") : phone;
}

/** Formats an account's phone: digits that start with the country code. */
export function formatAccountPhone(digits: string): string {
  return formatPhone(/^\d+$/.test(digits) ? `+${digits}` : digits);
}
