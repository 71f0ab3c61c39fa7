import {
  allocate,
  type BasisPoints,
  type Cents,
  formatAmount,
  formatPercent,
  portion,
  ratio,
  sum,
  WHOLE,
} from '../base/money.ts';
import { type Posting, settlementPostings } from '../ledger/ledger.ts';
import { type ExtraValue, type InvoiceFigures, type InvoiceLine, signedExtra, type TaxFigures } from './invoice.ts';
import { includedIn, LEASE_TAX_LINE, withinLate } from './lease-tax.ts';

export type TransferLine = {
  /**
   * DEBIT: the owner's debt from a termination, deducted from this transfer. TAX: income tax withheld. LEASE_TAX: IBS and
   * CBS that the tenant paid for the owner to pay.
   */
  kind: 'RENT' | 'ADMIN_FEE' | 'EXTRA' | 'FEE' | 'LATE' | 'SHARE' | 'MANUAL' | 'DEBIT' | 'TAX' | 'LEASE_TAX';
  name: string;
  note?: string;
  amount: Cents;
};

export type OwnerTransfer = {
  client_id: number;
  /** Negative when deductions exceed the rent: the owner owes the agency. */
  amount: Cents;
  /** They add up to `amount`. */
  lines: TransferLine[];
  income: OwnerIncome;
};

/**
 * An owner's taxable income in a payment (DIMOB, IRRF), divided as the transfer is.
 */
export type OwnerIncome = {
  /** Rent received. */
  rent: Cents;
  /** The rent, with what counts as rent: extra values of the rent, late charges of the owner, penalties. */
  gross: Cents;
  /** Fees of the property passed on to the owner, such as IPTU and condominium. */
  obligations: Cents;
  fee: Cents;
  /** Income tax withheld; null when none is due. */
  withheld: Withheld | null;
};

/** Income tax of one owner. OUTSIDE: calculated, but changes neither invoice nor transfer. */
export type Withheld = TaxFigures & {
  by: 'OUTSIDE' | 'TENANT' | 'AGENCY';
  tax: Cents;
  /** TENANT: the part of `tax` that the tenant owes and did not deduct from the payment. */
  undeducted?: Cents;
  note: string;
};

/** Tax withheld from an owner's part of a payment. */
export type Withhold = (owner: { client_id: number; gross: Cents; fee: Cents }) => Withheld | null;

export type Settlement = {
  /** Rent received. */
  rent: Cents;
  admin_fee: Cents;
  /** Late charges received: beyond price and fees, and those of an invoice paid in part that stand in the lines. */
  late: Cents;
  late_to_owner: Cents;
  transfers: OwnerTransfer[];
  postings: Posting[];
};

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map((line) => line.amount));

/**
 * Allocates a payment: the rent first, then fees and extra values in their order; the rest counts as late charges.
 * `lines` are the fee and extra lines with the amount received for each; deductions count in full, so they pay like
 * money. Rent, late and lines add up to `paid`.
 * @throws RangeError when `paid` is negative.
 */
export function splitReceipt(invoice: InvoiceFigures, paid: Cents): { rent: Cents; late: Cents; lines: InvoiceLine[] } {
  if (paid < 0) throw new RangeError('A payment is never negative');
  const charged = invoice.lines.filter((line) => line.kind !== 'RENT');
  let left = paid - amounts(charged.filter(({ amount }) => amount < 0));
  const take = (amount: Cents) => {
    const taken = Math.min(left, Math.max(0, amount));
    left -= taken;
    return taken;
  };
  const rent = take(invoice.price);
  const lines = charged.map((line) => (line.amount < 0 ? line : { ...line, amount: take(line.amount) }));
  return { rent, late: left, lines };
}

/** Fine and interest received: at most `charges` beyond the invoice, and those of another one that stand in its lines. */
export const lateReceived = (
  { late, lines }: Pick<ReturnType<typeof splitReceipt>, 'late' | 'lines'>,
  charges: Cents,
): Cents => Math.min(late, charges) + amounts(lines.filter((line) => line.late));

