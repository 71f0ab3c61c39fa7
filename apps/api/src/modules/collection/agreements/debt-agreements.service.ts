import { type DebtAgreementSettings, debtAgreementProblems } from '@morada/contract/collection/debt-agreements';
import type { DebtAgreementSearch } from '@morada/contract/collection/debt-agreements.search';
import { AGREEMENT_FIELDS, DEFAULT_AGREEMENT_TEXT } from '@morada/domain/debt-agreement/agreement-text';
import { textProblem } from '@morada/domain/messages/text';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { snapshot } from '#api/db/transaction.ts';
import { changeAgency } from '#api/modules/registry/agency/agency.service.ts';
import { agreementUrl } from './agreement-url.map.ts';
import * as queries from './debt-agreements.queries.ts';
import { messageOf } from './offers.service.ts';
import { breakDay } from './undoing.service.ts';

/** A row as lists and the record show it. */
function shown(
  { open, first_days, break_days, held_until, ...row }: queries.FoundRow,
  today: ReturnType<Context['today']>,
) {
  const late = open.filter(({ due_date }) => due_date < today);
  const isInForce = row.state === 'ACCEPTED';
  const unpaid = new Set(open.map(({ instalment }) => instalment)).size;
  return {
    ...row,
    paid_instalments: isInForce || row.state === 'KEPT' ? row.instalments - unpaid : 0,
    next_due: isInForce ? (open[0]?.due_date ?? null) : null,
    breaks_on: isInForce ? (breakDay(late, { first_days, break_days, held_until }) ?? null) : null,
  };
}

/** Agreements that a search finds, the newest first, with the figures of those in force. */
export function listAgreements(ctx: Context, search: z.output<typeof DebtAgreementSearch>) {
  return snapshot(ctx.db, async (trx) => {
    const { data, ...page } = await queries.findAgreements(trx, { ...search, seen: seenBy(ctx) }, ctx.today());
    return { ...page, data: data.map((row) => shown(row, ctx.today())) };
  });
}

/** Agreement of this tenant; undefined when it is another's. */
export const findOfClient = queries.findOwn;

/** Offers of a tenant that can still be accepted, and agreements that were, the newest first. */
export const listOfClient = (ctx: Context, clientId: number) => queries.findOfClient(ctx.db, clientId, ctx.today());

/** An agreement as its screen shows it, with its version. */
export function showAgreement(ctx: Context, id: number) {
  return snapshot(ctx.db, async (trx) => {
    const [row, agreement] = [await queries.findRow(trx, id), await queries.findAgreement(trx, id)];
    if (!row || !agreement) throw debtAgreementProblems.DEBT_AGREEMENT_NOT_FOUND();
    const agency = await queries.findAgency(trx);
    const invoices = await queries.findDebts(trx, id);
    const instalments = await queries.findInstalments(trx, id);
    const url = agreementUrl(ctx.publicUrl, id);
    const paid = new Set(instalments.filter(({ status }) => status === 'PAID').map(({ instalment }) => instalment));
    const open = new Set(instalments.filter(({ status }) => status !== 'PAID').map(({ instalment }) => instalment));
    return {
      version: agreement.version,
      agreement: {
        ...agreement,
        ...shown(row, ctx.today()),
        paid_instalments: [...paid].filter((number) => !open.has(number)).length,
        invoices,
        plan: agreement.plan.map(({ number, due_date, amount }) => ({
          ...{ number, due_date, amount },
          invoices: instalments.filter(({ instalment }) => instalment === number),
        })),
        accepted_at: agreement.accepted_at,
        url,
        message: messageOf({ ...row, tenant: row.user.name }, agency.name, url),
      },
    };
  });
}

const settingsOf = (agency: Awaited<ReturnType<typeof queries.findAgency>>) => ({
  ...agency,
  default_text: DEFAULT_AGREEMENT_TEXT,
});

export const showSettings = async (ctx: Context) => settingsOf(await queries.findAgency(ctx.db));

/** Changes the agency's settings of agreements. Existing agreements keep their terms. */
export async function saveSettings(ctx: Context, input: z.output<typeof DebtAgreementSettings>) {
  const { agreement_text, ...rest } = input;
  const message = agreement_text ? textProblem(agreement_text, AGREEMENT_FIELDS) : undefined;
  if (message !== undefined) throw debtAgreementProblems.AGREEMENT_TEXT_WRONG({ message });
  await changeAgency(ctx, { ...rest, agreement_text: agreement_text ?? null });
  return showSettings(ctx);
}
