import { formatDigitableLine } from '@morada/domain/bank/boleto';
import { boletoBank } from '@morada/domain/bank/boleto-banks';
import { BARCODE_MM } from '@morada/domain/bank/itf';
import { formatDate } from '@morada/domain/base/calendar';
import { formatAmount } from '@morada/domain/base/money';
import { fullAddress } from '@morada/domain/property/property';
import { barcodeAt, mm } from '#api/pdf/codes.ts';
import { type Element, INK, inside, type Pdf, SOFT, write } from '#api/pdf/sheet.ts';
import { type PrintedBoleto, UNNUMBERED, who } from './printed.map.ts';
import { box, type Cell, cells, decoration, LEFT, line, RIGHT, WIDTH } from './slip-cells.pdf.ts';

/** Width of the right column, which bank tellers read. */
const SIDE = 152;
const MAIN = WIDTH - SIDE;
const ROW = 21;
const TALL = 31;
/** Height of the digits required by FEBRABAN: 3,5 mm. */
const LINE_SIZE = 14.2;
const HEAD = 25;
const SIDE_ROWS = 5;
const PARTY = 33;
/** From the first line to the bottom of the barcode. */
export const FORM_HEIGHT = HEAD + ROW * 3 + TALL + ROW * SIDE_ROWS + PARTY + 16 + mm(BARCODE_MM.height);

/** The ficha de compensação, the part kept by the bank. */
export function form(pdf: Pdf, root: Element, boleto: PrintedBoleto, top: number) {
  const { slip } = boleto;
  head(pdf, root, boleto, top);
  let y = top + HEAD;
  const row = (main: Cell[], side: Cell, height = ROW) => {
    cells(pdf, root, { x: LEFT, y, width: MAIN, height }, main);
    cells(pdf, root, { x: LEFT + MAIN, y, width: SIDE, height }, [side]);
    y += height;
  };
  row([{ label: 'Local de pagamento', value: boletoBank(boleto.bank_code)?.payment_place ?? '', part: 1 }], {
    label: 'Vencimento',
    value: formatDate(boleto.due_date),
    part: 1,
    align: 'right',
    bold: true,
  });
  row(
    [
      {
        label: 'Beneficiário',
        value: who(slip.beneficiary),
        more: fullAddress(slip.beneficiary.address),
        part: 1,
      },
    ],
    { label: 'Agência / código do beneficiário', value: slip.beneficiary_code, part: 1, align: 'right' },
    TALL,
  );
  row(
    [
      { label: 'Data do documento', value: formatDate(boleto.issued_on), part: 4 },
      { label: 'Nº do documento', value: slip.document_number, part: 4 },
      { label: 'Espécie doc.', value: 'RC', part: 3 },
      { label: 'Aceite', value: 'N', part: 2 },
      { label: 'Data do processamento', value: formatDate(boleto.issued_on), part: 4 },
    ],
    { label: 'Nosso número', value: slip.nosso_numero ?? UNNUMBERED, part: 1, align: 'right' },
  );
  row(
    [
      { label: 'Uso do banco', part: 4 },
      { label: 'Carteira', value: slip.wallet, part: 3 },
      { label: 'Espécie', value: 'R$', part: 2 },
      { label: 'Quantidade', part: 4 },
      { label: '(x) Valor', part: 4 },
    ],
    { label: '(=) Valor do documento', value: formatAmount(boleto.amount), part: 1, align: 'right', bold: true },
  );
  instructions(pdf, root, boleto, y);
  y += ROW * SIDE_ROWS;
  payer(pdf, root, boleto, y);
  codeBars(pdf, root, boleto, y + PARTY + 16);
}

/** The bars, or the reason why there are none yet. */
function codeBars(pdf: Pdf, root: Element, { barcode }: PrintedBoleto, y: number) {
  if (barcode !== null) return barcodeAt(pdf, root, barcode, LEFT, y);
  const text = 'O banco ainda não deu o número deste boleto. O código de barras aparece aqui depois do registro.';
  inside(pdf, root, 'P', () => line(pdf, text, LEFT, y + 10, { size: 9, bold: true, width: WIDTH }));
}

function head(pdf: Pdf, root: Element, { bank_code, digitable_line }: PrintedBoleto, top: number) {
  const bank = boletoBank(bank_code);
  const code = 50;
  const number = 400;
  const edges = [RIGHT - number - code, RIGHT - number];
  inside(pdf, root, 'P', () => {
    const width = (edges[0] ?? 0) - LEFT - 4;
    line(pdf, `${bank?.name ?? ''} `, LEFT, top + 8, { size: 12, bold: true, width });
    line(pdf, `${bank_code}-${bank?.digit} `, edges[0] ?? 0, top + 6, {
      size: 15,
      bold: true,
      width: code,
      align: 'center',
    });
  });
  const text = digitable_line === null ? UNNUMBERED : formatDigitableLine(digitable_line);
  write(pdf, root, 'P', text, RIGHT - number, top + 7, { size: LINE_SIZE, bold: true, width: number, align: 'right' });
  decoration(pdf, () => {
    for (const x of edges) pdf.moveTo(x, top + 3).lineTo(x, top + HEAD);
    pdf.lineWidth(1.2).strokeColor(INK).stroke();
  });
}

function instructions(pdf: Pdf, root: Element, { slip, registration }: PrintedBoleto, y: number) {
  const height = ROW * SIDE_ROWS;
  box(pdf, { x: LEFT, y, width: MAIN, height });
  const warning = registration === 'REGISTERED' ? [] : ['SEM REGISTRO: o banco ainda não confirmou este boleto.'];
  const label = 'Instruções (texto de responsabilidade do beneficiário)';
  inside(pdf, root, 'P', () => line(pdf, label, LEFT + 3, y + 2.5, { size: 6, color: SOFT, width: MAIN - 6 }));
  [...warning, slip.about, ...slip.instructions].slice(0, 8).forEach((text, index) => {
    const style = { size: 8, width: MAIN - 10, bold: index < warning.length };
    inside(pdf, root, 'P', () => line(pdf, text, LEFT + 3, y + 13 + index * 11, style));
  });
  const labels = [
    '(-) Desconto / abatimento',
    '(-) Outras deduções',
    '(+) Mora / multa',
    '(+) Outros acréscimos',
    '(=) Valor cobrado',
  ];
  labels.forEach((label, index) => {
    cells(pdf, root, { x: LEFT + MAIN, y: y + index * ROW, width: SIDE, height: ROW }, [{ label, part: 1 }]);
  });
}

function payer(pdf: Pdf, root: Element, { slip }: PrintedBoleto, y: number) {
  box(pdf, { x: LEFT, y, width: WIDTH, height: PARTY });
  inside(pdf, root, 'P', () => {
    line(pdf, 'Pagador ', LEFT + 3, y + 2.5, { size: 6, color: SOFT, width: 100 });
    line(pdf, `${who(slip.payer)} `, LEFT + 42, y + 3, { size: 8.5, width: WIDTH - 46 });
    line(pdf, `${fullAddress(slip.payer.address)} `, LEFT + 42, y + 13, { size: 8, width: WIDTH - 46 });
  });
  inside(pdf, root, 'P', () => line(pdf, 'Sacador / avalista', LEFT + 3, y + 24, { size: 6, color: SOFT, width: 200 }));
  inside(pdf, root, 'P', () =>
    line(pdf, 'Autenticação mecânica · Ficha de compensação', RIGHT - 220, y + PARTY + 3, {
      size: 6.5,
      color: SOFT,
      width: 220,
      align: 'right',
    }),
  );
}
