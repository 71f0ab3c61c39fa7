import { accentOf, readColour } from '@morada/domain/brand/accent';
import { type Html, html } from '../base/html.ts';

export type Letter = {
  /** Name and pictures of the agency. `logo`: its address. */
  agency: { name: string; logo: string | undefined; accent: string | null };
  /** The plain text. */
  text: string;
  /** Addresses of photographs by the listing's number. */
  photographs: ReadonlyMap<number, string>;
};

const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;
const LISTING = /\/imovel\/(?:alugar|comprar)\/([1-9]\d{0,14})\//;

/** Numbers of the listings whose pages a text leads to. */
export const listingsIn = (text: string): number[] => [
  ...new Set(
    (text.match(ADDRESS) ?? []).flatMap((address) => {
      const id = LISTING.exec(address)?.[1];
      return id ? [Number(id)] : [];
    }),
  ),
];

/** A line with its addresses as links. */
function linked(line: string, colour: string): Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    parts.push(html`${line.slice(from, index)}<a href="${address}" style="color:${colour}">${address}</a>`);
    from = index + address.length;
  }
  return [...parts, html`${line.slice(from)}`];
}

const DEFAULT_COLOUR = '#0f606d';

/** The same text as a page for mail programs: with the agency's logo, and a photograph above each listing. */
export function mailHtml({ agency, text, photographs }: Letter): string {
  const accent = agency.accent === null ? undefined : readColour(agency.accent);
  const colour = accent ? accentOf(accent).light.fill : DEFAULT_COLOUR;
  const paragraph = (words: string) => {
    const [listing] = listingsIn(words);
    const photograph = listing === undefined ? undefined : photographs.get(listing);
    return html`${photograph && html`<p style="margin:24px 0 8px"><img src="${photograph}" width="480" alt="" style="display:block;width:100%;max-width:480px;height:auto;border-radius:8px"></p>`}<p style="margin:0 0 16px">${words.split('\n').map((line, index) => [index > 0 && html`<br>`, linked(line, colour)])}</p>`;
  };
  return html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1f2529;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;padding-bottom:16px;border-bottom:2px solid ${colour};font-size:18px;font-weight:bold">${
    agency.logo
      ? html`<img src="${agency.logo}" alt="${agency.name}" height="40" style="display:block;height:40px;width:auto;max-width:100%">`
      : agency.name
  }</p>
${text.split(/\n{2,}/).map(paragraph)}
</div>
</body></html>`.text;
}
