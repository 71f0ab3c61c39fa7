import { calendarDate, formatDate, isCalendarDate } from '@morada/domain/base/calendar';
import { formatCep } from '@morada/domain/base/cep';
import { formatDocument } from '@morada/domain/base/documents';
import { type Cents, formatMoney, formatPercent } from '@morada/domain/base/money';
import type { NfseNote, NfseParty } from '@morada/domain/nfse/note';
import { mm, qrCodeAt } from './codes.ts';
import { artifact, type Element, INK, inside, type Pdf, put, type Style, tall, widthOf, write } from './sheet.ts';
import { openPdf } from './type.ts';

/** Margins and columns of the form, in points. */
const LEFT = 24;
const RIGHT = 571;
const TOP = 24;
const BOTTOM = 818;
const COLUMNS = 4;
const COLUMN = (RIGHT - LEFT) / COLUMNS;

const TITLE: Style = { size: 7.5, bold: true, color: INK };
const LABEL: Style = { size: 6, bold: true, color: INK };
const VALUE: Style = { size: 7.5, color: INK };
const WORDS: Style = { size: 7.5, color: INK, width: RIGHT - LEFT - 8 };
/** Five parts in a hundred of black. */
const GREY = '#f2f2f2';
const QR_SIZE = mm(15.2);
const ABSENT = '-';
const MOST_LINES = 9;

const CONSULTATION = {
  PRODUCTION: 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
  RESTRICTED: 'https://www.producaorestrita.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
} as const;

/** Address at which the national system shows a note to anybody. */
const consultationOf = ({ environment, key }: Pick<NfseNote, 'environment' | 'key'>) =>
  `${CONSULTATION[environment]}${key}`;

/** `span` columns of four; one unless given. */
type Cell = { label: string; value: string | null; span?: number };

export type Danfse = {
  note: NfseNote;
  cancelled: boolean;
  /** Name of a municipality by its code of the IBGE. */
  cityOf: (code: string) => string;
};

/**
 * The paper of a note (NT 008): drawn from its XML, ended and ready to be sent.
 * @throws RangeError where the note has no day.
 */
export function danfsePdf({ note, cancelled, cityOf }: Danfse): NodeJS.ReadableStream {
  const title = `NFS-e ${note.number}`;
  const { pdf, root } = openPdf({
    ...{ title, author: note.issuer.name, day: calendarDate(note.processed_at.slice(0, 10)) },
    margins: { top: TOP, bottom: 0, left: LEFT, right: 595.28 - RIGHT },
  });
  pdf.y = TOP;
  head(pdf, root, note);
  identity(pdf, root, note);
  party(pdf, root, 'PRESTADOR DO SERVIÇO', note.issuer, { city: `${note.city}/${note.issuer.state ?? ABSENT}`, note });
  if (note.taker) {
    const city = note.taker.city_code === null ? null : cityOf(note.taker.city_code);
    party(pdf, root, 'TOMADOR DO SERVIÇO', note.taker, { city });
  } else words(pdf, root, 'TOMADOR DO SERVIÇO', 'O tomador não foi identificado na NFS-e');
  words(pdf, root, 'DESTINATÁRIO DA OPERAÇÃO', note.taker ? 'O destinatário é o próprio tomador' : ABSENT);
  words(pdf, root, 'INTERMEDIÁRIO DO SERVIÇO', 'O intermediário não foi identificado na NFS-e');
  service(pdf, root, note);
  municipal(pdf, root, note);
  federal(pdf, root, note);
  consumption(pdf, root, note);
  totals(pdf, root, note);
  further(pdf, root, note);
  root.end();
  if (cancelled) mark(pdf, 'CANCELADA');
  else if (note.environment === 'RESTRICTED') mark(pdf, 'HOMOLOGAÇÃO');
  pdf.end();
  return pdf;
}

