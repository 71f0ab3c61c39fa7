import { letterhead } from './letterhead.ts';
import { contactsOf, costRows, cutTo, fitting, type ListingPaper, pageCodeAt, photographAt } from './listing.ts';
import { artifact, BRAND, type Element, FAINT, type Pdf, rule, SOFT, type Style, tall, write } from './sheet.ts';
import { openPdf } from './type.ts';

const PAGE = { width: 595.28, height: 841.89 };
const LEFT = 40;
const RIGHT = PAGE.width - LEFT;
const WIDTH = RIGHT - LEFT;
const TOP = 36;
/** Where the foot begins. */
const BOTTOM = PAGE.height - 54;
const GAP = 8;
const SIDE = 186;
const MAIN = WIDTH - SIDE - 24;
const QR = 92;

/** One A4 page about a listing, for a client to take along: photographs, facts, plan of costs, code of the page. */
export function listingSheetPdf(paper: ListingPaper): NodeJS.ReadableStream {
  const { agency, listing, day } = paper;
  const title = `${listing.title}, cód. ${listing.code}`;
  const { pdf, root } = openPdf({
    ...{ title, author: agency.name, day },
    margins: { top: TOP, bottom: 0, left: LEFT, right: LEFT },
  });
  letterhead(pdf, root, agency, { left: LEFT, right: RIGHT, top: TOP });
  pdf.y += 22;
  photographs(pdf, root, paper);
  heading(pdf, root, paper);
  const top = pdf.y;
  side(pdf, root, paper, top);
  main(pdf, root, paper, top);
  foot(pdf, root, paper);
  root.end();
  pdf.end();
  return pdf;
}

/** One large photograph, with up to three below it. */
function photographs(pdf: Pdf, root: Element, { listing }: ListingPaper) {
  const [cover, ...others] = listing.photographs;
  if (!cover) return;
  const below = others.slice(0, 3);
  const y = pdf.y;
  const height = below.length > 0 ? 226 : 290;
  photographAt(pdf, root, cover, { x: LEFT, y, width: WIDTH, height }, `Foto 1 do imóvel`);
  pdf.y = y + height + GAP;
  if (below.length > 0) {
    const width = (WIDTH - GAP * (below.length - 1)) / below.length;
    const tallness = Math.min(112, width * 0.68);
    for (const [index, picture] of below.entries()) {
      const box = { x: LEFT + index * (width + GAP), y: pdf.y, width, height: tallness };
      photographAt(pdf, root, picture, box, `Foto ${index + 2} do imóvel`);
    }
    pdf.y += tallness + GAP;
  }
  pdf.y += 8;
}

function heading(pdf: Pdf, root: Element, { agency, listing }: ListingPaper) {
  const kicker: Style = { size: 9, bold: true, color: agency.accent ?? BRAND, width: WIDTH };
  write(pdf, root, 'P', `${listing.deal} · cód. ${listing.code}`, LEFT, pdf.y, kicker);
  const size = Math.max(14, fitting(pdf, listing.title, { size: 20, bold: true }, WIDTH));
  write(pdf, root, 'H1', listing.title, LEFT, pdf.y + 4, { size, bold: true, width: WIDTH });
  write(pdf, root, 'P', listing.address, LEFT, pdf.y + 4, { size: 10, color: SOFT, width: WIDTH });
  pdf.y += 16;
}

/** Price, plan of costs and the code of the page. */
function side(pdf: Pdf, root: Element, { agency, listing }: ListingPaper, top: number) {
  const x = RIGHT - SIDE;
  pdf.y = top;
  rule(pdf, top, agency.accent ?? BRAND, 1.5, x, RIGHT);
  const size = fitting(pdf, listing.price, { size: 22, bold: true }, SIDE);
  write(pdf, root, 'P', listing.price, x, top + 12, { size, bold: true, width: SIDE });
  if (listing.period) write(pdf, root, 'P', listing.period, x, pdf.y + 2, { size: 9.5, color: SOFT, width: SIDE });
  pdf.y += 10;
  if (listing.costs.length > 0) {
    costRows(pdf, root, listing.costs, { x, width: SIDE, size: 9.5, gap: 4 });
    pdf.y += 8;
  }
  const y = BOTTOM - QR - 6;
  pageCodeAt(pdf, root, listing.url, x + 4, y, QR - 8);
  const words: Style = { size: 8.5, color: SOFT, width: SIDE - QR - 10 };
  write(pdf, root, 'P', 'Aponte a câmera para ver todas as fotos e pedir uma visita.', x + QR + 10, y + 6, words);
}

