import { type CalendarDate, daysBetween } from '../base/calendar.ts';
import { bareDocument, isCnpj, isCpf } from '../base/documents.ts';

/** Days before the end of a certificate from which staff are warned, the last ones as urgent. */
const WARNED = [30, 15, 5] as const;

/** What a certificate says of its holder: the common name, and the alternative names by their object identifiers. */
export type CertificateNames = { common_name: string; others: readonly { oid: string; value: string }[] };

/** Object identifiers of ICP-Brasil: the CNPJ of a company; birth, CPF and further numbers of a person. */
const COMPANY = '2.16.76.1.3.3';
const PERSON = '2.16.76.1.3.1';

/** The CNPJ or CPF that a certificate of ICP-Brasil was issued to; undefined: it names none. */
export function certificateDocument({ common_name, others }: CertificateNames): string | undefined {
  const of = (oid: string) => others.find((one) => one.oid === oid)?.value ?? '';
  const found = [bareDocument(of(COMPANY)), of(PERSON).slice(8, 19), bareDocument(common_name.split(':').at(-1) ?? '')];
  return found.find((one) => isCnpj(one) || isCpf(one));
}

/** The root of a CNPJ names the company, of which head office and branches sign by one certificate. */
const ROOT = 8;

/** Whether a certificate signs the notes of an issuer. */
export const signsFor = (certificate: string, issuer: string): boolean =>
  isCnpj(certificate) && isCnpj(issuer)
    ? certificate.slice(0, ROOT) === issuer.slice(0, ROOT)
    : certificate === issuer && issuer !== '';

/** How near the end of a certificate is; undefined: nobody needs to know yet. */
export function certificateWarning(
  until: CalendarDate,
  today: CalendarDate,
): { days: number; within: 30 | 15 | 5 | 0 } | undefined {
  const days = daysBetween(today, until);
  if (days < 0) return { days, within: 0 };
  const within = WARNED.findLast((each) => days <= each);
  return within === undefined ? undefined : { days, within };
}
