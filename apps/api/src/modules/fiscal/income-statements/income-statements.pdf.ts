import { type CalendarDate, formatDate, formatReference, monthName, monthsOf } from '@morada/domain/base/calendar';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { type Cents, formatAmount, formatMoney, formatPercent, sum } from '@morada/domain/base/money';
import type { CarneLeaoMonth } from '@morada/domain/fiscal/carne-leao';
import type { DimobMonth } from '@morada/domain/fiscal/dimob';
import { addedMonths, type StatementSums, sumsOf } from '@morada/domain/fiscal/income-statement';
import { fullAddress } from '@morada/domain/property/property';
import type { Piece } from '#api/pdf/flow.ts';
import { type Letterhead, letterhead } from '#api/pdf/letterhead.ts';
import {
  closeSheet,
  type Element,
  FAINT,
  facts,
  flowPieces,
  LEFT,
  openSheet,
  type Pdf,
  RIGHT,
  rule,
  SOFT,
  type Style,
  tall,
  WIDTH,
  write,
} from '#api/pdf/sheet.ts';
import type { Contract, Person } from './income-statements.queries.ts';

/** The other side of a contract. `share` is the owner's part of the property, where it is known. */
type Counterpart = Person & { share: number | null; months: readonly DimobMonth[] };

type StatementContract = Omit<Contract, 'owners'> & { counterparts: readonly Counterpart[] };

/** A person's year: its figures are those of DIMOB. */
export type IncomeStatement = {
  year: number;
  person: Person;
  contracts: readonly StatementContract[];
  taxCodes: readonly ('3208' | '9478')[];
  /** Only for owners who are natural persons and have tenants who are natural persons. */
  carneLeao: readonly CarneLeaoMonth[] | null;
};

/** What the owner received, by contract and month, and where it goes in the return. */
export const ownerStatementPdf = (statement: IncomeStatement, agency: Letterhead) =>
  statementPdf(statement, agency, {
    title: `Informe de rendimentos de aluguéis ${statement.year}`,
    role: 'Proprietário',
    counterpart: 'Inquilino',
    columns: OWNER_COLUMNS,
    notes: ownerNotes(statement, agency),
  });

/** What the tenant paid, by contract and month, and to which owners. */
export const tenantStatementPdf = (statement: IncomeStatement, agency: Letterhead) =>
  statementPdf(statement, agency, {
    title: `Informe de aluguéis pagos ${statement.year}`,
    role: 'Inquilino',
    counterpart: 'Proprietário',
    columns: TENANT_COLUMNS,
    notes: tenantNotes(statement),
  });

const DEPOSIT = 'O depósito caução não é aluguel e não entra neste informe.';

const tenantNotes = ({ person, contracts, year }: IncomeStatement) =>
  person.person_type === 'FISICA'
    ? [
        'Na declaração, o aluguel pago a pessoa física vai em "Pagamentos efetuados", código 70 (aluguéis de imóveis), com o CPF de cada proprietário.',
        DEPOSIT,
      ]
    : [
        'O aluguel pago a pessoa física vai no evento R-4010 da EFD-Reinf, natureza 13002, mesmo sem imposto retido.',
        ...(beneficiariesOf(contracts).length > 0
          ? [
              `As páginas seguintes são os comprovantes de cada proprietário: entregue-os até o último dia útil de fevereiro de ${year + 1}.`,
            ]
          : []),
        DEPOSIT,
      ];

function ownerNotes({ person, contracts, taxCodes }: IncomeStatement, agency: Letterhead): string[] {
  const tenants = contracts.flatMap(({ counterparts }) => counterparts);
  const natural = person.person_type === 'FISICA';
  const declarant = agency.cnpj ? `, CNPJ ${formatDocument(agency.cnpj)}` : '';
  return [
    ...(natural && tenants.some(({ person_type }) => person_type === 'JURIDICA')
      ? [
          'Aluguel pago por empresa: declare o rendimento bruto em "Rendimentos tributáveis recebidos de pessoa jurídica", com o CNPJ do inquilino e o imposto retido.',
        ]
      : []),
    ...(natural && tenants.some(({ person_type }) => person_type === 'FISICA')
      ? [
          'Aluguel pago por pessoa física: vai no carnê-leão, em "Rendimentos tributáveis recebidos de pessoa física", mês a mês.',
        ]
      : []),
    ...(natural
      ? [
          `A taxa de administração vai em "Pagamentos efetuados", código 71 (administrador de imóveis): ${agency.name}${declarant}.`,
        ]
      : []),
    ...(taxCodes.length > 0 ? [`Imposto de renda retido na fonte: código ${taxCodes.join(' e ')}.`] : []),
    'Os valores são os informados na DIMOB, pelo mês em que o inquilino pagou. O depósito caução não é rendimento e não entra neste informe.',
  ];
}

