import { createHash } from 'node:crypto';
import type { Problem } from '@morada/contract/base/problem';
import {
  type DebtAgreementSimulation,
  debtAgreementProblems,
  type DebtAgreementTerms as TermsInput,
} from '@morada/contract/collection/debt-agreements';
import { proposalProblems } from '@morada/contract/lease/proposals';
import { invoiceProblems } from '@morada/contract/money/invoices';
import { sum } from '@morada/domain/base/money';
import { agreementText, DEFAULT_AGREEMENT_TEXT, offerMessage } from '@morada/domain/debt-agreement/agreement-text';
import {
  type DebtAgreementTerms,
  limitInWords,
  termsRefusal,
  validUntil,
} from '@morada/domain/debt-agreement/debt-agreement';
import { type Division, divisionOf, fitsAgreement, type Plan, planOf } from '@morada/domain/debt-agreement/plan';
import { ownerWeights } from '@morada/domain/lease/ownership';
import { addressLine } from '@morada/domain/property/property';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { findWaitingPayments } from '#api/db/waiting-payments.ts';
import { type Debt, findDebts, lockDebts } from '#api/modules/money/invoices/agreed.service.ts';
import { queueMessages } from '../messages/messages.service.ts';
import { agreementUrl } from './agreement-url.map.ts';
import * as queries from './debt-agreements.queries.ts';

type Input = z.output<typeof TermsInput>;
type Agency = Awaited<ReturnType<typeof queries.findAgency>>;

const countingOf = (agency: Agency) => ({ fromBusinessDay: agency.late_from_business_day });

/** Why an invoice can't enter an agreement; undefined: it can. */
function refusalOf(
  debt: Debt,
  { live, waiting }: { live: ReadonlySet<number>; waiting: ReadonlyMap<number, unknown> },
): Problem | undefined {
  if (debt.status !== 'PENDING') return debtAgreementProblems.DEBT_CHANGED();
  if (waiting.has(debt.id)) return debtAgreementProblems.DEBT_PAYMENT_WAITS();
  if (live.has(debt.id)) return debtAgreementProblems.DEBT_IN_AGREEMENT();
  if (debt.debt_agreement_id !== null || !fitsAgreement(debt)) return debtAgreementProblems.DEBT_UNFIT();
  // Tax that the agency withholds is computed at each payment; tax that the tenant withholds is already deducted from
  // the invoice.
  if (debt.withholding === 'TENANT') return debtAgreementProblems.DEBT_WITHHELD();
  if (debt.owners.length === 0) return invoiceProblems.SETTLEMENT_WITHOUT_OWNER();
  return undefined;
}

/** Those of the invoices that are in an agreement, and the payments that wait for them. */
const heldOf = async (db: Db, ids: readonly number[]) => ({
  live: new Set(await queries.findLive(db, ids)),
  waiting: await findWaitingPayments(db, ids),
});

/** Open invoices of a contract, oldest first, with the charges of today and the reason against each. */
export function candidates(ctx: Context, proposalId: number) {
  return snapshot(ctx.db, async (trx) => {
    const found = await queries.findOpenOf(trx, proposalId);
    if (!found) throw proposalProblems.PROPOSAL_NOT_FOUND();
    const agency = await queries.findAgency(trx);
    const held = await heldOf(trx, found.invoices);
    const debts = new Map((await findDebts(trx, found.invoices)).map((debt) => [debt.id, debt]));
    return {
      user: { id: found.id, name: found.name },
      property: addressLine(found),
      agency_withholds: found.withholding === 'AGENCY',
      invoices: found.invoices.map((id) => {
        const debt = present(debts.get(id), 'the open invoice');
        const { reference, due_date, amount } = debt;
        const { days, fine, interest } = lateCharges(amount, due_date, ctx.today(), {
          ...countingOf(agency),
          oldCharges: debt.old_charges,
        });
        const refusal = refusalOf(debt, held)?.message ?? null;
        return { id, reference, due_date, days, amount, fine, interest, total: amount + fine + interest, refusal };
      }),
    };
  });
}

