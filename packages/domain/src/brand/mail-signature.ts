import { formatPhone } from '../base/phone.ts';

type Sender = { phone: string | null; whatsapp: string | null; email: string | null };

/** The agency's contact lines at the end of an e-mail; empty when none is registered. */
export const mailSignature = ({ phone, whatsapp, email }: Sender): string =>
  [
    phone && `Telefone: ${formatPhone(phone)}`,
    whatsapp && whatsapp !== phone && `WhatsApp: ${formatPhone(whatsapp)}`,
    email && `E-mail: ${email}`,
  ]
    .filter(Boolean)
    .join('\n');
