import { mm } from '../../pdf/codes.ts';
import type { Letterhead } from '../../pdf/letterhead.ts';
import { inside, openSheet, type Pdf, SOFT } from '../../pdf/sheet.ts';
import type { PrintedBoleto } from './printed.ts';
import { decoration, LEFT, line, RIGHT } from './slip-cells.ts';
import { FORM_HEIGHT, form } from './slip-form.ts';
import { stub } from './slip-stub.ts';

const BOTTOM = 841.89 - mm(12);

/** One A4 page: what the payer keeps above the cut, what the bank keeps below. */
export function boletoPdf(boleto: PrintedBoleto, contact: Letterhead): NodeJS.ReadableStream {
  const { beneficiary } = boleto.slip;
  const title = `Boleto nº ${boleto.slip.nosso_numero}`;
  const { pdf, root } = openSheet({ title, author: beneficiary.name, day: boleto.issued_on });
  // The form goes further down than our documents; nothing may turn the page.
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
  root.end();
  pdf.end();
  return pdf;
}

function cut(pdf: Pdf, y: number) {
  decoration(pdf, () =>
    pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).dash(3, { space: 3 }).strokeColor(SOFT).stroke().undash(),
  );
}