type Planned = { agency: Agency; debts: Debt[]; contract: Debt; terms: DebtAgreementTerms; plan: Plan; text: string };

const oldestFirst = (one: Debt, other: Debt) =>
  one.due_date < other.due_date ? -1 : one.due_date > other.due_date ? 1 : one.id - other.id;

/** The plan of these terms as of today. @throws Problem when an invoice or a term is refused. */
async function plan(db: Db, ctx: Context, input: Input): Promise<Planned> {
  const wanted = [...new Set(input.invoices)];
  const agency = await queries.findAgency(db);
  const debts = (await findDebts(db, wanted)).toSorted(oldestFirst);
  const [contract] = debts;
  if (!contract || debts.length !== wanted.length) throw debtAgreementProblems.DEBT_CHANGED();
  if (debts.some(({ proposal_id }) => proposal_id !== input.proposal_id))
    throw debtAgreementProblems.DEBT_OF_CONTRACTS();
  const held = await heldOf(db, wanted);
  for (const debt of debts) {
    const refusal = refusalOf(debt, held);
    if (refusal) throw refusal;
  }
  const terms: DebtAgreementTerms = {
    instalments: input.instalments,
    first_due: input.first_due,
    first_amount: input.first_amount ?? null,
    charges_off: input.charges_off,
    rent_off: input.rent_off,
    monthly_interest: input.monthly_interest,
  };
  const made = planOf(debts, terms, ctx.today(), countingOf(agency));
  checkTerms(terms, agency, { agreed: sum(made.debts.map(({ agreed }) => agreed)), today: ctx.today() });
  return {
    agency,
    debts,
    contract,
    terms,
    plan: made,
    text: textOf(ctx, { agency, debts, contract, terms, plan: made }),
  };
}

function checkTerms(terms: DebtAgreementTerms, agency: Agency, of: Parameters<typeof termsRefusal>[2]) {
  const limits = {
    instalments: agency.agreement_instalments,
    charges_off: agency.agreement_charges_off,
    rent_off: agency.agreement_rent_off,
  };
  const refusal = termsRefusal(terms, limits, of);
  if (!refusal) return;
  const words = {
    TOO_MANY_INSTALMENTS: `A imobiliária divide em até ${limits.instalments} parcelas`,
    CHARGES_OFF_ABOVE: `O desconto nos encargos ${limitInWords(limits.charges_off)}`,
    RENT_OFF_ABOVE: `O desconto no aluguel ${limitInWords(limits.rent_off)}`,
  };
  const message = refusal in words ? words[refusal as keyof typeof words] : undefined;
  throw debtAgreementProblems[`TERMS_${refusal}`](message === undefined ? {} : { message });
}

function textOf(ctx: Context, { agency, debts, contract, terms, plan }: Omit<Planned, 'text'>): string {
  return agreementText(agency.agreement_text ?? DEFAULT_AGREEMENT_TEXT, {
    agency: agency.name,
    tenant: { name: contract.tenant, cpf_cnpj: contract.tenant_document },
    proposal_id: contract.proposal_id,
    property: addressLine(contract),
    day: ctx.today(),
    valid_until: validUntil(ctx.today(), agency.agreement_valid_days, terms.first_due),
    invoices: plan.debts.map((debt, index) => {
      const { reference, due_date } = present(debts[index], 'the invoice of the agreement');
      return { ...debt, reference, due_date };
    }),
    terms,
    rule: { first_days: agency.agreement_first_days, break_days: agency.agreement_break_days },
    plan,
  });
}

const NOTHING: Division = { owners: 0, agency: 0, others: 0 };

const added = (one: Division, other: Division): Division => ({
  owners: one.owners + other.owners,
  agency: one.agency + other.agency,
  others: one.others + other.others,
});

