/**
 * The rental month of the decisions, section 4, a second time: in plain integers, with a calendar and a rounding of its
 * own, and without a line of the product's rules. What a call must answer and what the books must then hold is reckoned
 * here, and compared.
 */

type Day = string;
type Month = string;

export type Agency = { late_to_owner: number; transfer_business_days: number; late_from_business_day: boolean };

export type Terms = {
  current_price: number;
  discount: number;
  commission: number;
  with_commission: boolean;
  prorate: boolean;
  transfer_date: number;
  start_date: Day;
  end_date: Day;
  /** It ends with its term; otherwise it runs on past its end. */
  ends_at_term: boolean;
  next_readjustment: Day;
};

type Owner = { id: number; share: number | null };
type Fee = { name: string; price: number; to_owner: boolean };

type Extra = {
  id: number;
  amount: number;
  type: 'CREDIT' | 'DEBIT';
  influence: 'RENT' | 'EXPENSE';
  boleto: boolean;
  transfer: boolean;
  invoice: Invoice | null;
  payout: Transfer | null;
};

type Charge = { amount: number; fee?: Fee; extra?: Extra };

type Invoice = {
  id: number;
  reference: Month;
  due_date: Day;
  price: number;
  fees: number;
  charges: Charge[];
  status: 'PENDING' | 'PAID';
  paid: { amount: number; day: Day; fine: number; interest: number; books: Books } | null;
};

type Transfer = {
  id: number;
  invoice: Invoice | null;
  owner: number;
  amount: number;
  due_date: Day;
  /** The day before its last move. */
  former_date?: Day;
  status: 'PENDING' | 'DONE';
};

type Books = Record<string, number>;

// Arithmetic ---------------------------------------------------------------------------------------------------------

/** `amount × numerator ÷ denominator` of what is never negative here, rounded half up once. */
function halfUp(amount: number, numerator: number, denominator: number): number {
  const twice = 2n * BigInt(amount) * BigInt(numerator);
  return Number((twice + BigInt(denominator)) / (2n * BigInt(denominator)));
}

const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Each part cut towards zero, the centavos left over to the first. Unset shares have what is left, in equal parts. */
function byShare(amount: number, owners: Owner[]): number[] {
  const set = total(owners.map((owner) => owner.share ?? 0));
  const unset = owners.filter((owner) => owner.share === null).length;
  // In units of a hundredth of a percent, over as many owners as have no share: an equal third is exact.
  const weights = owners.map((owner) => (owner.share === null ? 10_000 - set : owner.share * Math.max(1, unset)));
  const whole = BigInt(total(weights));
  const parts = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / whole));
  parts[0] = (parts[0] ?? 0) + amount - total(parts);
  return parts;
}

// Calendar -----------------------------------------------------------------------------------------------------------

const day = (text: Day) => Temporal.PlainDate.from(text);
const daysFrom = (from: Day, to: Day) => day(from).until(day(to), { largestUnit: 'days' }).days;
export const plusDays = (text: Day, days: number): Day => day(text).add({ days }).toString();
const plusMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();
const lengthOf = (month: Month) => Temporal.PlainYearMonth.from(month).daysInMonth;
const monthOf = (text: Day): Month => text.slice(0, 7);
const dayIn = (month: Month, number: number): Day =>
  `${month}-${String(Math.min(number, lengthOf(month))).padStart(2, '0')}`;
const max = (one: string, other: string) => (one > other ? one : other);
const min = (one: string, other: string) => (one < other ? one : other);

const EVERY_YEAR = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'];
/** Carnival Monday and Tuesday, Good Friday and Corpus Christi, from the printed calendars of these years. */
const MOVING = [
  ...['2025-03-03', '2025-03-04', '2025-04-18', '2025-06-19'],
  ...['2026-02-16', '2026-02-17', '2026-04-03', '2026-06-04'],
  ...['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27'],
  ...['2028-02-28', '2028-02-29', '2028-04-14', '2028-06-15'],
];