/**
 * Divides a payment between owners and agency, with the lines each transfer shows and the ledger's double entry.
 * @param input.extras extra values flagged `transfer` that stand on no invoice.
 * @param input.lateToOwner the owners' part of late charges.
 * @param input.charges fine and interest owed: an amount beyond them belongs to the tenant, kept for the next invoice
 * or returned (`returns`). Absent: everything beyond price and fees counts as late charges.
 * @param input.owners shares count in proportion to their sum; see `allocate`.
 * @throws RangeError without owners: the money would have no recipient.
 */
export function settle(input: {
  invoice: InvoiceFigures;
  paid: Cents;
  charges?: Cents;
  returns?: boolean;
  contract: { commission: BasisPoints; with_commission: boolean };
  extras: readonly ExtraValue[];
  lateToOwner: BasisPoints;
  owners: readonly { client_id: number; share: BasisPoints }[];
  /** Tenant whose deposit pays a line of the invoice. */
  tenant?: number;
  /** Absent: only the tax in the invoice's own lines is withheld. */
  withhold?: Withhold | undefined;
}): Settlement {
  const { invoice, paid, contract, owners } = input;
  if (owners.length === 0) throw new RangeError('A settlement needs an owner');

  const split = splitReceipt(invoice, paid);
  const { rent, lines } = split;
  const charges = Math.min(split.late, input.charges ?? split.late);
  const excess = split.late - charges;
  const late = lateReceived(split, charges);
  const received = { fees: lines.filter(isFee), extras: lines.filter(isExtra) };
  const held = received.fees.filter((line) => !line.to_owner);
  const deposit = amounts(received.extras.filter((line) => line.deposit));
  const transferOnly = input.extras.map(transferLine);
  const passedOn = [...received.extras.filter((line) => line.transfer), ...transferOnly];

  const included = byOwner(includedIn(invoice.lines, { received: rent, price: invoice.price }), owners);
  const ofLate = lateTaxes(byOwner(withinLate(invoice.lines, late), owners), input.lateToOwner);
  const onTop = leaseTaxOf(lines, owners);
  const ofFee = invoice.lines.filter(({ income }) => !income);
  const withinRent = sum([...includedIn(ofFee, { received: rent, price: invoice.price }).values()]);
  const feeBase =
    rent - withinRent + amounts([...received.extras, ...transferOnly].filter((line) => line.influence === 'RENT'));
  const admin_fee = contract.with_commission ? portion(Math.max(0, feeBase), contract.commission) : 0;
  const late_to_owner = portion(late, input.lateToOwner);

  const whole: TransferLine[] = [
    { kind: 'RENT', name: 'Aluguel', note: rentNote(invoice, rent), amount: rent },
    {
      kind: 'ADMIN_FEE',
      name: 'Taxa de administração',
      note: `${formatPercent(contract.commission)} × ${formatAmount(feeBase)}`,
      amount: -admin_fee,
    },
    ...passedOn.map(shown),
    ...received.fees.filter((line) => line.to_owner).map(shown),
    { kind: 'LATE', name: 'Multa e juros', note: lateNote(late, input.lateToOwner), amount: late_to_owner },
  ];
  const divided = divideAmong(
    whole.filter((line) => line.amount !== 0),
    owners,
  );
  const ofIncome = lines.filter((line) => line.kind === 'EXTRA' && line.income);
  const incomes = divideIncome(owners, {
    rent,
    gross:
      rent +
      late_to_owner +
      amounts(passedOn.filter((line) => line.influence === 'RENT' && !line.income)) +
      amounts(ofIncome),
    obligations: amounts(received.fees.filter((line) => line.to_owner)),
    fee: admin_fee + amounts(ofIncome.filter((line) => !line.transfer)),
  });
  const byTenant = taxesOf(invoice, owners);
  const transfers = divided.map((transfer, index): OwnerTransfer => {
    const { client_id } = transfer;
    const whole = incomes(index);
    const taxOfLate = ofLate.get(client_id);
    const income = { ...whole, gross: whole.gross - (included.get(client_id) ?? 0) - (taxOfLate?.own ?? 0) };
    const withheld = withheldFrom(byTenant.get(client_id), input.withhold?.({ client_id, ...income }) ?? null);
    const passed = withLeaseTax(transfer, {
      ...{ onTop: onTop.get(client_id), included: included.get(client_id), late: taxOfLate },
    });
    return { ...withTax(passed, withheld), income: { ...income, withheld } };
  });

  return {
    rent,
    admin_fee,
    late,
    late_to_owner,
    transfers,
    postings: settlementPostings({
      paid,
      owners: transfers,
      fees_held: amounts([...held, ...lines.filter((line) => line.held)]),
      admin_fee,
      late: late - late_to_owner - sum([...ofLate.values()].map(({ passed }) => passed)),
      extra_values: amounts(received.extras) - amounts(passedOn) - deposit,
      deposit: { client_id: input.tenant, amount: deposit },
      excess: { account: input.returns ? 'TENANTS' : 'DEPOSITS', client_id: input.tenant, amount: excess },
      withheld: {
        owners: transfers.map(({ client_id, income: { withheld } }) => ({ client_id, amount: deductedTax(withheld) })),
        by_tenant: { client_id: input.tenant, amount: sum([...byTenant.values()].map(({ tax }) => tax)) },
      },
      lease_tax: {
        client_id: input.tenant,
        owners: owners.map(({ client_id }) => ({
          client_id,
          amount: (onTop.get(client_id)?.amount ?? 0) + (included.get(client_id) ?? 0) + wholeOf(ofLate.get(client_id)),
        })),
      },
    }),
  };
}

