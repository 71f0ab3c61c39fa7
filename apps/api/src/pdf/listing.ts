import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatPhone } from '@morada/domain/base/phone';
import { qrCodeAt } from './codes.ts';
import { type Letterhead, registrationOf } from './letterhead.ts';
import {
  artifact,
  BRAND,
  type Element,
  INK,
  inside,
  type Pdf,
  put,
  SOFT,
  type Style,
  tall,
  widthOf,
  write,
} from './sheet.ts';

/** A listing as its papers show it: what a stranger may read on the public page, in words. */
export type ListedProperty = {
  code: number;
  /** `Apartamento com 3 quartos em São Mateus` */
  title: string;
  /** Street, neighbourhood and city, without the number. */
  address: string;
  /** `Aluga-se` */
  deal: string;
  /** `R$ 2.140,00`, or words where the price is told on request. */
  price: string;
  /** `por mês` */
  period: string | null;
  /** Monthly costs and their total; empty for a sale. */
  costs: readonly { name: string; amount: string; total?: boolean }[];
  facts: readonly { value: string; label: string }[];
  description: string;
  features: readonly string[];
  /** JPEGs, the cover first. */
  photographs: readonly Buffer[];
  /** The surroundings. The property lies in a circle around the middle; `part`: its radius as a part of the width. */
  map?: { picture: Buffer; part: number; attribution: string } | undefined;
  /** Public address of the page. */
  url: string;
};

export type ListingPaper = {
  agency: Letterhead & {
    whatsapp?: string | null;
    hours: readonly string[];
    /** Whether the name is printed beside the logo, which may lack it. */
    showsName: boolean;
  };
  listing: ListedProperty;
  day: CalendarDate;
};

type Box = { x: number; y: number; width: number; height: number };

/** A photograph that fills a box, cut to its shape around the middle. */
export function photographAt(pdf: Pdf, root: Element, picture: Buffer, { x, y, width, height }: Box, alt: string) {
  const draw = () => {
    pdf.save();
    pdf.rect(x, y, width, height).clip();
    pdf.image(picture, x, y, { cover: [width, height], align: 'center', valign: 'center' });
    pdf.restore();
  };
  root.add(pdf.struct('Figure', { alt }, draw));
}

/** The agency's logo within a box, or its name as large as fits. */
export function brandAt(pdf: Pdf, root: Element, agency: Letterhead, { x, y, width, height }: Box, right = false) {
  const { name, picture, accent = BRAND } = agency;
  if (picture) {
    const draw = () =>
      void pdf.image(picture, x, y, { fit: [width, height], align: right ? 'right' : undefined, valign: 'center' });
    root.add(pdf.struct('Figure', { alt: name }, draw));
    return;
  }
  const size = fitting(pdf, name, { size: height * 0.6, bold: true }, width);
  const style: Style = { size, bold: true, color: accent, width, align: right ? 'right' : 'left' };
  write(pdf, root, 'P', name, x, y + (height - size) / 2, style);
}

/** The largest size, up to the style's own, at which a text stays on one line. */
export function fitting(pdf: Pdf, text: string, style: Style, width: number): number {
  const wide = widthOf(pdf, text, style);
  return wide <= width ? style.size : Math.floor(((style.size * width) / wide) * 10) / 10;
}

/** As many words of a text as fit a height, with an ellipsis where some are left out. */
export function cutTo(pdf: Pdf, text: string, style: Style, height: number): string {
  if (tall(pdf, text, style) <= height) return text;
  const words = text.split(/\s+/);
  let [fits, breaks] = [0, words.length];
  while (breaks - fits > 1) {
    const middle = (fits + breaks) >> 1;
    if (tall(pdf, `${words.slice(0, middle).join(' ')}…`, style) <= height) fits = middle;
    else breaks = middle;
  }
  return fits === 0 ? '' : `${words.slice(0, fits).join(' ')}…`;
}

/** The code of the public page on white, with four white modules around it. */
export function pageCodeAt(pdf: Pdf, root: Element, url: string, x: number, y: number, width: number) {
  qrCodeAt(pdf, root, url, { x, y, width, alt: `QR code do anúncio, ${url}` });
}

/** Telephone, WhatsApp and e-mail, each once. */
export function contactsOf({ phone, whatsapp, email }: ListingPaper['agency']): string[] {
  const same = phone === whatsapp;
  return [
    phone && (same ? `${formatPhone(phone)} (telefone e WhatsApp)` : formatPhone(phone)),
    whatsapp && !same && `WhatsApp ${formatPhone(whatsapp)}`,
    email,
  ].filter((text): text is string => Boolean(text));
}

export const registrationLine = (agency: Letterhead) => registrationOf(agency);

/** `2 quartos · 1 vaga · 68 m² área construída`, in a style. */
export const factsLine = (facts: ListedProperty['facts'], most: number) =>
  facts
    .slice(0, most)
    .map(({ value, label }) => `${value} ${label}`)
    .join('  ·  ');

/** A filled area that readers skip. */
export const fill = (pdf: Pdf, { x, y, width, height }: Box, color: string) =>
  artifact(pdf, () => void pdf.rect(x, y, width, height).fill(color));

/** Rows of a name and an amount; the total stands out. Leaves `pdf.y` below. */
export function costRows(
  pdf: Pdf,
  root: Element,
  costs: ListedProperty['costs'],
  { x, width, size, gap }: { x: number; width: number; size: number; gap: number },
) {
  const table = pdf.struct('Table');
  root.add(table);
  for (const { name, amount, total } of costs) {
    const y = pdf.y;
    const row = pdf.struct('TR');
    table.add(row);
    const style: Style = { size, bold: total, color: total ? INK : SOFT };
    inside(pdf, row, 'TH', () => put(pdf, name, x, y, { ...style, width: width * 0.58 }));
    const bottom = pdf.y;
    write(pdf, row, 'TD', amount, x + width * 0.58, y, { ...style, width: width * 0.42, align: 'right' });
    pdf.y = Math.max(bottom, pdf.y) + gap;
  }
  table.end();
}
