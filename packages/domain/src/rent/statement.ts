import { type CalendarDate, formatDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';

export type StatementLine = { kind: string; name: string; note?: string | undefined; amount: Cents };

/** Effect of one ledger entry on the amount owed to a client: above zero the agency owes more, below it paid. */
export type StatementEvent = {
  date: CalendarDate;
  amount: Cents;
  /** They add up to `amount`. */
  lines: readonly StatementLine[];
};

export type Statement<Event extends StatementEvent> = {
  opening: Cents;
  /** Each event with the balance after it. */
  events: (Event & { balance: Cents })[];
  /** Amounts credited in the period. */
  credits: Cents;
  /** Amounts paid or reversed in the period. */
  debits: Cents;
  closing: Cents;
  /** What rents came to: gross − fee + others is net. */
  income: StatementIncome;
};

export type StatementIncome = {
  /** Rents, their late charges and fees that belong to the owner. */
  gross: Cents;
  /** Administration fee. */
  fee: Cents;
  /** Extra values, taxes and the parts of other owners, each with its sign. */
  others: Cents;
  /** What the agency owes the owner of it. */
  net: Cents;
};

/** Last day that a statement speaks of: of a period that isn't over, today. */
export const lastDayOf = (end: CalendarDate, today: CalendarDate): CalendarDate => (end < today ? end : today);

/** Name of the balance that a period closes with; one that isn't over has no final balance. */
export const closingLabel = (end: CalendarDate, today: CalendarDate): string =>
  end > today ? `Saldo em ${formatDate(today)}` : 'Saldo final';

const GROSS: ReadonlySet<string> = new Set(['RENT', 'LATE', 'FEE']);

/** Of the lines of entries; what was paid to the owner is no income. */
function incomeOf(events: readonly StatementEvent[]): StatementIncome {
  const lines = events.flatMap((event) => event.lines).filter(({ kind }) => kind !== 'PAYOUT');
  const total = (counts: (kind: string) => boolean): Cents =>
    lines.reduce((sum, { kind, amount }) => (counts(kind) ? sum + amount : sum), 0);
  const gross = total((kind) => GROSS.has(kind));
  const fee = 0 - total((kind) => kind === 'ADMIN_FEE');
  const net = total(() => true);
  return { gross, fee, others: net - gross + fee, net };
}

/** The account of one client from day to day: opening + credits − debits is the closing balance. */
export function statementOf<Event extends StatementEvent>(opening: Cents, events: readonly Event[]): Statement<Event> {
  let balance = opening;
  let credits = 0;
  let debits = 0;
  const withBalances = events.map((event) => {
    balance += event.amount;
    if (event.amount > 0) credits += event.amount;
    else debits -= event.amount;
    return { ...event, balance };
  });
  return { opening, events: withBalances, credits, debits, closing: balance, income: incomeOf(events) };
}

/** Parts of a ledger entry that determine its words. */
export type StatementEntry = {
  kind: 'SETTLEMENT' | 'PAYOUT' | 'MANUAL_TRANSFER' | 'REFUND';
  /** Effect on the balance. */
  amount: Cents;
  /** A transfer to a tenant: the money left over when a contract ends. */
  to_tenant: boolean;
  reversal: boolean;
};

/** A reversal moves the balance the other way. */
const paidOut = ({ amount, reversal }: StatementEntry) => amount < 0 !== reversal;

/** Title of an entry in the owner's statement. */
export function statementTitle(entry: StatementEntry): string {
  const { kind, to_tenant, reversal } = entry;
  const paid = to_tenant ? 'Devolução paga' : 'Repasse efetuado';
  const title = {
    SETTLEMENT: 'Aluguel recebido',
    MANUAL_TRANSFER: 'Repasse manual',
    REFUND: 'Devolução ao inquilino',
    PAYOUT: paidOut(entry) ? paid : 'Recebido do proprietário',
  }[kind];
  return reversal ? `Estorno: ${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;
}

/** Reason of the movement. */
export function statementRule(entry: StatementEntry): string {
  const { kind, to_tenant, reversal } = entry;
  if (reversal) return 'O lançamento original foi desfeito: volta atrás, linha por linha, o que ele tinha movido.';
  const paid = to_tenant
    ? 'O que a imobiliária pagou ao inquilino sai do saldo.'
    : 'O que a imobiliária pagou ao proprietário sai do saldo.';
  return {
    SETTLEMENT:
      'Do aluguel que o inquilino pagou saem a taxa de administração e as deduções, e entra o mais que segue para o proprietário.',
    MANUAL_TRANSFER: 'Valor lançado à mão, sem fatura, que a imobiliária passa a dever ao proprietário.',
    REFUND: to_tenant
      ? 'O que sobrou para o inquilino quando o contrato terminou.'
      : 'A parte do proprietário no que volta ao inquilino com o fim do contrato. Sai dos próximos repasses.',
    PAYOUT: paidOut(entry)
      ? paid
      : 'As deduções passaram do aluguel: o que o proprietário pagou à imobiliária cobre o saldo negativo.',
  }[kind];
}