const deductedTax = (withheld: Withheld | null): Cents =>
  withheld && withheld.by !== 'OUTSIDE' ? withheld.tax - (withheld.undeducted ?? 0) : 0;

/**
 * Tax of an owner in a payment: what the invoice's lines deducted, and what the month of the payment owes beyond it. What
 * was deducted in excess stays, since the tenant was shown it and keeps it for the DARF.
 */
function withheldFrom(deducted: Withheld | undefined, due: Withheld | null): Withheld | null {
  if (due?.by !== 'TENANT') return deducted ?? due;
  const undeducted = Math.max(0, due.tax - (deducted?.tax ?? 0));
  if (undeducted > 0) return { ...due, undeducted };
  return deducted ? { ...due, tax: deducted.tax, note: deducted.note } : due;
}

function divideIncome(owners: readonly { share: BasisPoints }[], whole: Omit<OwnerIncome, 'withheld'>) {
  const weights = owners.map((owner) => owner.share);
  const parts = (amount: Cents) => allocate(amount, weights);
  const [rent, gross, obligations, fee] = [
    parts(whole.rent),
    parts(whole.gross),
    parts(whole.obligations),
    parts(whole.fee),
  ];
  return (index: number) => ({
    rent: rent[index] ?? 0,
    gross: gross[index] ?? 0,
    obligations: obligations[index] ?? 0,
    fee: fee[index] ?? 0,
  });
}

/** A former owner's tax goes to the first owner. */
const ownerOf = <T extends { client_id: number }>(owners: readonly T[], client_id: number | undefined) =>
  owners.find((one) => one.client_id === client_id) ?? owners[0];

/** IBS and CBS received on top of the rent, by owner. */
function leaseTaxOf(lines: readonly InvoiceLine[], owners: readonly { client_id: number }[]) {
  const taxes = new Map<number, { amount: Cents; note: string | undefined }>();
  for (const { kind, client_id, amount, note } of lines) {
    const owner = kind === 'LEASE_TAX' ? ownerOf(owners, client_id) : undefined;
    if (!owner) continue;
    const before = taxes.get(owner.client_id);
    taxes.set(owner.client_id, { note: before?.note ?? note, amount: (before?.amount ?? 0) + amount });
  }
  return taxes;
}

/** IBS and CBS within what was received, by owner. */
function byOwner(within: ReadonlyMap<number, Cents>, owners: readonly { client_id: number }[]): Map<number, Cents> {
  const taxes = new Map<number, Cents>();
  for (const [client_id, amount] of within) {
    const owner = ownerOf(owners, client_id);
    if (owner) taxes.set(owner.client_id, (taxes.get(owner.client_id) ?? 0) + amount);
  }
  return taxes;
}

