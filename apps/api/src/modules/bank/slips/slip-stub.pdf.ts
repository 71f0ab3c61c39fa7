import { formatDigitableLine } from '@morada/domain/bank/boleto';
import { boletoBank } from '@morada/domain/bank/boleto-banks';
import type { SlipLine } from '@morada/domain/bank/slip';
import { formatDate } from '@morada/domain/base/calendar';
import { formatAmount, formatMoney, sum } from '@morada/domain/base/money';
import { fullAddress } from '@morada/domain/property/property';
import { qrCodeAt } from '#api/pdf/codes.ts';
import { type Letterhead, letterhead } from '#api/pdf/letterhead.ts';
import { BRAND, type Element, FAINT, inside, type Pdf, put, rule, SOFT, widthOf, write } from '#api/pdf/sheet.ts';
import { type PrintedBoleto, UNNUMBERED, who } from './printed.map.ts';
import { type Cell, cells, LEFT, line, RIGHT, WIDTH } from './slip-cells.pdf.ts';

const TOP = 34;
const RED = '#ac2722';
const ROW = 21;
const QR = 102;
const SIDE = 168;
const GAP = 20;
/** Lines that fit above the cut. */
const MAX_LINES = 12;

/** The recibo do pagador: parties, amounts, and the Pix beside the barcode below. */
export function stub(pdf: Pdf, root: Element, boleto: PrintedBoleto, agency: Letterhead) {
  letterhead(pdf, root, agency, { left: LEFT, right: RIGHT, top: TOP });
  const y = pdf.y + 22;
  write(pdf, root, 'H1', 'Recibo do pagador', LEFT, y, { size: 14, bold: true, width: 200 });
  const line47 = boleto.digitable_line === null ? UNNUMBERED : formatDigitableLine(boleto.digitable_line);
  write(pdf, root, 'P', line47, RIGHT - 300, y + 4, { size: 9, color: SOFT, width: 300, align: 'right' });
  const below = warning(pdf, root, boleto, y + 22);
  const under = facts(pdf, root, boleto, below);
  if (boleto.pix) pix(pdf, root, boleto.pix, under + 14);
  lines(pdf, root, boleto, under + 14, boleto.pix ? WIDTH - SIDE - GAP : WIDTH);
}

/** Warning that the payer must read first: the boleto is not registered at the bank. */
function warning(pdf: Pdf, root: Element, { registration, digitable_line, pix }: PrintedBoleto, y: number): number {
  if (registration === 'REGISTERED') return y;
  const instead = pix ? ' O Pix desta página já pode ser pago.' : '';
  const state =
    digitable_line === null
      ? 'o banco ainda não deu o número deste boleto, que não tem código de barras.'
      : 'o banco ainda não confirmou este boleto e pode recusar o código de barras.';
  const text = `SEM REGISTRO: ${state}${instead}`;
  inside(pdf, root, 'P', () => line(pdf, text, LEFT, y, { size: 9, bold: true, color: RED, width: WIDTH }));
  return y + 17;
}

function facts(pdf: Pdf, root: Element, boleto: PrintedBoleto, top: number): number {
  const { slip } = boleto;
  const bank = boletoBank(boleto.bank_code);
  const rows: Cell[][] = [
    [
      { label: 'Vencimento', value: formatDate(boleto.due_date), part: 1, bold: true },
      { label: 'Valor do documento', value: formatMoney(boleto.amount), part: 1, bold: true },
      { label: 'Banco', value: `${bank?.name} (${boleto.bank_code})`, part: 1 },
      { label: 'Nosso número', value: slip.nosso_numero ?? UNNUMBERED, part: 1.3 },
      { label: 'Agência / código do beneficiário', value: slip.beneficiary_code, part: 1.3 },
      { label: 'Nº do documento', value: slip.document_number, part: 1 },
    ],
    [{ label: 'Beneficiário', value: `${who(slip.beneficiary)} · ${fullAddress(slip.beneficiary.address)}`, part: 1 }],
    [{ label: 'Pagador', value: `${who(slip.payer)} · ${fullAddress(slip.payer.address)}`, part: 1 }],
  ];
  rows.forEach((row, index) => {
    cells(pdf, root, { x: LEFT, y: top + index * ROW, width: WIDTH, height: ROW }, row);
  });
  return top + rows.length * ROW;
}

function lines(pdf: Pdf, root: Element, { slip, amount }: PrintedBoleto, top: number, width: number) {
  const figure = 80;
  inside(pdf, root, 'P', () => line(pdf, slip.about, LEFT, top, { size: 9.5, bold: true, width }));
  let y = top + 18;
  const item = (name: string, note: string | undefined, text: string, bold = false) => {
    const room = width - figure - 8;
    inside(pdf, root, 'P', () => {
      line(pdf, `${name} `, LEFT, y, { size: 9, width: room, bold });
      const used = Math.min(room, widthOf(pdf, name, { size: 9, bold })) + 6;
      if (note && used < room - 20)
        line(pdf, `${note} `, LEFT + used, y + 0.8, { size: 7.5, color: FAINT, width: room - used });
      put(pdf, text, LEFT + width - figure, y, { size: 9, bold, width: figure, align: 'right' });
    });
    rule(pdf, y + 13, undefined, undefined, LEFT, LEFT + width);
    y += 16;
  };
  for (const { name, note, amount } of shortened(slip.lines)) item(name, note, formatAmount(amount));
  item('Total', undefined, formatMoney(amount), true);
}

/** Sums the lines beyond the space into one; the page of the invoice lists them all. */
function shortened(all: readonly SlipLine[]): readonly SlipLine[] {
  if (all.length <= MAX_LINES) return all;
  const rest = all.slice(MAX_LINES - 1);
  const amount = sum(rest.map((one) => one.amount));
  return [
    ...all.slice(0, MAX_LINES - 1),
    { name: `Mais ${rest.length} itens`, note: 'veja no link da fatura', amount },
  ];
}

const CHARACTERS = 46;

function pix(pdf: Pdf, root: Element, code: string, top: number) {
  const x = RIGHT - SIDE;
  write(pdf, root, 'P', 'Pague com Pix', x, top, { size: 9.5, bold: true, color: BRAND, width: SIDE });
  qrCodeAt(pdf, root, code, { x: x + (SIDE - QR) / 2, y: top + 20, width: QR });
  write(pdf, root, 'P', 'Pix copia e cola', x, top + QR + 30, { size: 7, color: SOFT, width: SIDE });
  const pieces = code.match(new RegExp(`.{1,${CHARACTERS}}`, 'g')) ?? [];
  pieces.forEach((piece, index) => {
    inside(pdf, root, 'P', () => line(pdf, piece, x, top + QR + 40 + index * 8, { size: 6.5, width: SIDE }));
  });
}