const banksWork = (text: Day) =>
  day(text).dayOfWeek < 6 && !EVERY_YEAR.includes(text.slice(5)) && !MOVING.includes(text);

function nextBankDay(text: Day): Day {
  let on = text;
  while (!banksWork(on)) on = plusDays(on, 1);
  return on;
}

function afterBankDays(from: Day, count: number): Day {
  if (count === 0) return nextBankDay(from);
  let on = from;
  for (let left = count; left > 0; left -= 1) on = nextBankDay(plusDays(on, 1));
  return on;
}

// The contract -------------------------------------------------------------------------------------------------------

const LEAD_DAYS = 10;

export class ContractModel {
  status: 'APPROVED' | 'CLOSED' | 'DELETED' = 'APPROVED';
  invoices: Invoice[] = [];
  transfers: Transfer[] = [];
  extras: Extra[] = [];
  /** Ids of what was deleted: calls on them find nothing. */
  readonly gone = { invoices: [] as number[], transfers: [] as number[], extras: [] as number[] };
  readonly books: Books = {};
  readonly terms: Terms;
  readonly owners: Owner[];
  private readonly agency: Agency;
  private readonly fees: Fee[];
  private readonly registered: Day;
  private billedThrough: Month = '';

  /** `agency` is shared: what is set there counts from then on. */
  constructor(given: { terms: Terms; owners: Owner[]; fees: Fee[]; registered: Day; agency: Agency }) {
    this.terms = given.terms;
    this.owners = given.owners;
    this.fees = given.fees;
    this.registered = given.registered;
    this.agency = given.agency;
  }

  // Issuing ----------------------------------------------------------------------------------------------------------

  /** The daily job: how many it issues. */
  bill(today: Day): number {
    if (this.status !== 'APPROVED') return 0;
    let issued = 0;
    let month = max(plusMonths(monthOf(this.terms.start_date), 1), monthOf(this.registered));
    while (this.dueIn(month) <= plusDays(today, LEAD_DAYS) && this.livedDays(month) > 0) {
      if (month > this.billedThrough) {
        if (!this.has(month)) {
          this.issue(month);
          issued += 1;
        }
        this.billedThrough = month;
      }
      month = plusMonths(month, 1);
    }
    return issued;
  }

  anticipate(month: Month): number {
    if (this.status === 'DELETED') return 404;
    if (this.status === 'CLOSED') return 409;
    const firstPaid = this.invoices
      .filter((invoice) => invoice.status === 'PAID')
      .map((invoice) => invoice.reference)
      .sort()[0];
    const from = firstPaid ?? plusMonths(monthOf(this.terms.start_date), 1);
    const to = monthOf(this.terms.next_readjustment);
    if (month < from || month > to || this.livedDays(month) === 0) return 422;
    if (this.has(month)) return 409;
    this.issue(month);
    return 201;
  }

  private has = (month: Month) => this.invoices.some((invoice) => invoice.reference === month);
  private dueIn = (month: Month) => dayIn(month, this.terms.transfer_date);

  /** Of the month before the reference, both ends counted. */
  private livedDays(month: Month): number {
    const lived = plusMonths(month, -1);
    const from = max(this.terms.start_date, dayIn(lived, 1));
    const last = dayIn(lived, 31);
    const to = this.terms.ends_at_term ? min(this.terms.end_date, last) : last;
    return Math.max(0, daysFrom(from, to) + 1);
  }

  private issue(month: Month) {
    const of = lengthOf(plusMonths(month, -1));
    const days = this.livedDays(month);
    const rent = Math.max(0, this.terms.current_price - this.terms.discount);
    const price = this.terms.prorate && days < of ? halfUp(rent, days, of) : rent;

    const charges: Charge[] = this.fees.map((fee) => ({ amount: fee.price, fee }));
    const waiting = this.extras.filter((extra) => extra.boleto && extra.invoice === null);
    // An invoice is never negative: a deduction larger than the rest waits for the next one.
    let rest = price + total(charges.map((charge) => charge.amount));
    for (const extra of waiting) if (extra.type === 'DEBIT') rest += extra.amount;
    const taken = waiting.filter((extra) => {
      if (extra.type === 'DEBIT') return true;
      if (extra.amount > rest) return false;
      rest -= extra.amount;
      return true;
    });
    for (const extra of taken) charges.push({ amount: signed(extra), extra });

    const fees = total(charges.map((charge) => charge.amount));
    const invoice: Invoice = {
      id: 0,
      reference: month,
      due_date: this.dueIn(month),
      price,
      fees,
      charges,
      status: 'PENDING',
      paid: null,
    };
    for (const extra of taken) extra.invoice = invoice;
    this.invoices.push(invoice);
  }

