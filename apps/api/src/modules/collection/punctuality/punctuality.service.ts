import { createHash, randomBytes } from 'node:crypto';
import { type Punctuality, punctualityProblems } from '@morada/contract/collection/punctuality';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { baseAddress } from '@morada/domain/base/ends';
import { punctuality } from '@morada/domain/punctuality/punctuality';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
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
    const sha256 = createHash('sha256').update(JSON.stringify(figures)).digest('hex');
    const paper = { client_id: clientId, issued_on: ctx.today(), sha256 };
    const code = (await queries.findSame(trx, paper))?.code ?? (await keepPaper(trx, ctx, { ...paper, figures }));
    const url = ctx.publicUrl && `${baseAddress(ctx.publicUrl)}/api/paper/${code}`;
    const agency = await letterheadOf({ db: trx, files: ctx.files });
    return { pdf: punctualityPdf({ person, found, contracts, agency, code, sha256, url }) };
  });
  return pdf;
}

type NewPaper = { client_id: number; issued_on: CalendarDate; sha256: string; figures: object };

/**
 * Stores a paper under a new code. Callers first look for one of the same day and figures, so that a reload prints the
 * same paper.
 */
async function keepPaper(trx: Db, ctx: Context, { figures, ...paper }: NewPaper) {
  const code = randomBytes(12).toString('hex');
  await queries.insertPaper(trx, { ...paper, code, figures: JSON.stringify(figures), admin_user_id: ctx.actor.id });
  await leaveTrail(trx, ctx, 'client', paper.client_id, 'punctuality-paper');
  return code;
}

export type CheckedPaper = {
  code: string;
  issued_on: CalendarDate;
  sha256: string;
  figures: Pick<Punctuality, 'months' | 'on_time' | 'late' | 'partial' | 'agreed' | 'open' | 'average_delay'>;
};

/** A paper by the code printed on it, without a name: its holder shows it. @throws PAPER_NOT_FOUND */
export async function checkPaper({ db }: Pick<Context, 'db'>, code: string): Promise<CheckedPaper> {
  const paper = await queries.findPaper(db, code);
  if (!paper) throw punctualityProblems.PAPER_NOT_FOUND();
  return { ...paper, figures: paper.figures as CheckedPaper['figures'] };
}