function head(pdf: Pdf, root: Element, { environment, city }: NfseNote) {
  const y = pdf.y;
  write(pdf, root, 'H1', 'DANFSe v2.0', LEFT, y + 4, { size: 12, bold: true, width: COLUMN });
  write(pdf, root, 'P', 'Documento Auxiliar da NFS-e', LEFT, y + 20, { size: 8, width: COLUMN });
  const middle: Style = { size: 9, bold: true, width: 2 * COLUMN, align: 'center' };
  if (environment === 'RESTRICTED')
    write(pdf, root, 'P', 'NFS-e SEM VALIDADE JURÍDICA', LEFT + COLUMN, y + 8, { ...middle, color: '#b00020' });
  const right: Style = { size: 8, width: COLUMN, align: 'right' };
  write(pdf, root, 'P', `Município de ${city}`, LEFT + 3 * COLUMN, y + 4, { ...right, bold: true });
  const where = environment === 'PRODUCTION' ? 'Produção' : 'Homologação';
  write(pdf, root, 'P', `Ambiente: ${where}`, LEFT + 3 * COLUMN, y + 16, right);
  pdf.y = y + 36;
}

function identity(pdf: Pdf, root: Element, note: NfseNote) {
  const y = pdf.y;
  block(pdf, root, 'DADOS DA NFS-e', [
    [{ label: 'Chave de acesso da NFS-e', value: note.key, span: 3 }],
    [
      { label: 'Número da NFS-e', value: String(note.number) },
      { label: 'Competência da NFS-e', value: dayWords(note.dps.competence) },
      { label: 'Data e hora da emissão da NFS-e', value: timeWords(note.processed_at) },
    ],
    [
      { label: 'Número da DPS', value: note.dps.number },
      { label: 'Série da DPS', value: note.dps.series },
      { label: 'Data e hora da emissão da DPS', value: timeWords(note.dps.issued_at) },
    ],
  ]);
  const below = pdf.y;
  const x = LEFT + 3 * COLUMN + (COLUMN - QR_SIZE) / 2;
  const alt = 'QR code da consulta pública da NFS-e';
  qrCodeAt(pdf, root, consultationOf(note), { x, y: y + 16, width: QR_SIZE, alt });
  const said = 'A autenticidade pode ser verificada pelo QR code ou pela chave em www.nfse.gov.br/consultapublica';
  const at = y + 16 + QR_SIZE + 5;
  write(pdf, root, 'P', said, LEFT + 3 * COLUMN + 4, at, { size: 5.5, width: COLUMN - 8, align: 'center' });
  pdf.y = Math.max(below, at + 16);
}

const SIMPLES: Readonly<Record<string, string>> = {
  1: 'Não optante',
  2: 'Optante: microempreendedor individual (MEI)',
  3: 'Optante: microempresa ou empresa de pequeno porte',
  4: 'Opção pendente',
};
const ASSESSMENT: Readonly<Record<string, string>> = {
  1: 'Tributos federais e municipal pelo Simples Nacional',
  2: 'Tributos federais pelo Simples e ISSQN por fora',
  3: 'Tributos federais e municipal por fora do Simples',
};

function party(
  pdf: Pdf,
  root: Element,
  title: string,
  who: NfseParty,
  { city, note }: { city: string | null; note?: NfseNote },
) {
  const street = [who.street, who.number, who.complement, who.neighborhood].filter(Boolean).join(', ');
  block(pdf, root, title, [
    [
      { label: 'CNPJ / CPF / NIF', value: formatDocument(who.document) },
      { label: 'Inscrição municipal', value: who.municipal_registration },
      { label: 'Telefone', value: who.phone },
      { label: 'E-mail', value: who.email },
    ],
    [
      { label: 'Nome / Nome empresarial', value: who.name, span: 2 },
      { label: 'Município', value: city },
      { label: 'CEP', value: who.cep === null ? null : formatCep(who.cep) },
    ],
    [{ label: 'Endereço', value: street, span: 4 }],
    ...(note
      ? [
          [
            { label: 'Simples Nacional na data de competência', value: SIMPLES[note.regime.simples] ?? null, span: 2 },
            {
              label: 'Regime de apuração tributária pelo Simples',
              value: ASSESSMENT[note.regime.assessment ?? ''] ?? null,
              span: 2,
            },
          ],
        ]
      : []),
  ]);
}

function service(pdf: Pdf, root: Element, { service: given }: NfseNote) {
  const code = given.code.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1.$2.$3');
  block(pdf, root, 'SERVIÇO PRESTADO', [
    [
      { label: 'Código de tributação nacional', value: `${code} - ${given.words}`, span: 2 },
      { label: 'Código de tributação municipal', value: given.municipal_code },
      { label: 'Código da NBS', value: given.nbs },
    ],
    [{ label: 'Local da prestação', value: given.place, span: 4 }],
  ]);
  paragraph(pdf, root, 'Descrição do serviço', given.description);
}

