import { mm } from './codes.ts';
import {
  brandAt,
  contactsOf,
  factsLine,
  fill,
  fitting,
  type ListingPaper,
  pageCodeAt,
  photographAt,
  registrationLine,
} from './listing.ts';
import { BRAND, type Element, FAINT, INK, type Pdf, SOFT, type Style, write } from './sheet.ts';
import { openPdf } from './type.ts';

export type WindowFormat = { size: 'a4' | 'a3'; landscape: boolean };

const SHORT = { a4: mm(210), a3: mm(297) };
const LONG = { a4: mm(297), a3: mm(420) };
/** Text is measured on an A4 and grows with the paper. */
const SCALE = { a4: 1, a3: mm(297) / mm(210) };

type Area = { x: number; y: number; width: number; height: number; scale: number };

/** One page for the shop window, to be read from the pavement: a large photograph, the price, few facts, the code. */
export function windowSheetPdf(paper: ListingPaper, { size, landscape }: WindowFormat): NodeJS.ReadableStream {
  const { agency, listing, day } = paper;
  const [width, height] = landscape ? [LONG[size], SHORT[size]] : [SHORT[size], LONG[size]];
  const scale = SCALE[size];
  const { pdf, root } = openPdf({
    ...{ title: `${listing.deal}: ${listing.title}, cód. ${listing.code}`, author: agency.name, day },
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    size: [width, height],
  });
  const pad = 36 * scale;
  const band = 46 * scale;
  const photoWidth = landscape ? width * 0.6 : width;
  const photoHeight = landscape ? height - band : height * 0.54 - band;
  const photo = { x: 0, y: 0, width: photoWidth, height: photoHeight };
  const [cover] = listing.photographs;
  if (cover) photographAt(pdf, root, cover, photo, 'Foto do imóvel');
  else fill(pdf, photo, '#f4f4f1');
  title(pdf, root, paper, { x: 0, y: photoHeight, width: photoWidth, height: band, scale });
  const top = landscape ? 0 : photoHeight + band;
  const left = landscape ? photoWidth : 0;
  words(pdf, root, paper, {
    isTall: landscape,
    ...{ x: left + pad, y: top + pad * 0.8, scale },
    ...{ width: width - left - 2 * pad, height: height - top - pad * 1.6 },
  });
  root.end();
  pdf.end();
  return pdf;
}

/** The band below the photograph, in the agency's colour: what is offered, and under which code. */
function title(pdf: Pdf, root: Element, { agency, listing }: ListingPaper, { x, y, width, height, scale }: Area) {
  fill(pdf, { x, y, width, height }, agency.accent ?? BRAND);
  const pad = 36 * scale;
  const large: Style = { size: 24 * scale, bold: true, color: '#ffffff', width: width * 0.6 };
  write(pdf, root, 'P', listing.deal, x + pad, y + height / 2 - 9 * scale, large);
  const small: Style = { size: 14 * scale, color: '#ffffff', width: width * 0.4 - 2 * pad, align: 'right' };
  write(pdf, root, 'P', `Cód. ${listing.code}`, x + width * 0.6 + pad, y + height / 2 - 5 * scale, small);
}

const CODE = 104;

const and = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

function words(pdf: Pdf, root: Element, paper: ListingPaper, area: Area & { isTall: boolean }) {
  const { agency, listing } = paper;
  const { x, y, width, height, scale, isTall } = area;
  /** Style in which the text fits on one line, but not smaller than `least`. */
  const line = (text: string, style: Style, least: number): Style => {
    const wanted = { ...style, size: style.size * scale };
    return { ...wanted, size: Math.max(least * scale, fitting(pdf, text, wanted, width)), width };
  };
  write(pdf, root, 'H1', listing.title, x, y, line(listing.title, { size: 26, bold: true }, isTall ? 24 : 17));
  const soft = { color: SOFT };
  write(
    pdf,
    root,
    'P',
    listing.address,
    x,
    pdf.y + 4 * scale,
    line(listing.address, { size: 12, ...soft }, isTall ? 12 : 9),
  );
  facts(pdf, root, paper, area);
  const price = fitting(pdf, listing.price, { size: 46 * scale, bold: true }, width);
  const accent = agency.accent ?? BRAND;
  write(pdf, root, 'P', listing.price, x, pdf.y + 18 * scale, { size: price, bold: true, color: accent, width });
  const total = listing.costs.find((cost) => cost.total);
  const fees = listing.costs.slice(1, -1).map(({ name }) => name);
  const said = [listing.period, total && `total de ${total.amount} com ${and.format(fees)}`].filter(Boolean);
  const below = isTall ? said : [said.join(' · ')].filter(Boolean);
  for (const text of below)
    if (text) write(pdf, root, 'P', text, x, pdf.y + 3 * scale, line(text, { size: 13, ...soft }, 9));
  bottom(pdf, root, paper, { x, y: y + height, width, height: 0, scale });
}

const MOST_FACTS = 5;

/** Facts in one line, or one below the other in a narrow and tall column. */
function facts(
  pdf: Pdf,
  root: Element,
  { listing }: ListingPaper,
  { x, width, scale, isTall }: Area & { isTall: boolean },
) {
  if (!isTall) {
    const text = factsLine(listing.facts, MOST_FACTS);
    const size = Math.max(10 * scale, fitting(pdf, text, { size: 15 * scale }, width));
    if (text) write(pdf, root, 'P', text, x, pdf.y + 12 * scale, { size, color: INK, width });
    return;
  }
  pdf.y += 14 * scale;
  for (const { value, label } of listing.facts.slice(0, MOST_FACTS))
    write(pdf, root, 'P', `${value} ${label}`, x, pdf.y + 3 * scale, { size: 16 * scale, color: INK, width });
}

/** The code at the left, the agency beside it. */
function bottom(
  pdf: Pdf,
  root: Element,
  { agency, listing }: Pick<ListingPaper, 'agency' | 'listing'>,
  { x, y, width, scale }: Area,
) {
  const side = CODE * scale;
  pageCodeAt(pdf, root, listing.url, x, y - side, side);
  const beside = x + side + 18 * scale;
  const room = width - side - 18 * scale;
  const logo = { x: beside, y: y - side, width: Math.min(room, 190 * scale), height: 40 * scale };
  brandAt(pdf, root, agency, logo);
  const style: Style = { size: 10.5 * scale, color: SOFT, width: room };
  pdf.y = logo.y + logo.height + 8 * scale;
  const name: Style = {
    size: fitting(pdf, agency.name, { size: 12 * scale, bold: true }, room),
    bold: true,
    width: room,
  };
  if (agency.picture && agency.showsName) write(pdf, root, 'P', agency.name, beside, pdf.y - 4 * scale, name);
  const [first, second] = contactsOf(agency);
  if (first) write(pdf, root, 'P', first, beside, pdf.y, { ...style, size: 13 * scale, bold: true, color: INK });
  if (second) write(pdf, root, 'P', second, beside, pdf.y + scale, style);
  const registered = registrationLine(agency);
  const small = fitting(pdf, registered, { size: 8.5 * scale }, room);
  if (registered) write(pdf, root, 'P', registered, beside, pdf.y + 2 * scale, { ...style, size: small, color: FAINT });
}