type Kind = {
  title: string;
  role: string;
  counterpart: string;
  columns: readonly Col[];
  notes: readonly string[];
};

function statementPdf(statement: IncomeStatement, agency: Letterhead, kind: Kind) {
  const { year, person, contracts } = statement;
  const day: CalendarDate = `${year}-12-31`;
  const { pdf, root } = openSheet({ title: `${kind.title}, ${person.name}`, author: agency.name, day });
  letterhead(pdf, root, agency);
  write(pdf, root, 'H1', kind.title, LEFT, pdf.y + 30, { size: 19, bold: true, width: WIDTH });
  write(pdf, root, 'P', `Ano-calendário ${year}`, LEFT, pdf.y + 2, { size: 11, color: SOFT, width: WIDTH });
  pdf.y += 14;
  const total = sumsOf(contracts.flatMap(({ counterparts }) => counterparts.flatMap(({ months }) => months)));
  facts(pdf, root, [
    { label: 'Fonte da informação', value: declarantOf(agency), wide: true },
    { label: kind.role, value: named(person), wide: true },
    ...kind.columns.map(({ label, of }) => ({ label: `${label} no ano`, value: formatMoney(of(total)) })),
  ]);
  flowPieces(pdf, kind.title, [
    ...contracts.flatMap((contract) => contractPieces(pdf, root, contract, statement, kind)),
    ...notePieces(pdf, root, kind.notes),
  ]);
  if (kind.role === 'Inquilino' && person.person_type === 'JURIDICA') withheldPages(pdf, root, statement, agency);
  if (statement.carneLeao) carneLeaoPage(pdf, root, statement.carneLeao, statement);
  return closeSheet(pdf, root, kind.title);
}

const declarantOf = ({ name, cnpj }: Letterhead) => (cnpj ? `${name}, CNPJ ${formatDocument(cnpj)}` : name);

const named = ({ name, document }: Person) => `${name}, ${documentKind(document)} ${formatDocument(document)}`;

type Col = { label: string; of: (sums: StatementSums) => Cents };

const OWNER_COLUMNS: readonly Col[] = [
  { label: 'Bruto', of: ({ rent }) => rent },
  { label: 'Taxa adm.', of: ({ fee }) => fee },
  { label: 'IRRF', of: ({ tax }) => tax },
  { label: 'Líquido', of: ({ net }) => net },
];

const TENANT_COLUMNS: readonly Col[] = [
  { label: 'Aluguel', of: ({ rent }) => rent },
  { label: 'IRRF retido', of: ({ tax }) => tax },
  { label: 'Líquido de IRRF', of: ({ rent, tax }) => rent - tax },
];

// Tables ------------------------------------------------------------------------------------------------------------------

const AMOUNT_WIDTH = 86;
const HEAD: Style = { size: 8.5, bold: true, color: SOFT };
const SMALL: Style = { size: 9, color: SOFT, width: WIDTH };
const ROW: Style = { size: 9 };
const ABOVE = 3;
const BELOW = 2;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Title, facts and months of a contract, on one page. */
function contractPieces(
  pdf: Pdf,
  root: Element,
  contract: StatementContract,
  { year, person }: IncomeStatement,
  { counterpart, columns }: Kind,
): Piece[] {
  const { counterparts } = contract;
  const shown = (one: Counterpart) => {
    const share = one.share === null || counterpart === 'Inquilino' ? '' : `, ${formatPercent(one.share)}`;
    const paid = counterparts.length > 1 ? `, ${formatMoney(sumsOf(one.months).rent)}` : '';
    return `${counterpart}: ${named(one)}${share}${paid}`;
  };
  const [first] = counterparts;
  const part =
    counterpart === 'Inquilino' && first && first.share !== null && first.share < 10_000
      ? [`Parte de ${person.name}: ${formatPercent(first.share)}`]
      : [];
  const months = addedMonths(counterparts.map((one) => one.months));
  return tablePieces(pdf, root, {
    title: `Contrato ${contract.id}`,
    lines: [...counterparts.map(shown), `Imóvel: ${fullAddress(contract)}`, ...part, termOf(contract)],
    head: ['Mês', ...columns.map(({ label }) => `${label} (R$)`)],
    rows: months.map((month, index) => [
      capital(monthName(monthsOf(year)[index] ?? '2000-01')),
      ...columns.map(({ of }) => formatAmount(of(month))),
    ]),
    total: ['Total', ...columns.map(({ of }) => formatAmount(of(sumsOf(months))))],
  });
}