const ISS_KINDS: Readonly<Record<string, string>> = {
  1: 'Operação tributável',
  2: 'Imunidade',
  3: 'Exportação de serviço',
  4: 'Não incidência',
};
const WITHHELD: Readonly<Record<string, string>> = {
  1: 'Não retido',
  2: 'Retido pelo tomador',
  3: 'Retido pelo intermediário',
};

function municipal(pdf: Pdf, root: Element, { amounts: { iss, service: amount, discount }, incidence }: NfseNote) {
  block(pdf, root, 'TRIBUTAÇÃO MUNICIPAL (ISSQN)', [
    [
      { label: 'Tributação do ISSQN', value: ISS_KINDS[iss.kind] ?? null },
      { label: 'Município da incidência', value: incidence },
      { label: 'Retenção do ISSQN', value: WITHHELD[iss.withheld] ?? null },
      { label: 'Valor do serviço', value: formatMoney(amount) },
    ],
    [
      { label: 'Desconto incondicionado', value: money(discount) },
      { label: 'Base de cálculo do ISSQN', value: known(iss.base) },
      { label: 'Alíquota aplicada', value: iss.rate === null ? null : formatPercent(iss.rate) },
      { label: 'ISSQN apurado', value: known(iss.amount) },
    ],
  ]);
}

function federal(pdf: Pdf, root: Element, { amounts: { federal: taxes } }: NfseNote) {
  block(pdf, root, 'TRIBUTAÇÃO FEDERAL (EXCETO CBS)', [
    [
      { label: 'IRRF', value: money(taxes.income_tax) },
      { label: 'Contribuição previdenciária retida', value: money(taxes.social_security) },
      { label: 'Contribuições sociais retidas', value: money(taxes.csll) },
      { label: 'PIS / COFINS (débito próprio)', value: `${money(taxes.pis)} / ${money(taxes.cofins)}` },
    ],
  ]);
}

function consumption(pdf: Pdf, root: Element, { ibs_cbs }: NfseNote) {
  if (!ibs_cbs) return words(pdf, root, 'TRIBUTAÇÃO IBS / CBS', ABSENT);
  const { cbs, ibs_state, ibs_municipal } = ibs_cbs;
  const rates = ({ rate, effective }: typeof cbs) => `${formatPercent(rate)} / ${formatPercent(effective)}`;
  block(pdf, root, 'TRIBUTAÇÃO IBS / CBS', [
    [
      { label: 'CST / Classificação tributária', value: `${ibs_cbs.cst} / ${ibs_cbs.class_code}` },
      { label: 'Indicador da operação', value: ibs_cbs.operation },
      { label: 'Localidade da incidência', value: ibs_cbs.city },
      { label: 'Base de cálculo', value: formatMoney(ibs_cbs.base) },
    ],
    [
      {
        label: 'CIB / Inscrição imobiliária',
        value: `${ibs_cbs.cib ?? ABSENT} / ${ibs_cbs.property_registration ?? ABSENT}`,
      },
      { label: 'Copropriedade', value: ibs_cbs.lease && formatPercent(ibs_cbs.lease.share) },
      { label: 'Valor total da operação', value: ibs_cbs.lease && formatMoney(ibs_cbs.lease.total) },
      { label: 'IBS total', value: formatMoney(ibs_cbs.ibs) },
    ],
    [
      { label: 'IBS estadual: alíquota / efetiva', value: rates(ibs_state) },
      { label: 'IBS municipal: alíquota / efetiva', value: rates(ibs_municipal) },
      { label: 'CBS: alíquota / efetiva', value: rates(cbs) },
      { label: 'CBS total', value: formatMoney(cbs.amount) },
    ],
  ]);
}

function totals(pdf: Pdf, root: Element, { amounts, ibs_cbs }: NfseNote) {
  block(pdf, root, 'VALOR TOTAL DA NFS-e', [
    [
      { label: 'Valor do serviço', value: formatMoney(amounts.service) },
      { label: 'Total das retenções', value: money(amounts.withheld) },
      { label: 'Valor líquido da NFS-e', value: formatMoney(amounts.net) },
      { label: 'Valor total com IBS e CBS', value: ibs_cbs && formatMoney(ibs_cbs.total) },
    ],
  ]);
}

