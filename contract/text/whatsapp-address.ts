/**
 * Where WhatsApp opens a chat with that phone, of which digits alone matter, and `text` written in
 * it already. Without a phone WhatsApp asks whom to send it to.
 */
export function whatsappAddress(phone: string, text = ""): string {
  const query = text && `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${phone.replaceAll(/\D/g, "")}${query}`;
}
