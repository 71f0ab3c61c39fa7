import { bareDocument, isCnpj, isCpf } from '../../base/documents.ts';
import { barePhone } from '../../base/phone.ts';

export type PixKey = { kind: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'RANDOM'; key: string };

const LONGEST_EMAIL = 77;
const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const RANDOM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A valid area code with eight digits, or nine that start with a 9. */
const PHONE = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(9\d{8}|[2-5]\d{7})$/;

/**
 * Normalizes a typed Pix key to the Central Bank's form: digits only, `+55` before a phone, lower case in e-mails and
 * random keys. Eleven digits that form a valid CPF are a CPF, unless formatted as a phone.
 */
export function readPixKey(text: string): PixKey | undefined {
  const typed = text.trim();
  const small = typed.toLowerCase();
  if (small.includes('@')) return isEmail(small) ? { kind: 'EMAIL', key: small } : undefined;
  if (RANDOM.test(small)) return { kind: 'RANDOM', key: small };
  const document = bareDocument(typed);
  if (!/^[(+]/.test(typed)) {
    if (isCpf(document)) return { kind: 'CPF', key: document };
    if (isCnpj(document)) return { kind: 'CNPJ', key: document };
  }
  return /^[+\d\s()-]+$/.test(typed) ? phoneKey(typed) : undefined;
}

const isEmail = (text: string) => text.length <= LONGEST_EMAIL && EMAIL.test(text);

function phoneKey(text: string): PixKey | undefined {
  const isForeign = text.startsWith('+') && !/^\+\s?55/.test(text);
  const phone = barePhone(text);
  return !isForeign && PHONE.test(phone) ? { kind: 'PHONE', key: `+55${phone}` } : undefined;
}
