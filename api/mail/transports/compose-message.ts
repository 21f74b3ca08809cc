import type { OutgoingMessage } from "./transport.ts";

/**
 * The message as nodemailer takes it. The recipient is given as an object, so that it can never be read as a list of addresses,
 * and nothing in a message may name files or addresses for nodemailer to read.
 */
export function composeMessage(message: OutgoingMessage) {
  return {
    from: message.from,
    to: { name: "", address: message.recipient },
    subject: message.subject,
    messageId: `<${message.messageId}>`,
    date: message.createdAt,
    text: message.text,
    html: message.html,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