function termOf({ start_date, end_date, closed_on }: StatementContract) {
  const end = closed_on ? `, encerrado em ${formatDate(closed_on)}` : '';
  return `Vigência: ${formatDate(start_date)} a ${formatDate(end_date)}${end}`;
}

type Table = {
  title: string;
  lines: readonly string[];
  head: readonly string[];
  rows: readonly (readonly string[])[];
  total: readonly string[];
};

function tablePieces(pdf: Pdf, root: Element, { title, lines, head, rows, total }: Table): Piece[] {
  const table = pdf.struct('Table');
  const texts: Piece[] = [
    textPiece(pdf, root, 'H2', title, { size: 12, bold: true, width: WIDTH }, 16),
    ...lines.map((line) => textPiece(pdf, root, 'P', line, SMALL, 1)),
  ];
  const cells = [
    rowPiece(pdf, table, 'TH', head, HEAD, () => root.add(table)),
    ...rows.map((row) => rowPiece(pdf, table, 'TD', row, ROW)),
    rowPiece(pdf, table, 'TD', total, { ...ROW, bold: true }),
  ];
  const pieces = [...texts, ...cells.map((piece, index) => (index === 0 ? { ...piece, gap: 6 } : piece))];
  return pieces.map((piece, index) => (index < pieces.length - 1 ? { ...piece, keep: 'BLOCK' } : piece));
}

function textPiece(pdf: Pdf, root: Element, tag: string, text: string, style: Style, gap: number): Piece {
  return { gap, height: tall(pdf, text, style), draw: () => write(pdf, root, tag, text, LEFT, pdf.y, style) };
}

function rowPiece(
  pdf: Pdf,
  table: Element,
  tag: 'TH' | 'TD',
  cells: readonly string[],
  style: Style,
  before?: () => void,
): Piece {
  const [name = '', ...amounts] = cells;
  const draw = () => {
    before?.();
    const row = pdf.struct('TR');
    table.add(row);
    const y = pdf.y + ABOVE;
    write(pdf, row, tag, name, LEFT, y, { ...style, width: 90 });
    amounts.forEach((amount, index) => {
      const x = RIGHT - AMOUNT_WIDTH * (amounts.length - index);
      write(pdf, row, tag, amount, x, y, { ...style, width: AMOUNT_WIDTH, align: 'right' });
    });
    pdf.y = y + tall(pdf, 'M', style) + BELOW;
    rule(pdf, pdf.y);
  };
  return { height: ABOVE + tall(pdf, 'M', style) + BELOW, draw };
}

function notePieces(pdf: Pdf, root: Element, notes: readonly string[]): Piece[] {
  const title = textPiece(
    pdf,
    root,
    'H2',
    'Na declaração de imposto de renda',
    { size: 11, bold: true, width: WIDTH },
    18,
  );
  return [{ ...title, keep: 'BLOCK' }, ...notes.map((note) => textPiece(pdf, root, 'P', note, SMALL, 4))];
}

// Withheld tax --------------------------------------------------------------------------------------------------------------

/** Owners who are natural persons, each with the contracts for which a company paid them rent. */
function beneficiariesOf(contracts: IncomeStatement['contracts']) {
  const paid = contracts.flatMap((contract) =>
    contract.counterparts
      .filter(({ person_type }) => person_type === 'FISICA')
      .map((owner) => ({ owner, contract: { ...contract, counterparts: [owner] } })),
  );
  return [...Map.groupBy(paid, ({ owner }) => owner.id).values()];
}

/**
 * Pages that a company hands to the owners it paid rent to, one for each natural person: rents paid and tax withheld.
 */