/** Tax within late charges: in the owners' part of them, and in the agency's, which passes it on. */
type LateTax = { own: Cents; passed: Cents };

const lateTaxes = (taxes: ReadonlyMap<number, Cents>, toOwner: BasisPoints): Map<number, LateTax> =>
  new Map(
    [...taxes].map(([client_id, amount]) => {
      const own = portion(amount, toOwner);
      return [client_id, { own, passed: amount - own }];
    }),
  );

const wholeOf = (tax: LateTax | undefined): Cents => (tax ? tax.own + tax.passed : 0);

/** A transfer with the IBS and CBS that the tenant paid: on top of the rent, or as a word on what has them in it. */
function withLeaseTax<T extends { amount: Cents; lines: TransferLine[] }>(
  transfer: T,
  {
    onTop,
    included = 0,
    late,
  }: {
    onTop: { amount: Cents; note: string | undefined } | undefined;
    included: Cents | undefined;
    late: LateTax | undefined;
  },
): T {
  const lines = [
    ...(onTop ? [{ name: LEASE_TAX_LINE, amount: onTop.amount, note: onTop.note ?? '' }] : []),
    ...(included > 0 ? [{ name: `${LEASE_TAX_LINE} no aluguel`, note: formatAmount(included), amount: 0 }] : []),
    ...(late && late.passed > 0
      ? [{ name: LEASE_TAX_LINE, note: 'da multa e dos juros da imobiliária', amount: late.passed }]
      : []),
    ...(late && late.own > 0
      ? [{ name: `${LEASE_TAX_LINE} na multa e nos juros`, note: formatAmount(late.own), amount: 0 }]
      : []),
  ].map((line): TransferLine => ({ kind: 'LEASE_TAX', ...line }));
  if (lines.length === 0) return transfer;
  return { ...transfer, amount: transfer.amount + amounts(lines), lines: [...transfer.lines, ...lines] };
}

/** Tax that the invoice's lines deduct, by owner. */
function taxesOf(invoice: InvoiceFigures, owners: readonly { client_id: number }[]): Map<number, Withheld> {
  const taxes = new Map<number, Withheld>();
  for (const { kind, client_id, amount, note, tax } of invoice.lines) {
    if (kind !== 'TAX' || !tax) continue;
    const owner = ownerOf(owners, client_id);
    if (!owner) continue;
    const before = taxes.get(owner.client_id);
    taxes.set(owner.client_id, {
      ...{ by: 'TENANT', code: tax.code, note: note ?? '' },
      tax: (before?.tax ?? 0) - amount,
      gross: (before?.gross ?? 0) + tax.gross,
      base: (before?.base ?? 0) + tax.base,
      exclusions: (before?.exclusions ?? 0) + tax.exclusions,
    });
  }
  return taxes;
}

/** Name of the line that shows a withheld tax. */
export const TAX_LINE = 'IRRF retido na fonte';

/** Name of the line that shows a tax which the tenant owes and did not deduct. */
export const undeductedLine = (amount: Cents) => `IRRF de ${formatAmount(amount)} não descontado pelo inquilino`;

function withTax<T extends { amount: Cents; lines: TransferLine[] }>(transfer: T, withheld: Withheld | null): T {
  if (!withheld || (withheld.by === 'OUTSIDE' && withheld.tax === 0)) return transfer;
  const lines = taxLinesOf(withheld);
  return { ...transfer, amount: transfer.amount + amounts(lines), lines: [...transfer.lines, ...lines] };
}

function taxLinesOf(withheld: Withheld): TransferLine[] {
  const { by, tax, undeducted = 0, note } = withheld;
  const line = { kind: 'TAX' as const, name: TAX_LINE };
  if (by === 'OUTSIDE') return [{ ...line, note: `${formatAmount(tax)} recolhido pelo inquilino, ${note}`, amount: 0 }];
  if (undeducted === 0) return [{ ...line, note, amount: 0 - deductedTax(withheld) }];
  return [
    ...(tax > undeducted ? [{ ...line, note: 'descontado na fatura', amount: undeducted - tax }] : []),
    { ...line, name: undeductedLine(undeducted), note: `o inquilino o recolhe por DARF, ${note}`, amount: 0 },
  ];
}

