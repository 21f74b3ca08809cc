/** A phone as it is read; American numbers in groups, others as they are kept. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "+1 $1 $2 $3");
}
