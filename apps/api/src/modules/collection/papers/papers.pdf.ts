import {
  type CalendarDate,
  formatDate,
  formatLongDate,
  formatReference,
  shownReference,
} from '@morada/domain/base/calendar';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { formatAmount, formatMoney, formatPercent } from '@morada/domain/base/money';
import { formatPhone } from '@morada/domain/base/phone';
import type { DebtNotice } from '@morada/domain/debt-papers/debt-notice';
import { DEBTOR_PARTIES } from '@morada/domain/debt-papers/debt-register';
import { type DebtRow, type DebtStatement, debtTermsText } from '@morada/domain/debt-papers/debt-statement';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { fullAddress } from '@morada/domain/property/property';
import type { Letterhead } from '#api/pdf/letterhead.ts';
import { type Block, paperPdf } from '#api/pdf/paper.ts';
import { inFull, placeOf } from '#api/pdf/receipt.ts';
import type { Contract, Debtor } from './debt.queries.ts';
import type { ChargedInvoice, Owner, SentMessage } from './dossier.queries.ts';

type DebtOnPaper = { contract: Contract; statement: DebtStatement; clause: string | null };

const named = ({ name, document }: { name: string; document: string }) =>
  document ? `${name}, ${documentKind(document)} ${formatDocument(document)}` : name;

const addressOf = ({ street, ...place }: Omit<Debtor, 'id' | 'role' | 'name' | 'document' | 'email' | 'phone'>) =>
  street ? fullAddress({ ...place, street }) : 'não consta do cadastro';

const propertyOf = (contract: Contract) => fullAddress(contract);

const debtorFacts = (debtors: readonly Debtor[]) =>
  debtors.map((debtor): readonly [string, string] => [DEBTOR_PARTIES[debtor.role], named(debtor)]);

const MONTH = { title: 'Mês', width: 44 } as const;
const DUE = { title: 'Vencimento', width: 58 } as const;
const RIGHT = { align: 'right' } as const;

const STATEMENT_COLUMNS = [
  MONTH,
  DUE,
  { title: 'Dias', width: 32, ...RIGHT },
  { title: 'Aluguel', width: 60, ...RIGHT },
  { title: 'Encargos', width: 56, ...RIGHT },
  { title: 'Correção', width: 52, ...RIGHT },
  { title: 'Multa', width: 54, ...RIGHT },
  { title: 'Juros', width: 52, ...RIGHT },
  { title: 'Total (R$)', width: 67, ...RIGHT },
] as const;

const monthOf = ({ reference }: Pick<DebtRow, 'reference'>) => formatReference(shownReference(reference));

/** The statement by month as blocks, for the statement itself and the papers that repeat it. */
function debtBlocks({ statement, clause }: Pick<DebtOnPaper, 'statement' | 'clause'>): Block[] {
  const { rows, totals, terms, missing, day } = statement;
  const earlier = rows.flatMap((row) => (row.earlier ? [{ month: monthOf(row), ...row.earlier }] : []));
  const agreements = [...new Set(rows.flatMap(({ agreement_id }) => agreement_id ?? []))];
  return [
    {
      columns: STATEMENT_COLUMNS,
      rows: rows.map((row) => [
        monthOf(row),
        formatDate(row.due_date),
        String(row.days),
        ...[row.rent, row.charges, row.correction, row.fine, row.interest, row.total].map(formatAmount),
      ]),
      total: [
        'Total',
        '',
        '',
        ...[totals.rent, totals.charges, totals.correction, totals.fine, totals.interest, totals.total].map(
          formatAmount,
        ),
      ],
    },
    { text: `Total em ${formatDate(day)}: ${inFull(totals.total)}.`, look: 'strong' },
    {
      text: `${debtTermsText(terms)} ${clause ? `Contrato: ${clause}.` : 'São os encargos cobrados nas faturas.'} Encargos são as taxas e os acréscimos da fatura.`,
      look: 'small',
    },
    ...earlier.map(
      ({ month, invoice_id, owed, paid, paid_on }): Block => ({
        text: `${month}: a fatura ${invoice_id}, de ${formatMoney(owed)}, teve ${formatMoney(paid)} pagos em ${formatDate(paid_on)}, já deduzidos. Consta acima o saldo.`,
        look: 'small',
      }),
    ),
    ...agreements.map((id): Block => ({ text: `Há parcelas do acordo ${id} entre os valores acima.`, look: 'small' })),
    ...(missing.length > 0
      ? [
          {
            text: `Índice ainda não publicado em ${missing.map(formatReference).join(', ')}: estes meses não foram corrigidos.`,
            look: 'small' as const,
          },
        ]
      : []),
  ];
}

const signedAt = (agency: Letterhead, contract: Contract, day: CalendarDate): Block => {
  const place = placeOf(agency, contract);
  return { signedAt: `${place ? `${place}, ` : ''}${formatLongDate(day)}.` };
};