/** Facts, description and features, as many as the page holds. */
function main(pdf: Pdf, root: Element, { agency, listing }: Pick<ListingPaper, 'agency' | 'listing'>, top: number) {
  rule(pdf, top, agency.accent ?? BRAND, 1.5, LEFT, LEFT + MAIN);
  pdf.y = top + 12;
  const columns = 3;
  const width = (MAIN - 12 * (columns - 1)) / columns;
  for (let from = 0; from < Math.min(6, listing.facts.length); from += columns) {
    const y = pdf.y;
    const bottoms = listing.facts.slice(from, from + columns).map(({ value, label }, index) => {
      const x = LEFT + index * (width + 12);
      write(pdf, root, 'P', value, x, y, { size: 12.5, bold: true, width });
      write(pdf, root, 'P', label, x, pdf.y + 1, { size: 8.5, color: FAINT, width });
      return pdf.y;
    });
    pdf.y = Math.max(...bottoms) + 8;
  }
  const features = listing.features.join('  ·  ');
  const small: Style = { size: 9, color: SOFT, width: MAIN };
  const drawsMap = listing.map !== undefined && BOTTOM - pdf.y > MAP_HEIGHT + 60;
  const room = BOTTOM - pdf.y - 6 - (drawsMap ? MAP_HEIGHT + 12 : 0);
  const shownFeatures = features ? cutTo(pdf, features, small, Math.min(40, room)) : '';
  const reserved = shownFeatures ? tall(pdf, shownFeatures, small) + 10 : 0;
  const body: Style = { size: 10, width: MAIN };
  const text = listing.description ? cutTo(pdf, listing.description, body, room - reserved) : '';
  if (text) write(pdf, root, 'P', text, LEFT, pdf.y, body);
  if (shownFeatures) write(pdf, root, 'P', shownFeatures, LEFT, pdf.y + 8, small);
  if (drawsMap) map(pdf, root, { agency, listing });
}

const MAP_HEIGHT = 86;

/** The surroundings at the end of the column. */
function map(pdf: Pdf, root: Element, { agency, listing }: Pick<ListingPaper, 'agency' | 'listing'>) {
  if (!listing.map) return;
  const { picture, part, attribution } = listing.map;
  const box = { x: LEFT, y: BOTTOM - 6 - MAP_HEIGHT, width: MAIN, height: MAP_HEIGHT };
  photographAt(pdf, root, picture, box, 'Mapa da região do imóvel');
  const accent = agency.accent ?? BRAND;
  const radius = Math.min(part * MAIN, MAP_HEIGHT / 2 - 2);
  artifact(pdf, () => {
    pdf
      .save()
      .circle(LEFT + MAIN / 2, box.y + MAP_HEIGHT / 2, radius)
      .fillOpacity(0.18)
      .strokeOpacity(0.9);
    pdf.lineWidth(1.2).fillAndStroke(accent, accent).restore();
  });
  const words = `Região aproximada. Mapa: ${attribution.replace(/<[^<>]*>/g, '')}`;
  write(pdf, root, 'P', words, LEFT, BOTTOM - 4, { size: 6, color: FAINT, width: MAIN });
}

/** How to reach the agency, and when. The letterhead has who it is. */
function foot(pdf: Pdf, root: Element, { agency, listing }: ListingPaper) {
  rule(pdf, BOTTOM + 4, undefined, undefined, LEFT, RIGHT);
  const style: Style = { size: 8.5, color: SOFT, width: WIDTH };
  const contacts = contactsOf(agency).join('  ·  ');
  if (contacts) write(pdf, root, 'P', contacts, LEFT, BOTTOM + 12, { ...style, bold: true });
  else pdf.y = BOTTOM + 12;
  const hours = agency.hours.join('  ·  ');
  const line = [hours, listing.url].filter(Boolean).join('  ·  ');
  const size = fitting(pdf, line, { size: 8 }, WIDTH);
  write(pdf, root, 'P', line, LEFT, pdf.y + 1, { ...style, size: Math.max(6, size), color: FAINT });
}