const isFee = (line: InvoiceLine) => line.kind === 'FEE';
const isExtra = (line: InvoiceLine) => line.kind === 'EXTRA' && !line.late && !line.held;

/** Line of an extra value that only the owners' transfers take. */
export const transferLine = (
  extra: Pick<ExtraValue, 'description' | 'amount' | 'type' | 'influence'>,
): InvoiceLine & { kind: 'EXTRA' } => ({
  kind: 'EXTRA',
  name: extra.description,
  note: extra.type === 'DEBIT' ? 'acréscimo no repasse' : 'desconto no repasse',
  amount: signedExtra(extra),
  influence: extra.influence,
});

const shown = ({ kind, name, note, amount }: InvoiceLine): TransferLine => ({ kind, name, note, amount });

function rentNote(invoice: InvoiceFigures, rent: Cents): string | undefined {
  const note = invoice.lines.find((line) => line.kind === 'RENT')?.note;
  return rent < invoice.price ? [note, 'recebido em parte'].filter(Boolean).join(', ') : note;
}

const lateNote = (late: Cents, rate: BasisPoints) =>
  rate === WHOLE ? undefined : `${formatPercent(rate)} × ${formatAmount(late)}`;

/**
 * Why an owner owes. REFUND: the tenant got it back at the end of the contract. END: anything else that the end settles,
 * alone or beside that. TRANSFER: a transfer that an earlier debit left below zero.
 */
export type DebitCause = 'REFUND' | 'END' | 'TRANSFER';

const DEBIT_NAMES: Readonly<Record<DebitCause, string>> = {
  REFUND: 'Devolução ao inquilino',
  END: 'Acerto do fim do contrato',
  TRANSFER: 'Saldo de um repasse anterior',
};

/** The cause of what an owner owes at the end of a contract, of which `advanced` pays the tenant's refund. */
export const causeAtEnd = ({ amount, advanced }: { amount: Cents; advanced: Cents }): 'REFUND' | 'END' =>
  advanced > 0 && amount + advanced === 0 ? 'REFUND' : 'END';

/** Amount an owner owes: a transfer below zero, deducted from the owner's next one. */
type OwnerDebit = { id: number; client_id: number; proposal_id: number | null; amount: Cents; cause: DebitCause };

/** The owners' transfers less their debits. One below zero is left so, and is deducted from the owner's next one. */
export function takeDebits<T extends Divided>(transfers: readonly T[], debits: readonly OwnerDebit[]): T[] {
  return transfers.map((transfer) => {
    const lines = debits
      .filter(({ client_id }) => client_id === transfer.client_id)
      .map(({ id, proposal_id, amount, cause }): TransferLine => {
        const note = proposal_id === null ? `repasse ${id}` : `contrato ${proposal_id}, repasse ${id}`;
        return { kind: 'DEBIT', name: DEBIT_NAMES[cause], note, amount };
      });
    if (lines.length === 0) return transfer;
    return { ...transfer, amount: transfer.amount + amounts(lines), lines: [...transfer.lines, ...lines] };
  });
}

type Divided = Omit<OwnerTransfer, 'income'>;

/** One transfer per owner; with several owners the whole sum is shown, then a line subtracts the others' part. */
export function divideAmong(
  whole: TransferLine[],
  owners: readonly { client_id: number; share: BasisPoints }[],
): Divided[] {
  const total = amounts(whole);
  const shares = owners.map((owner) => owner.share);
  const parts = allocate(total, shares);
  return owners.map(({ client_id, share }, index) => {
    const amount = parts[index] ?? 0;
    if (owners.length === 1) return { client_id, amount, lines: whole };
    const name = `Parte de ${formatPercent(ratio(WHOLE, share, sum(shares)))}`;
    return { client_id, amount, lines: [...whole, { kind: 'SHARE', name, amount: amount - total }] };
  });
}