/** What an agreement on these terms would be; stores nothing. */
export function simulate(ctx: Context, input: Input): Promise<DebtAgreementSimulation> {
  return snapshot(ctx.db, async (trx) => {
    const { agency, debts, contract, terms, plan: made, text } = await plan(trx, ctx, input);
    const instalments = made.instalments.map((instalment) => ({
      ...instalment,
      ...divisionOf(instalment, {
        contract,
        lateToOwner: agency.late_to_owner,
        owners: ownerWeights(contract.owners),
      }),
    }));
    return {
      ...made,
      ...instalments.reduce(added, NOTHING),
      instalments,
      invoices: made.debts.map((debt, index) => {
        const { reference, due_date } = present(debts[index], 'the invoice of the agreement');
        return { ...debt, reference, due_date };
      }),
      valid_until: validUntil(ctx.today(), agency.agreement_valid_days, terms.first_due),
      text,
    };
  });
}

const hashOfText = (text: string) => createHash('sha256').update(text).digest('hex');

/** Offers an agreement. Its invoices stay open until the tenant accepts. Returns its id. */
export function offer(ctx: Context, input: Input): Promise<number> {
  return change(ctx, async (trx) => {
    await lockDebts(trx, input.invoices);
    const { agency, contract, terms, plan: made, text } = await plan(trx, ctx, input);
    const { instalments, first_due, charges_off, rent_off, monthly_interest } = terms;
    const { principal, charges, discount, interest, total } = made;
    const { id } = await queries.insertAgreement(trx, {
      ...{ proposal_id: contract.proposal_id, user_id: contract.user_id },
      ...{ offered_on: ctx.today(), valid_until: validUntil(ctx.today(), agency.agreement_valid_days, first_due) },
      ...{ first_due, instalments, charges_off, rent_off, monthly_interest },
      ...{ break_days: agency.agreement_break_days, first_days: agency.agreement_first_days },
      ...{ principal, charges, discount, interest, total },
      ...{ plan: JSON.stringify(made.instalments), text, text_hash: hashOfText(text), created_by: ctx.actor.id },
    });
    await queries.insertDebts(
      trx,
      made.debts.map(({ id: invoice_id, amount, fine, interest, agreed }, position) => ({
        ...{ agreement_id: id, invoice_id, position, amount, fine, interest, agreed },
      })),
    );
    await leaveTrail(trx, ctx, 'debt_agreement', id, 'create', {
      ...{ proposal_id: contract.proposal_id, invoices: made.debts.map((debt) => debt.id), total, instalments },
    });
    return id;
  });
}

/** Text of the offer, ready to be sent. */
export const messageOf = (
  row: {
    tenant: string;
    total: number;
    instalments: number;
    valid_until: Context['today'] extends () => infer D ? D : never;
  },
  agency: string,
  url: string | null,
) => offerMessage({ ...row, agency, url: url ?? 'na área do cliente' });

/** Queues the offer to the tenant by the agency's channels. */
export function sendOffer(ctx: Context, id: number): Promise<void> {
  return change(ctx, async (trx) => {
    const row = await queries.findRow(trx, id);
    if (!row) throw debtAgreementProblems.DEBT_AGREEMENT_NOT_FOUND();
    if (row.state !== 'OFFERED') throw debtAgreementProblems.DEBT_AGREEMENT_STATE();
    const url = agreementUrl(ctx.publicUrl, id);
    if (url === null) throw debtAgreementProblems.OFFER_WITHOUT_ADDRESS();
    const agency = await queries.findAgency(trx);
    const { subject, text } = messageOf({ ...row, tenant: row.user.name }, agency.name, url);
    await queueMessages(trx, [
      {
        ...{
          key: `agreement:${id}:offer`,
          kind: 'AGREEMENT',
          client: row.user.id,
          contract: row.proposal_id,
          about: id,
        },
        ...{ subject, text, until: row.valid_until },
      },
    ]);
    await leaveTrail(trx, ctx, 'debt_agreement', id, 'send');
  });
}
