/**
 * Reference model of the rental month: plain integers, with its own calendar and rounding,
 * independent of the product's rules. It computes the expected answers and books, which the test compares.
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
  /** If false, the contract continues past its end date. */
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
  /** The settled invoice whose difference this value carries over. */
  settled?: Invoice;
  stands?: Stands;
};

type Stands = 'HELD' | 'LATE' | 'DEPOSIT';
type Kind = Pick<Extra, 'influence' | 'transfer' | 'stands'>;
/** `extra` is linked to a value of the contract, `kind` alone is not. */
type Charge = { amount: number; fee?: Fee; extra?: Extra; kind?: Kind };

export type Fate = 'OPEN_BALANCE' | 'NEXT_INVOICE' | 'WAIVED' | 'CREDIT' | 'RETURN';
const OF_LESS: Fate[] = ['OPEN_BALANCE', 'NEXT_INVOICE', 'WAIVED'];

type Invoice = {
  id: number;
  reference: Month;
  due_date: Day;
  price: number;
  fees: number;
  charges: Charge[];
  status: 'PENDING' | 'PAID';
  /** The invoice that left this balance. */
  parent?: Invoice;
  paid: {
    amount: number;
    day: Day;
    fine: number;
    interest: number;
    rest: number;
    fate: Fate | null;
    books: Books;
  } | null;
};

type Transfer = {
  id: number;
  invoice: Invoice | null;
  owner: number;
  amount: number;
  due_date: Day;
  /** Due date before the last rescheduling. */
  former_date?: Day;
  status: 'PENDING' | 'DONE';
  returns?: true;
};

type Books = Record<string, number>;

// Arithmetic ---------------------------------------------------------------------------------------------------------

/** `amount × numerator ÷ denominator` of a non-negative value, rounded half up once. */
function halfUp(amount: number, numerator: number, denominator: number): number {
  const twice = 2n * BigInt(amount) * BigInt(numerator);
  return Number((twice + BigInt(denominator)) / (2n * BigInt(denominator)));
}

const isLate = ({ kind, extra }: Charge) => (kind ?? extra)?.stands === 'LATE';
const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Each part truncated, with leftover centavos one by one to the parts that lost a fraction. Unset shares split the
 * remainder equally.
 */
