import { type Punctuality, punctualityProblems } from '@morada/contract/collection/punctuality';
import type { Statement } from '@morada/contract/money/statements';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { punctuality } from '@morada/domain/punctuality/punctuality';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { findPaper, issuePaper as issue } from '#api/modules/registry/issued-papers/issued-papers.service.ts';
import { punctualityPdf } from './punctuality.pdf.ts';
import * as queries from './punctuality.queries.ts';

async function punctualityOf(db: Db, clientId: number, today: CalendarDate) {
  const person = await queries.findPerson(db, clientId);
  if (!person) throw punctualityProblems.PUNCTUALITY_NO_PERSON();
  return { person, found: punctuality(await queries.findMonths(db, clientId), today) };
}

/** A tenant's months, each by the day of its payment. */
export const showPunctuality = (ctx: Context, clientId: number): Promise<Punctuality> =>
  snapshot(ctx.db, async (db) => (await punctualityOf(db, clientId, ctx.today())).found);

/** Whether a tenant has months to prove. */
export const hasMonths = async ({ db, today }: Pick<Context, 'db' | 'today'>, clientId: number) =>
  punctuality(await queries.findMonths(db, clientId), today()).months > 0;

/**
 * Issues the paper with a tenant's months: only facts, with a code by which another person checks it. The figures are kept as
 * they were printed, without a name.
 */
export async function issuePaper(ctx: Context, clientId: number) {
  const { pdf } = await change(ctx, async (trx) => {
    const { person, found } = await punctualityOf(trx, clientId, ctx.today());
    if (found.months === 0) throw punctualityProblems.PUNCTUALITY_NONE();
    const contracts = await queries.findContracts(trx, [...new Set(found.list.map(({ proposal_id }) => proposal_id))]);
    const { list, ...sums } = found;
    const figures = {
      ...sums,
      contracts: contracts.map(({ id }) => id),
      months_list: list.map(({ due_date, paid_on, state, days }) => ({ due_date, paid_on, state, days })),
    };
    const { isNew, ...mark } = await issue(trx, ctx, { kind: 'PUNCTUALITY', client_id: clientId, figures });
    if (isNew) await leaveTrail(trx, ctx, 'client', clientId, 'punctuality-paper');
    const agency = await letterheadOf({ db: trx, files: ctx.files });
    return { pdf: punctualityPdf({ person, found, contracts, agency, mark }) };
  });
  return pdf;
}

type PunctualityFigures = Pick<
  Punctuality,
  'months' | 'on_time' | 'late' | 'partial' | 'agreed' | 'open' | 'average_delay'
>;
type StatementFigures = Pick<Statement, 'start' | 'end' | 'opening' | 'credits' | 'debits' | 'closing'> & {
  events: readonly unknown[];
};

type Issued = { code: string; issued_on: CalendarDate; sha256: string };
export type CheckedPaper = Issued &
  ({ kind: 'PUNCTUALITY'; figures: PunctualityFigures } | { kind: 'STATEMENT'; figures: StatementFigures });

/** A paper by the code printed on it, without a name: its holder shows it. @throws PAPER_NOT_FOUND */
export async function checkPaper({ db }: Pick<Context, 'db'>, code: string): Promise<CheckedPaper> {
  const paper = await findPaper(db, code);
  if (!paper) throw punctualityProblems.PAPER_NOT_FOUND();
  return paper as CheckedPaper;
}