  // Money ------------------------------------------------------------------------------------------------------------

  /** Fine and interest on a day: nothing to day 4, the fine from day 5, interest for the days past it. */
  charges(invoice: Invoice, on: Day): { fine: number; interest: number } {
    const due = this.agency.late_from_business_day ? nextBankDay(invoice.due_date) : invoice.due_date;
    const days = daysFrom(due, on);
    const base = invoice.price + invoice.fees;
    if (days < 5) return { fine: 0, interest: 0 };
    return { fine: halfUp(base, 10, 100), interest: halfUp(base, 3 * (days - 5), 10_000) };
  }

  pay(id: number, today: Day, payment: { amount: number; day?: Day; fine?: number; interest?: number }): number {
    const invoice = this.find(id);
    if (!invoice) return 404;
    if (invoice.status === 'PAID') return 409;
    const on = payment.day ?? today;
    if (on > today || (payment.amount === 0 && invoice.price + invoice.fees > 0)) return 422;
    if (on < today && on < this.terms.start_date) return 422;
    if ((payment.fine ?? 0) + (payment.interest ?? 0) > payment.amount) return 422;

    const late = Math.max(0, payment.amount - invoice.price - invoice.fees);
    const offered = this.charges(invoice, on);
    const fine = payment.fine ?? Math.max(0, Math.min(offered.fine, late - (payment.interest ?? 0)));
    const interest = payment.interest ?? Math.max(0, late - fine);
    const { transfers, books } = this.settlement(invoice, payment.amount, late);

    invoice.status = 'PAID';
    invoice.paid = { amount: payment.amount, day: on, fine, interest, books };
    this.post(books, 1);
    const due_date = afterBankDays(on, this.agency.transfer_business_days);
    const made = transfers.map(
      ({ owner, amount }): Transfer => ({ id: 0, invoice, owner, amount, due_date, status: 'PENDING' }),
    );
    this.transfers.push(...made);
    const first = made[0] ?? null;
    for (const extra of this.extras) {
      const follows = extra.boleto ? extra.invoice === invoice : true;
      if (extra.transfer && extra.payout === null && follows) extra.payout = first;
    }
    return 200;
  }

  private settlement(invoice: Invoice, amount: number, late: number) {
    const rent = Math.max(0, amount - late - invoice.fees);
    // When not even fees and extra values are covered, the last of them go short first.
    let missing = Math.max(0, invoice.fees - amount);
    const received = invoice.charges.toReversed().map((charge) => {
      const short = Math.min(missing, Math.max(0, charge.amount));
      missing -= short;
      return { ...charge, amount: charge.amount - short };
    });
    const alone = this.extras
      .filter((extra) => extra.transfer && !extra.boleto && extra.payout === null)
      .map((extra) => ({ amount: signed(extra), extra }));
    const sumOf = (charges: Charge[], chosen: (charge: Charge) => boolean | undefined) =>
      total(charges.filter(chosen).map((charge) => charge.amount));

    const extras = received.filter((charge) => charge.extra);
    const base = rent + sumOf([...extras, ...alone], (charge) => charge.extra?.influence === 'RENT');
    const adminFee = this.terms.with_commission ? halfUp(Math.max(0, base), this.terms.commission, 10_000) : 0;
    const lateToOwner = halfUp(late, this.agency.late_to_owner, 10_000);
    const passedOn = sumOf([...extras, ...alone], (charge) => charge.extra?.transfer);
    const whole = rent - adminFee + passedOn + sumOf(received, (charge) => charge.fee?.to_owner) + lateToOwner;
    const parts = byShare(whole, this.owners);
    const transfers = this.owners.map((owner, index) => ({ owner: owner.id, amount: parts[index] ?? 0 }));
    const books: Books = {
      CASH: amount,
      OWNERS: -whole,
      FEES_HELD: -sumOf(received, (charge) => charge.fee && !charge.fee.to_owner),
      ADMIN_FEES: -adminFee,
      LATE_CHARGES: lateToOwner - late,
      EXTRA_VALUES: passedOn - total(extras.map((charge) => charge.amount)),
    };
    return { transfers, books };
  }