/** Statement of debt by month. */
export function statementPdf(debt: DebtOnPaper, debtors: readonly Debtor[], agency: Letterhead) {
  const { contract, statement } = debt;
  return paperPdf({
    agency,
    title: `Demonstrativo de débito, contrato ${contract.id}`,
    subtitle: `Valores em aberto em ${formatDate(statement.day)}`,
    day: statement.day,
    blocks: [
      {
        facts: [
          ...debtorFacts(debtors),
          ['Imóvel', propertyOf(contract)],
          ['Vigência', `${formatDate(contract.start_date)} a ${formatDate(contract.end_date)}`],
          ['Aluguel atual', formatMoney(contract.current_price)],
        ],
      },
      ...debtBlocks(debt),
      signedAt(agency, contract, statement.day),
    ],
  });
}

type NoticeOnPaper = {
  notice: DebtNotice;
  contract: Contract;
  recipient: Debtor;
  day: CalendarDate;
  agency: Letterhead;
};

/** The notice before a listing, as a letter. */
export function noticePdf({ notice, contract, recipient, day, agency }: NoticeOnPaper) {
  return paperPdf({
    agency,
    title: 'Aviso prévio',
    subtitle: notice.subject,
    day,
    blocks: [
      {
        facts: [
          ['Destinatário', named(recipient)],
          ['Endereço', addressOf(recipient)],
        ],
      },
      { text: notice.greeting, look: 'strong' },
      { text: notice.opening },
      ...notice.lines.map((text): Block => ({ text })),
      { text: notice.total, look: 'strong' },
      ...notice.closing.map((text): Block => ({ text })),
      signedAt(agency, contract, day),
      { text: 'Recebido em ____/____/________     Assinatura: ________________________________', look: 'small' },
    ],
  });
}

type Subject = { contract: Contract; debtors: readonly Debtor[]; agency: Letterhead; day: CalendarDate };

/** Data of the title for the notary: the debt, the debtor's address and the place of payment. */
export function protestPdf({ contract, debtors, agency, day }: Subject, debt: DebtOnPaper, owners: readonly Owner[]) {
  const { statement } = debt;
  return paperPdf({
    agency,
    title: `Dados do título para protesto, contrato ${contract.id}`,
    subtitle: 'Aluguel e encargos provados por escrito: título executivo extrajudicial (CPC, art. 784, VIII)',
    day,
    blocks: [
      { heading: 'Título' },
      {
        facts: [
          ['Espécie', 'Contrato de locação de imóvel, com demonstrativo de débito'],
          ['Número', String(contract.id)],
          ['Emissão', formatDate(contract.start_date)],
          ['Valor a protestar', inFull(statement.totals.total)],
          ['Primeiro vencimento', statement.rows[0] ? formatDate(statement.rows[0].due_date) : ''],
          ['Praça de pagamento', [contract.city, contract.state].filter(Boolean).join('/')],
        ],
      },
      { heading: 'Devedores' },
      ...debtors.map(
        (debtor): Block => ({
          facts: [
            [DEBTOR_PARTIES[debtor.role], named(debtor)],
            ['Endereço', addressOf(debtor)],
          ],
        }),
      ),
      { heading: 'Credor e apresentante' },
      {
        facts: [
          ...owners.map((owner): readonly [string, string] => ['Parte locadora', named(owner)]),
          ['Apresentante', agency.cnpj ? `${agency.name}, CNPJ ${formatDocument(agency.cnpj)}` : agency.name],
        ],
      },
      { heading: 'Demonstrativo' },
      ...debtBlocks(debt),
      signedAt(agency, contract, day),
    ],
  });
}

/** The guarantee of the contract, and the people who answer for it. */
export function guaranteePdf({ contract, debtors, agency, day }: Subject) {
  const guarantors = debtors.filter(({ role }) => role === 'GUARANTOR');
  return paperPdf({
    agency,
    title: `Garantia e devedores, contrato ${contract.id}`,
    subtitle: `Conforme o cadastro em ${formatDate(day)}`,
    day,
    blocks: [
      {
        facts: [
          ['Garantia', GUARANTEES[contract.guarantee]],
          ...(contract.deposit ? [['Caução recebida', formatMoney(contract.deposit)] as const] : []),
          ['Fiadores', guarantors.length === 0 ? 'nenhum' : String(guarantors.length)],
        ],
      },
      ...debtors.flatMap((debtor): Block[] => [
        { heading: `${DEBTOR_PARTIES[debtor.role]}: ${debtor.name}` },
        {
          facts: [
            ['Documento', named(debtor)],
            ['Endereço', addressOf(debtor)],
            ['Telefone', debtor.phone ? formatPhone(debtor.phone) : 'não consta'],
            ['E-mail', debtor.email ?? 'não consta'],
          ],
        },
      ]),
    ],
  });
}

