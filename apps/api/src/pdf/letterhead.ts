import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { formatPhone } from '@morada/domain/base/phone';
import { type Address, fullAddress } from '@morada/domain/property/property';
import { BRAND, type Element, LEFT, type Pdf, RIGHT, rule, SOFT, type Style, TOP, write } from './sheet.ts';

/** Details of the agency that issues a document, as far as they are registered. */
export type Letterhead = { name: string } & Partial<Record<'cnpj' | 'creci' | 'phone' | 'email', string | null>> &
  Partial<Address> & {
    /** Logo, a PNG. */
    picture?: Buffer | undefined;
    /** Colour of the name and the rule, dark enough for paper; else the product's. */
    accent?: string | undefined;
  };

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** `CNPJ 11.222.333/0001-81 · CRECI MG-1234` */
export const registrationOf = ({ cnpj, creci }: Letterhead) =>
  joined(cnpj && `${documentKind(cnpj)} ${formatDocument(cnpj)}`, creci && creciOf(creci));

const creciOf = (creci: string) => (/^creci/i.test(creci) ? creci : `CRECI ${creci}`);

function detailsOf(agency: Letterhead): string[] {
  const address = agency.street ? fullAddress({ ...agency, street: agency.street }) : '';
  const contact = joined(agency.phone && formatPhone(agency.phone), agency.email);
  return [registrationOf(agency), address, contact].filter(Boolean);
}

const NAME_WIDTH = 200;
const LOGO_HEIGHT = 44;

const NAME: Style = { size: 13, bold: true };
const DETAIL: Style = { size: 8.5, color: SOFT, align: 'right' };

/** Position of the letterhead, for a page with other margins than a document's. */
type Place = { left: number; right: number; top: number };

/** The head of a document's first page: logo or name at the left, the agency's details at the right. */
export function letterhead(
  pdf: Pdf,
  root: Element,
  agency: Letterhead,
  place: Place = { left: LEFT, right: RIGHT, top: TOP },
) {
  const { left, right, top } = place;
  const details = detailsOf(agency);
  const x = left + NAME_WIDTH + 12;
  const style: Style = { ...DETAIL, width: right - x };
  const width = details.length > 0 ? NAME_WIDTH : right - left;
  const bottom = agency.picture
    ? logo(pdf, root, agency.name, agency.picture, place)
    : name(pdf, root, agency, place, width);
  pdf.y = top;
  if (agency.picture) write(pdf, root, 'P', agency.name, x, pdf.y, { ...style, bold: true });
  for (const line of details) write(pdf, root, 'P', line, x, pdf.y, style);
  pdf.y = Math.max(pdf.y, bottom);
  rule(pdf, pdf.y + 10, agency.accent ?? BRAND, 1.5, left, right);
}

function logo(pdf: Pdf, root: Element, alt: string, picture: Buffer, { left, top }: Place) {
  const draw = () => void pdf.image(picture, left, top - 4, { fit: [NAME_WIDTH, LOGO_HEIGHT] });
  root.add(pdf.struct('Figure', { alt }, draw));
  return top - 4 + LOGO_HEIGHT;
}

function name(pdf: Pdf, root: Element, agency: Letterhead, { left, top }: Place, width: number) {
  write(pdf, root, 'P', agency.name, left, top, { ...NAME, color: agency.accent ?? BRAND, width });
  return pdf.y;
}