function byShare(amount: number, owners: Owner[]): number[] {
  const set = total(owners.map((owner) => owner.share ?? 0));
  const unset = owners.filter((owner) => owner.share === null).length;
  // In hundredths of a percent, times the number of owners without a share, so that equal thirds are exact.
  const weights = owners.map((owner) => (owner.share === null ? 10_000 - set : owner.share * Math.max(1, unset)));
  const whole = BigInt(total(weights));
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = products.map((product) => Number(product / whole));
  let left = amount - total(parts);
  for (const [index, product] of products.entries()) {
    if (left === 0 || product % whole === 0n) continue;
    const centavo = Math.sign(left);
    parts[index] = (parts[index] ?? 0) + centavo;
    left -= centavo;
  }
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
  /** Ids of deleted records: calls on them find nothing. */
  readonly gone = { invoices: [] as number[], transfers: [] as number[], extras: [] as number[] };
  readonly books: Books = {};
  readonly terms: Terms;
  readonly owners: Owner[];
  private readonly tenant: number;
  private readonly agency: Agency;
  private readonly fees: Fee[];
  private readonly registered: Day;
  private billedThrough: Month = '';

  /** `agency` is shared: changed settings apply from then on. */
  constructor(given: {
    terms: Terms;
    owners: Owner[];
    fees: Fee[];
    registered: Day;
    agency: Agency;
    tenant: number;
  }) {
    this.tenant = given.tenant;
    this.terms = given.terms;
    this.owners = given.owners;
    this.fees = given.fees;
    this.registered = given.registered;
    this.agency = given.agency;
  }

  // Issuing ----------------------------------------------------------------------------------------------------------

  /** The daily job; returns how many invoices it issues. */
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

  /** Days of the month before the reference, both ends counted. */
  private livedDays(month: Month, { toItsEnd = true } = {}): number {
    const lived = plusMonths(month, -1);
    const from = max(this.terms.start_date, dayIn(lived, 1));
    const last = dayIn(lived, 31);
    const to = toItsEnd && this.terms.ends_at_term ? min(this.terms.end_date, last) : last;
    return Math.max(0, daysFrom(from, to) + 1);
  }

  private issue(month: Month) {
    const of = lengthOf(plusMonths(month, -1));
    const days = this.livedDays(month);
    const rent = Math.max(0, this.terms.current_price - this.terms.discount);
    const byDays = (amount: number, lived: number) =>
      this.terms.prorate && lived < of ? halfUp(amount, lived, of) : amount;
    const price = byDays(rent, days);

    // Its fees are condominium and IPTU: the first month charges them by days where the rent is.
    const started = this.livedDays(month, { toItsEnd: false });
    const charges: Charge[] = this.fees.map((fee) => ({ amount: byDays(fee.price, started), fee }));
    const waiting = this.extras.filter((extra) => extra.boleto && extra.invoice === null);
    // Invoices are never negative: a deduction larger than the amount waits for the next one.
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

  /** Fine and interest on a day: none up to day 4, the fine from day 5, interest for later days. */
  charges(invoice: Invoice, on: Day): { fine: number; interest: number } {
    const due = this.agency.late_from_business_day ? nextBankDay(invoice.due_date) : invoice.due_date;
    const days = daysFrom(due, on);
    const base = invoice.price + invoice.fees;
    if (days < 5) return { fine: 0, interest: 0 };
    // Charges of another invoice bear none again.
    const bearing = base - invoice.charges.filter(isLate).reduce((total, { amount }) => total + amount, 0);
    return { fine: halfUp(bearing, 10, 100), interest: halfUp(bearing, 3 * (days - 5), 10_000) };
  }

  pay(
    id: number,
    today: Day,
    payment: { amount: number; day?: Day; fine?: number; interest?: number; fate?: Fate },
  ): number {
    const invoice = this.find(id);
    if (!invoice) return 404;
    if (invoice.status === 'PAID') return 409;
    const on = payment.day ?? today;
    const nothing = payment.amount === 0 && invoice.price + invoice.fees > 0;
    if (on > today || (nothing && payment.fate !== 'WAIVED')) return 422;
    if (on < today && on < this.terms.start_date) return 422;
    if (!payment.fate && (payment.fine ?? 0) + (payment.interest ?? 0) > payment.amount) return 422;

    const { fine, interest } = { ...this.charges(invoice, on), ...given(payment) };
    const rest = invoice.price + invoice.fees + fine + interest - payment.amount;
    const fate = this.fateOf(rest, payment.fate);
    if (fate === 'REFUSED') return 422;
    const { transfers, books, left } = this.settlement(invoice, payment.amount, { fine, interest, fate });

    invoice.status = 'PAID';
    invoice.paid = { amount: payment.amount, day: on, fine, interest, rest, fate, books };
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
    this.carry(invoice, { fate, rest, left, today, due_date });
    return 200;
  }

  private monthly = () =>
    Math.max(0, this.terms.current_price - this.terms.discount) + total(this.fees.map((fee) => fee.price));

  /** Whether another invoice follows: a contract that ends at its term has a month that was not issued yet. */
  private continues(): boolean {
    if (this.status !== 'APPROVED') return false;
    const issued = this.invoices.filter((invoice) => !invoice.parent).map((invoice) => invoice.reference);
    const last = [...issued, this.billedThrough].reduce(max);
    return !this.terms.ends_at_term || monthOf(this.terms.end_date) >= last;
  }

  private fateOf(rest: number, wanted: Fate | undefined): Fate | null | 'REFUSED' {
    const fate = this.chosenFate(rest, wanted);
    return fate === 'CREDIT' && -rest > 12 * this.monthly() ? 'REFUSED' : fate;
  }

  private chosenFate(rest: number, wanted: Fate | undefined): Fate | null | 'REFUSED' {
    if (rest === 0) return null;
    const open = this.continues();
    if (wanted === undefined) return rest > 0 ? 'REFUSED' : open ? 'CREDIT' : 'RETURN';
    if (OF_LESS.includes(wanted) !== rest > 0) return 'REFUSED';
    return open || (wanted !== 'NEXT_INVOICE' && wanted !== 'CREDIT') ? wanted : 'REFUSED';
  }

  /** Carries the difference over as its treatment requires: as an invoice, extra values or a return. */
  private carry(
    invoice: Invoice,
    { fate, rest, left, today, due_date }: { fate: Fate | null; rest: number; left: Left; today: Day; due_date: Day },
  ) {
    if (fate === 'OPEN_BALANCE')
      this.invoices.push({
        ...{ id: 0, reference: invoice.reference, due_date: plusDays(today, 10), parent: invoice },
        ...{ price: left.rent, fees: rest - left.rent, charges: left.charges, status: 'PENDING', paid: null },
      });
    if (fate === 'RETURN') {
      const back = { id: 0, invoice, owner: this.tenant, amount: -rest, due_date, status: 'PENDING' as const };
      this.transfers.push({ ...back, returns: true });
    }
    const value = (amount: number, type: Extra['type'], kind: Kind) =>
      this.extras.push({ ...kind, id: 0, amount, type, boleto: true, invoice: null, payout: null, settled: invoice });
    if (fate === 'NEXT_INVOICE') {
      if (left.rent > 0) value(left.rent, 'DEBIT', { influence: 'RENT', transfer: true });
      for (const { amount, fee, kind } of left.charges) {
        if (kind) value(amount, 'DEBIT', kind);
        else if (fee?.to_owner) value(amount, 'DEBIT', { influence: 'EXPENSE', transfer: true });
        else value(amount, 'DEBIT', { influence: 'EXPENSE', transfer: false, stands: 'HELD' });
      }
    }
    // No part of a credit exceeds a whole month of the contract.
    const most = this.monthly();
    for (let credit = fate === 'CREDIT' ? -rest : 0; credit > 0; credit -= most)
      value(Math.min(credit, most), 'CREDIT', { influence: 'EXPENSE', transfer: false, stands: 'DEPOSIT' });
  }

  private settlement(
    invoice: Invoice,
    amount: number,
    { fine, interest, fate }: { fine: number; interest: number; fate: Fate | null },
  ) {
    // Deductions count as payment: first for the rent, then fees and extra values in order, fine, interest.
    let money = amount - total(invoice.charges.map((charge) => Math.min(0, charge.amount)));
    const taken = (owed: number) => {
      const part = Math.min(money, owed);
      money -= part;
      return part;
    };
    const rent = taken(invoice.price);
    const received = invoice.charges.map((charge) => ({
      ...charge,
      kind: charge.kind ?? charge.extra,
      amount: charge.amount < 0 ? charge.amount : taken(charge.amount),
    }));
    const chargesReceived = { fine: taken(fine), interest: taken(interest) };
    const excess = money;
    const short = [
      ...received.map((charge, index) => ({
        ...charge,
        amount: (invoice.charges[index]?.amount ?? 0) - charge.amount,
      })),
      { amount: fine - chargesReceived.fine, kind: LATE },
      { amount: interest - chargesReceived.interest, kind: LATE },
    ];
    const left: Left = {
      rent: invoice.price - rent,
      charges: short
        .filter((charge) => charge.amount > 0)
        .map(({ amount: missing, fee, kind }: Charge) => ({
          amount: missing,
          ...(fee && { fee }),
          ...(kind && { kind: { influence: kind.influence, transfer: kind.transfer, stands: kind.stands } }),
        })),
    };
    const standing = (stands: Stands) => sumOf(received, (charge) => charge.kind?.stands === stands);
    const alone = this.extras
      .filter((extra) => extra.transfer && !extra.boleto && extra.payout === null)
      .map((extra) => ({ amount: signed(extra), kind: extra as Kind }));
    const late = chargesReceived.fine + chargesReceived.interest + standing('LATE');
    const extras = received.filter(({ kind }) => kind && kind.stands !== 'LATE' && kind.stands !== 'HELD');
    const base = rent + sumOf([...extras, ...alone], (charge) => charge.kind?.influence === 'RENT');
    const adminFee = this.terms.with_commission ? halfUp(Math.max(0, base), this.terms.commission, 10_000) : 0;
    const lateToOwner = halfUp(late, this.agency.late_to_owner, 10_000);
    const passedOn = sumOf([...extras, ...alone], (charge) => charge.kind?.transfer);
    const whole = rent - adminFee + passedOn + sumOf(received, (charge) => charge.fee?.to_owner) + lateToOwner;
    const parts = byShare(whole, this.owners);
    const transfers = this.owners.map((owner, index) => ({ owner: owner.id, amount: parts[index] ?? 0 }));
    const books: Books = {
      CASH: amount,
      OWNERS: -whole,
      FEES_HELD: -sumOf(received, (charge) => charge.fee && !charge.fee.to_owner) - standing('HELD'),
      ADMIN_FEES: -adminFee,
      LATE_CHARGES: lateToOwner - late,
      EXTRA_VALUES: passedOn + standing('DEPOSIT') - total(extras.map((charge) => charge.amount)),
      DEPOSITS: (fate === 'RETURN' ? 0 : -excess) - standing('DEPOSIT'),
      TENANTS: fate === 'RETURN' ? -excess : 0,
    };
    return { transfers, books, left };
  }

  refund(id: number): number {
    const invoice = this.find(id);
    if (!invoice) return 404;
    if (invoice.status !== 'PAID' || !invoice.paid) return 409;
    const own = this.transfers.filter((transfer) => transfer.invoice === invoice);
    if (own.some((transfer) => transfer.status === 'DONE')) return 409;
    const balance = this.invoices.find((one) => one.parent === invoice);
    const carried = this.extras.filter((extra) => extra.settled === invoice);
    if (balance?.status === 'PAID' || carried.some((extra) => extra.invoice || extra.payout)) return 409;
    if (balance) this.withdraw([balance]);
    this.extras = this.extras.filter((extra) => !carried.includes(extra));
    this.gone.extras.push(...carried.map((extra) => extra.id));
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
    if (invoice.status === 'PAID' || invoice.parent) return 409;
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
    this.post(payout(transfer), 1);
    return 200;
  }

  undo(id: number): number {
    const transfer = this.findTransfer(id);
    if (!transfer) return 404;
    if (transfer.status !== 'DONE') return 409;
    transfer.status = 'PENDING';
    this.post(payout(transfer), -1);
    return 200;
  }

  reschedule(id: number, today: Day, date: Day): number {
    const transfer = this.findTransfer(id);
    if (!transfer) return 404;
    // A past day is accepted only if it is the one before the last rescheduling.
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
    if (extra.invoice || extra.payout || extra.settled) return 409;
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

  /** Invoices that closing withdraws. */
  private withdrawnBy = (today: Day) =>
    this.invoices.filter((invoice) => invoice.status === 'PENDING' && invoice.due_date > today && !invoice.parent);

  /** Extra values that wait once the contract is closed. */
  leftBy(today: Day): Extra[] {
    const withdrawn = this.withdrawnBy(today);
    const waits = ({ invoice }: Extra) => invoice === null || withdrawn.includes(invoice);
    return this.extras.filter((extra) => (extra.boleto ? waits(extra) : extra.transfer && extra.payout === null));
  }

  /** Closed with all of them let go. */
  close(today: Day): number {
    if (this.status === 'DELETED') return 404;
    if (this.status === 'CLOSED') return 409;
    const left = this.leftBy(today);
    this.status = 'CLOSED';
    this.withdraw(this.withdrawnBy(today));
    this.extras = this.extras.filter((extra) => !left.includes(extra));
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

  /** Adopts the database's ids of new records, matched by their unique attributes. */
  adopt(seen: State) {
    for (const invoice of this.invoices)
      invoice.id ||=
        seen.invoices.find(
          (row) => row.reference === invoice.reference && row.balance_of === (invoice.parent?.id ?? null),
        )?.id ?? 0;
    const known = new Set(this.transfers.map((transfer) => transfer.id));
    for (const transfer of this.transfers) {
      const same = (row: State['transfers'][number]) =>
        row.user_id === transfer.owner && row.invoice_id === (transfer.invoice?.id ?? null) && !known.has(row.id);
      transfer.id ||= seen.transfers.find(same)?.id ?? 0;
    }
    const named = new Set(this.extras.map((extra) => extra.id));
    const fresh = seen.extras.map((row) => row.id).filter((id) => !named.has(id));
    for (const extra of this.extras) extra.id ||= fresh.shift() ?? 0;
  }

  state(): State {
    return {
      invoices: this.invoices
        .map(({ id, reference, due_date, price, fees, status, parent, paid }) => ({
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
          balance_of: parent?.id ?? null,
          rest_amount: paid?.rest ?? null,
          rest_fate: paid?.fate ?? null,
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

/** Unpaid parts of an invoice, and given charges. */
type Left = { rent: number; charges: Charge[] };
const LATE: Kind = { influence: 'EXPENSE', transfer: false, stands: 'LATE' };
const given = ({ fine, interest }: { fine?: number; interest?: number }) => ({
  ...(fine !== undefined && { fine }),
  ...(interest !== undefined && { interest }),
});
const sumOf = (charges: Charge[], chosen: (charge: Charge) => boolean | undefined) =>
  total(charges.filter(chosen).map((charge) => charge.amount));
const payout = ({ amount, returns }: Transfer): Books => ({ [returns ? 'TENANTS' : 'OWNERS']: amount, CASH: -amount });

const signed = (extra: Pick<Extra, 'amount' | 'type'>) => (extra.type === 'DEBIT' ? extra.amount : -extra.amount);
const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;

/** The money of a contract, both in the model and as read from the database. */
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
    balance_of: number | null;
    rest_amount: number | null;
    rest_fate: Fate | null;
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