function further(pdf: Pdf, root: Element, { service: { notes, reference }, amounts }: NfseNote) {
  const rate = amounts.simples_rate;
  const said = [
    notes,
    rate === null
      ? null
      : `Total aproximado dos tributos do Simples Nacional (Lei 12.741/2012): ${formatPercent(rate)}`,
    reference === null ? null : `Código do emitente: ${reference}`,
  ];
  words(pdf, root, 'INFORMAÇÕES COMPLEMENTARES', said.filter(Boolean).join(' | ') || ABSENT);
}

const TITLE_HEIGHT = 13;
const ROW_HEIGHT = 20;

function titleOf(pdf: Pdf, root: Element, title: string) {
  const y = pdf.y + 2;
  artifact(pdf, () => pdf.rect(LEFT, y, RIGHT - LEFT, TITLE_HEIGHT - 1).fill(GREY));
  write(pdf, root, 'H2', title, LEFT + 4, y + 2.5, TITLE);
  pdf.y = y + TITLE_HEIGHT;
}

function block(pdf: Pdf, root: Element, title: string, rows: readonly (readonly Cell[])[]) {
  titleOf(pdf, root, title);
  for (const row of rows) {
    const y = pdf.y;
    let x = LEFT + 4;
    for (const { label, value, span = 1 } of row) {
      const width = span * COLUMN - 8;
      const at = x;
      inside(pdf, root, 'P', () => {
        put(pdf, `${cut(pdf, label, LABEL, width)} `, at, y + 2, LABEL);
        put(pdf, cut(pdf, value || ABSENT, VALUE, width), at, y + 9.5, VALUE);
      });
      x += span * COLUMN;
    }
    pdf.y = y + ROW_HEIGHT;
  }
}

/** A block of one sentence. */
function words(pdf: Pdf, root: Element, title: string, text: string) {
  titleOf(pdf, root, title);
  const y = pdf.y + 2;
  write(pdf, root, 'P', shortened(pdf, text), LEFT + 4, y, WORDS);
  pdf.y = Math.min(BOTTOM, pdf.y + 2);
}

function paragraph(pdf: Pdf, root: Element, label: string, text: string) {
  const y = pdf.y + 2;
  inside(pdf, root, 'P', () => {
    put(pdf, `${label} `, LEFT + 4, y, LABEL);
    put(pdf, shortened(pdf, text || ABSENT), LEFT + 4, y + 7.5, WORDS);
  });
  pdf.y += 2;
}

/** One line, with an ellipsis where it is too long. */
function cut(pdf: Pdf, text: string, style: Style, width: number): string {
  return longest(text, (part) => widthOf(pdf, part, style) <= width);
}

/** Some lines, with an ellipsis after the last. */
function shortened(pdf: Pdf, text: string): string {
  const room = tall(pdf, 'x', WORDS) * MOST_LINES + 1;
  return longest(text, (part) => tall(pdf, part, WORDS) <= room);
}

/** The longest beginning that fits, found by halves. */
function longest(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  let [from, to] = [0, text.length];
  while (to - from > 1) {
    const half = Math.floor((from + to) / 2);
    if (fits(`${text.slice(0, half).trimEnd()}…`)) from = half;
    else to = half;
  }
  return `${text.slice(0, from).trimEnd()}…`;
}

/** Written across the page, faint enough to read the text under it. */
function mark(pdf: Pdf, text: string) {
  artifact(pdf, () => {
    pdf
      .save()
      .rotate(-35, { origin: [297, 421] })
      .fillOpacity(0.12);
    put(pdf, text, 0, 390, { size: 70, bold: true, color: INK, width: 595, align: 'center' });
    pdf.restore();
  });
}

const money = (amount: Cents) => (amount === 0 ? ABSENT : formatMoney(amount));
const known = (amount: Cents | null) => (amount === null ? null : formatMoney(amount));
const dayWords = (day: string) => (isCalendarDate(day) ? formatDate(day) : day);

/** `2026-12-01T10:30:00-03:00` is `01/12/2026 10:30:00`. */
const timeWords = (instant: string) => `${dayWords(instant.slice(0, 10))} ${instant.slice(11, 19)}`;
