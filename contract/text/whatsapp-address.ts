/**
 * The URL that opens a WhatsApp chat with a phone (only its digits count) and a prepared text.
 * Without a phone WhatsApp asks for the recipient.
 */
export function whatsappAddress(phone: string, text = ""): string {
  const query = text && `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${phone.replaceAll(/\D/g, "")}${query}`;
}
