/** Opens WhatsApp with the message written; `phone` has its area code. Without a phone the recipient is chosen there. */
export const whatsAppLink = (phone: string | null, text: string) =>
  `https://wa.me/${phone ? `55${phone.replace(/\D/g, '')}` : ''}?text=${encodeURIComponent(text)}`;

/** Opens the person's own mail with the message written. Lines end as RFC 6068 wants them. */
export function mailLink(email: string, { subject, text }: { subject: string; text: string }): string {
  const body = text.replace(/\r?\n/g, '\r\n');
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** Calls a number of the country. */
export const callLink = (phone: string) => `tel:+55${phone}`;