/** Ownership of the property and the agency's mandate. */
export function mandatePdf({ contract, agency, day }: Subject, owners: readonly Owner[]) {
  return paperPdf({
    agency,
    title: `Propriedade e mandato, contrato ${contract.id}`,
    subtitle: `Conforme o cadastro em ${formatDate(day)}`,
    day,
    blocks: [
      {
        facts: [
          ['Imóvel', propertyOf(contract)],
          ['Situação', contract.status === 'CLOSED' ? 'Contrato encerrado' : 'Contrato em andamento'],
          ['Vigência', `${formatDate(contract.start_date)} a ${formatDate(contract.end_date)}`],
          ...(contract.closed_on ? [['Encerrado em', formatDate(contract.closed_on)] as const] : []),
          ['Administradora', agency.cnpj ? `${agency.name}, CNPJ ${formatDocument(agency.cnpj)}` : agency.name],
          ['Taxa de administração', formatPercent(contract.commission)],
        ],
      },
      { heading: 'Proprietários' },
      {
        columns: [
          { title: 'Nome e documento', width: 375 },
          { title: 'Parte', width: 100, align: 'right' },
        ],
        rows: owners.map((owner) => [named(owner), owner.share === null ? '' : formatPercent(owner.share)]),
      },
      {
        text: 'O credor é o proprietário. A imobiliária age como procuradora: confira se o contrato de administração dá poderes para protestar, negativar e contratar advogado, e junte a matrícula atualizada do imóvel.',
        look: 'small',
      },
    ],
  });
}

const BOLETO_STATES = { OPEN: 'Em aberto', PAID: 'Pago', CANCELED: 'Cancelado' } as const;

/** The overdue invoices by line, and the boletos issued of each. */
export function chargesPdf({ contract, agency, day }: Subject, invoices: readonly ChargedInvoice[]) {
  return paperPdf({
    agency,
    title: `Faturas e boletos, contrato ${contract.id}`,
    subtitle: `Faturas em aberto em ${formatDate(day)}`,
    day,
    blocks: invoices.flatMap((invoice): Block[] => [
      { heading: `Fatura ${invoice.id}, ${monthOf(invoice)}, vencida em ${formatDate(invoice.due_date)}` },
      {
        columns: [
          { title: 'Discriminação', width: 375 },
          { title: 'Valor (R$)', width: 100, align: 'right' },
        ],
        rows: invoice.lines.map(({ name, amount }) => [name, formatAmount(amount)]),
        total: ['Total', formatAmount(invoice.amount)],
      },
      ...invoice.boletos.map(
        (boleto): Block => ({
          text: `Boleto ${boleto.nosso_numero}, vencimento ${formatDate(boleto.due_date)}, ${formatMoney(boleto.amount)}, ${BOLETO_STATES[boleto.status]}. Linha digitável ${boleto.digitable_line}`,
          look: 'small',
        }),
      ),
    ]),
  });
}

/** One part of the messages sent about the contract's invoices, with what is known of their delivery. */
export function messagesPdf({ contract, agency, day }: Subject, messages: readonly SentMessage[], part: number) {
  return paperPdf({
    agency,
    title: `Mensagens enviadas, contrato ${contract.id}, parte ${part}`,
    subtitle: 'Pelo sistema ou aberta por uma pessoa da equipe para enviar; horários de Brasília',
    day,
    blocks: [
      {
        columns: [
          { title: 'Quando', width: 84 },
          { title: 'Para', width: 110 },
          { title: 'Mensagem', width: 171 },
          { title: 'Entrega', width: 110 },
        ],
        rows: messages.map(({ at, person, what, delivery }) => [at, person, what, delivery]),
      },
    ],
  });
}

export type IndexRow = { file: string; what: string; bytes: number; sha256: string | null };

/** Index of a dossier: each part with its SHA-256, by which a copy is compared. */
export function indexPdf({ contract, agency, day }: Subject, purpose: string, rows: readonly IndexRow[]) {
  return paperPdf({
    agency,
    title: `Índice do dossiê, contrato ${contract.id}`,
    subtitle: `${purpose}, montado em ${formatDate(day)}`,
    day,
    blocks: [
      {
        columns: [
          { title: 'Arquivo', width: 165 },
          { title: 'Conteúdo e SHA-256', width: 250 },
          { title: 'Bytes', width: 60, align: 'right' },
        ],
        rows: rows.map(({ file, what, bytes, sha256 }) => [
          file,
          sha256 ? `${what}\n${sha256.slice(0, 32)} ${sha256.slice(32)}` : `${what}: arquivo não encontrado na guarda`,
          sha256 ? bytes.toLocaleString('pt-BR') : '',
        ]),
      },
      {
        text: 'O SHA-256 identifica o conteúdo de cada arquivo: se um deles for alterado, o número calculado sobre ele deixa de ser o mesmo.',
        look: 'small',
      },
    ],
  });
}