  refund(id: number): number {
    const invoice = this.find(id);
    if (!invoice) return 404;
    if (invoice.status !== 'PAID' || !invoice.paid) return 409;
    const own = this.transfers.filter((transfer) => transfer.invoice === invoice);
    if (own.some((transfer) => transfer.status === 'DONE')) return 409;
    this.post(invoice.paid.books, -1);
    invoice.status = 'PENDING';
    invoice.paid = null;
    for (const extra of this.extras) if (extra.payout && own.includes(extra.payout)) extra.payout = null;
    this.transfers = this.transfers.filter((transfer) => !own.includes(transfer));
    this.gone.transfers.push(...own.map((transfer) => transfer.id));
    return 200;
  }

  removeInvoice(id: number): number {
    const invoice = this.find(id);
    if (!invoice) return 404;
    if (invoice.status === 'PAID') return 409;
    this.withdraw([invoice]);
    return 204;
  }

  private withdraw(invoices: Invoice[]) {
    for (const extra of this.extras) if (extra.invoice && invoices.includes(extra.invoice)) extra.invoice = null;
    this.invoices = this.invoices.filter((invoice) => !invoices.includes(invoice));
    this.gone.invoices.push(...invoices.map((invoice) => invoice.id));
  }

  private find = (id: number) => this.invoices.find((invoice) => invoice.id === id);

  private post(books: Books, sign: 1 | -1) {
    for (const [account, amount] of Object.entries(books))
      this.books[account] = (this.books[account] ?? 0) + sign * amount;
  }

  // Transfers --------------------------------------------------------------------------------------------------------

  private findTransfer = (id: number) => this.transfers.find((transfer) => transfer.id === id);

  conclude(id: number): number {
    const transfer = this.findTransfer(id);
    if (!transfer) return 404;
    if (transfer.status === 'DONE') return 409;
    transfer.status = 'DONE';
    this.post({ OWNERS: transfer.amount, CASH: -transfer.amount }, 1);
    return 200;
  }

  undo(id: number): number {
    const transfer = this.findTransfer(id);
    if (!transfer) return 404;
    if (transfer.status !== 'DONE') return 409;
    transfer.status = 'PENDING';
    this.post({ OWNERS: transfer.amount, CASH: -transfer.amount }, -1);
    return 200;
  }

  reschedule(id: number, today: Day, date: Day): number {
    const transfer = this.findTransfer(id);
    if (!transfer) return 404;
    // A past day is taken only where it is the one before the last move.
    if (date < today && date !== transfer.former_date) return 422;
    if (transfer.status === 'DONE') return 409;
    transfer.former_date = transfer.due_date;
    transfer.due_date = date;
    return 200;
  }

  addTransfer(owner: number, amount: number, due_date: Day, done: boolean): number {
    if (this.status !== 'APPROVED') return 422;
    this.transfers.push({ id: 0, invoice: null, owner, amount, due_date, status: done ? 'DONE' : 'PENDING' });
    this.post({ OWNER_ADVANCES: amount, OWNERS: -amount }, 1);
    if (done) this.post({ OWNERS: amount, CASH: -amount }, 1);
    return 201;
  }

  // Terms ------------------------------------------------------------------------------------------------------------

