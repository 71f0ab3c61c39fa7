import type { Cents } from '../../base/money.ts';
import { staticPix, txidOfInvoice } from './pix.ts';

/**
 * Setting or amount that is missing before an invoice can be paid by Pix; UNDERWAY: an immediate charge of it is in
 * progress, and another code could be paid beside it.
 */
export type PixObstacle = 'KEY' | 'CITY' | 'AMOUNT' | 'UNDERWAY';

export type InvoicePix = { code: string; missing: null } | { code: null; missing: PixObstacle };

type Receiver = { pix_key: string | null; name: string; city: string | null };

/**
 * Static code that pays `amount` of an invoice into the agency's key. Its txid names the invoice, so that the payment is
 * found in a bank's statement. A static code needs no agreement with a bank, and cannot be cancelled once it was copied.
 */
export function invoicePix({ pix_key, name, city }: Receiver, invoiceId: number, amount: Cents): InvoicePix {
  if (!pix_key) return { code: null, missing: 'KEY' };
  if (!city) return { code: null, missing: 'CITY' };
  if (amount <= 0) return { code: null, missing: 'AMOUNT' };
  const code = staticPix({ key: pix_key, merchant: name, city, amount, txid: txidOfInvoice(invoiceId) });
  return { code, missing: null };
}
