import { mm } from '#api/pdf/codes.ts';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { type Element, inside, openSheet, type Pdf, SOFT } from '#api/pdf/sheet.ts';
import type { PrintedBoleto } from './printed.map.ts';
import { decoration, LEFT, line, RIGHT } from './slip-cells.pdf.ts';
import { FORM_HEIGHT, form } from './slip-form.pdf.ts';
import { stub } from './slip-stub.pdf.ts';

const BOTTOM = 841.89 - mm(12);

/** One A4 page for each boleto: the payer's receipt above the cut, the bank's form below. */
export function boletoPdf(boletos: readonly PrintedBoleto[], contact: Letterhead): NodeJS.ReadableStream {
  const [first] = boletos;
  if (!first) throw new RangeError('No boleto to print');
  const title =
    boletos.length === 1
      ? first.slip.nosso_numero === null
        ? 'Boleto'
        : `Boleto nº ${first.slip.nosso_numero}`
      : `${boletos.length} boletos`;
  const { pdf, root } = openSheet({ title, author: first.slip.beneficiary.name, day: first.issued_on });
  for (const boleto of boletos) {
    if (boleto !== first) pdf.addPage();
    page(pdf, root, boleto, contact);
  }
  root.end();
  pdf.end();
  return pdf;
}

function page(pdf: Pdf, root: Element, boleto: PrintedBoleto, contact: Letterhead) {
  const { beneficiary } = boleto.slip;
  // The form reaches below the usual bottom margin, which would start a new page.
  pdf.page.margins.bottom = 0;
  const top = BOTTOM - FORM_HEIGHT;
  stub(pdf, root, boleto, { ...contact, ...beneficiary.address, name: beneficiary.name, cnpj: beneficiary.document });
  cut(pdf, top - 16);
  inside(pdf, root, 'P', () =>
    line(pdf, 'Autenticação mecânica', RIGHT - 300, top - 26, {
      size: 6.5,
      color: SOFT,
      width: 300,
      align: 'right',
    }),
  );
  form(pdf, root, boleto, top);
}

function cut(pdf: Pdf, y: number) {
  decoration(pdf, () =>
    pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).dash(3, { space: 3 }).strokeColor(SOFT).stroke().undash(),
  );
}