  addExtra(extra: Pick<Extra, 'amount' | 'type' | 'influence' | 'boleto' | 'transfer'>): number {
    if (!extra.boleto && !extra.transfer) return 422;
    if (this.status === 'DELETED') return 404;
    if (this.status === 'CLOSED') return 409;
    this.extras.push({ ...extra, id: 0, invoice: null, payout: null });
    return 201;
  }

  removeExtra(id: number): number {
    if (this.status === 'DELETED') return 404;
    if (this.status === 'CLOSED') return 409;
    const extra = this.extras.find((one) => one.id === id);
    if (!extra) return 404;
    if (extra.invoice || extra.payout) return 409;
    this.extras = this.extras.filter((one) => one !== extra);
    this.gone.extras.push(id);
    return 204;
  }

  change(terms: Partial<Terms>): number {
    if (this.status === 'DELETED') return 404;
    if (this.status === 'CLOSED') return 409;
    Object.assign(this.terms, terms);
    return 200;
  }

  close(today: Day): number {
    if (this.status === 'DELETED') return 404;
    if (this.status === 'CLOSED') return 409;
    this.status = 'CLOSED';
    this.withdraw(this.invoices.filter((invoice) => invoice.status === 'PENDING' && invoice.due_date > today));
    return 200;
  }

  remove(): number {
    if (this.status === 'DELETED') return 404;
    const paid = this.invoices.some((invoice) => invoice.status === 'PAID');
    if (paid || this.transfers.some((transfer) => transfer.status === 'DONE')) return 409;
    this.status = 'DELETED';
    this.withdraw([...this.invoices]);
    return 204;
  }

  // Comparing --------------------------------------------------------------------------------------------------------

  /** Takes over the ids that the database gave to what is new, by what only one of them can be. */
  adopt(seen: State) {
    for (const invoice of this.invoices)
      invoice.id ||= seen.invoices.find((row) => row.reference === invoice.reference)?.id ?? 0;
    const known = new Set(this.transfers.map((transfer) => transfer.id));
    for (const transfer of this.transfers) {
      const same = (row: State['transfers'][number]) =>
        row.user_id === transfer.owner && row.invoice_id === (transfer.invoice?.id ?? null) && !known.has(row.id);
      transfer.id ||= seen.transfers.find(same)?.id ?? 0;
    }
    for (const extra of this.extras) extra.id ||= Math.max(0, ...seen.extras.map((row) => row.id));
  }

  state(): State {
    return {
      invoices: this.invoices
        .map(({ id, reference, due_date, price, fees, status, paid }) => ({
          id,
          reference,
          due_date,
          price,
          fees,
          status,
          paid_amount: paid?.amount ?? null,
          pay_day: paid?.day ?? null,
          fine: paid?.fine ?? null,
          interest: paid?.interest ?? null,
        }))
        .sort(byId),
      transfers: this.transfers
        .map(({ id, invoice, owner, amount, due_date, status }) => ({
          id,
          invoice_id: invoice?.id ?? null,
          user_id: owner,
          amount,
          due_date,
          status,
        }))
        .sort(byId),
      extras: this.extras
        .map(({ id, invoice, payout }) => ({
          id,
          invoice_id: invoice?.id ?? null,
          transfer_id: payout?.id ?? null,
        }))
        .sort(byId),
      books: Object.fromEntries(Object.entries(this.books).filter(([, amount]) => amount !== 0)),
    };
  }
}

const signed = (extra: Pick<Extra, 'amount' | 'type'>) => (extra.type === 'DEBIT' ? extra.amount : -extra.amount);
const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;

/** A contract's money, as the model has it and as the database is read. */
export type State = {
  invoices: {
    id: number;
    reference: Month;
    due_date: Day;
    price: number;
    fees: number;
    status: string;
    paid_amount: number | null;
    pay_day: Day | null;
    fine: number | null;
    interest: number | null;
  }[];
  transfers: {
    id: number;
    invoice_id: number | null;
    user_id: number;
    amount: number;
    due_date: Day;
    status: string;
  }[];
  extras: { id: number; invoice_id: number | null; transfer_id: number | null }[];
  books: Books;
};