function withheldPages(pdf: Pdf, root: Element, statement: IncomeStatement, agency: Letterhead) {
  const { year, person, contracts, taxCodes } = statement;
  const title = 'Comprovante de rendimentos pagos e de imposto retido na fonte';
  for (const paid of beneficiariesOf(contracts)) {
    const [first] = paid;
    if (!first) continue;
    pdf.addPage();
    write(pdf, root, 'H1', title, LEFT, 56, { size: 15, bold: true, width: WIDTH });
    write(pdf, root, 'P', `Aluguéis, ano-calendário ${year}`, LEFT, pdf.y + 2, { size: 11, color: SOFT, width: WIDTH });
    pdf.y += 14;
    const total = sumsOf(paid.flatMap(({ owner }) => owner.months));
    facts(pdf, root, [
      { label: 'Fonte pagadora', value: named(person), wide: true },
      { label: 'Beneficiário', value: named(first.owner), wide: true },
      { label: 'Administradora', value: declarantOf(agency), wide: true },
      ...TENANT_COLUMNS.map(({ label, of }) => ({ label: `${label} no ano`, value: formatMoney(of(total)) })),
    ]);
    const kind: Kind = { title, role: 'Inquilino', counterpart: 'Proprietário', columns: TENANT_COLUMNS, notes: [] };
    flowPieces(pdf, title, [
      ...paid.flatMap(({ contract }) => contractPieces(pdf, root, contract, statement, kind)),
      ...notePieces(pdf, root, [
        'O proprietário declara o rendimento bruto em "Rendimentos tributáveis recebidos de pessoa jurídica", com o CNPJ da fonte pagadora e o imposto retido.',
        ...(total.tax > 0 && taxCodes.length > 0
          ? [`Imposto de renda retido na fonte: código ${taxCodes.join(' e ')}.`]
          : ['Nenhum imposto foi retido neste ano.']),
      ]),
    ]);
  }
}

// Carnê-leão ----------------------------------------------------------------------------------------------------------------

/** Due date of the tax, as `14/02/2027`; empty for a month without tax. */
const dueOf = ({ suggestion, due_on }: CarneLeaoMonth) => (suggestion && suggestion.tax > 0 ? formatDate(due_on) : '');

function carneLeaoPage(pdf: Pdf, root: Element, months: readonly CarneLeaoMonth[], { year, person }: IncomeStatement) {
  const title = 'Carnê-leão: apoio';
  pdf.addPage();
  write(pdf, root, 'H1', title, LEFT, 56, { size: 19, bold: true, width: WIDTH });
  write(pdf, root, 'P', `${person.name} · ano-calendário ${year}`, LEFT, pdf.y + 2, { ...SMALL, size: 11 });
  const warning =
    'Apenas informação: não é guia de pagamento nem orientação fiscal. O imposto sugerido considera só os aluguéis que pessoas físicas pagaram por esta imobiliária; outros rendimentos e deduções do mês mudam o resultado.';
  write(pdf, root, 'P', warning, LEFT, pdf.y + 8, { size: 9.5, bold: true, width: WIDTH });
  const amountOf = (month: CarneLeaoMonth) => (month.suggestion ? formatAmount(month.suggestion.tax) : 'sem tabela');
  flowPieces(pdf, title, [
    ...tablePieces(pdf, root, {
      title: `Mês a mês, código ${months[0]?.code ?? ''}`,
      lines: [],
      head: ['Mês', 'Aluguel (R$)', 'Deduções (R$)', 'Base (R$)', 'Imposto sugerido', 'Vencimento'],
      rows: months.map((month) => [
        formatReference(month.month),
        formatAmount(month.gross),
        formatAmount(month.fee + month.exclusions),
        formatAmount(month.suggestion?.base ?? 0),
        amountOf(month),
        dueOf(month),
      ]),
      total: [
        'Total',
        formatAmount(sum(months.map(({ gross }) => gross))),
        formatAmount(sum(months.map(({ fee, exclusions }) => fee + exclusions))),
        '',
        formatAmount(sum(months.map(({ suggestion }) => suggestion?.tax ?? 0))),
        '',
      ],
    }),
    textPiece(
      pdf,
      root,
      'P',
      'Deduções: a taxa de administração e, se o contrato diz que o proprietário os paga, IPTU e condomínio. Da base saem as deduções e, quando é melhor, o desconto simplificado. O imposto já tem a redução mensal da lei, quando ela cabe.',
      { ...SMALL, color: FAINT },
      10,
    ),
  ]);
}
