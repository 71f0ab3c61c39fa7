import { formatPhone } from '../base/phone.ts';

type Sender = { phone: string | null; whatsapp: string | null; email: string | null };

/** Lines below an e-mail by which its reader reaches the agency; empty when none is registered. */
export const mailSignature = ({ phone, whatsapp, email }: Sender): string =>
  [
    phone && `Telefone: ${formatPhone(phone)}`,
    whatsapp && whatsapp !== phone && `WhatsApp: ${formatPhone(whatsapp)}`,
    email && `E-mail: ${email}`,
  ]
    .filter(Boolean)
    .join('\n');
