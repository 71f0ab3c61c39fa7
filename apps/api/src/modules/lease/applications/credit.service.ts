import {
  type ApplicationDetail,
  applicationProblems,
  type CreditInquiryCreate,
} from '@morada/contract/lease/applications';
import { inquiryLife } from '@morada/domain/application/credit';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import type { CreditAnswer, CreditBureau } from '#api/outside/credit/bureau.ts';
import { SendFailure } from '#api/outside/sender.ts';
import { mayAskCredit } from './applications.map.ts';
import { isAsked, showApplication } from './applications.service.ts';
import * as queries from './credit.queries.ts';
import { bureauOf, FOREIGN_KEY } from './credit-provider.service.ts';
import { lockParty } from './life.service.ts';

type Asked = { inquiry: number; application: number; document: string; bureau: CreditBureau };

/**
 * Asks the bureau for the credit of a party, which is charged. A row says that the call is out before it goes, under the
 * application's lock and only after the inquiry that the person saw: a second press, and a second person, are refused.
 * @throws CREDIT_NOT_MADE with the provider's reason where the call was not carried out; nothing is kept of it.
 */
export async function askCredit(
  ctx: Context,
  party: number,
  { after }: z.output<typeof CreditInquiryCreate>,
): Promise<ApplicationDetail> {
  let asked: Asked | undefined;
  const application = await change(ctx, async (trx) => {
    asked = await begin({ ...ctx, db: trx }, ctx, party, after);
    return asked.application;
  });
  // A call that was repeated with its key began once.
  if (asked) await carryOut(ctx, asked);
  return showApplication(ctx, application);
}

async function begin(inside: Context, ctx: Context, id: number, after: number | null): Promise<Asked> {
  const trx = inside.db;
  const { application, party } = await lockParty(trx, id);
  if (!mayAskCredit(application.state)) throw applicationProblems.CREDIT_NOT_IN_ANALYSIS();
  if (!isAsked(party)) throw applicationProblems.APPLICATION_STATE();
  if (party.consent_at === null || party.cpf === null) throw applicationProblems.CREDIT_WITHOUT_CONSENT();
  const provider = await queries.findProvider(trx);
  if (!provider) throw applicationProblems.CREDIT_OFF();
  const bureau = bureauOf(ctx, provider);
  if (!bureau) throw applicationProblems.CREDIT_NOT_MADE({ message: FOREIGN_KEY });
  await queries.giveUpOld(trx, id);
  const newest = await queries.findNewest(trx, id);
  if ((newest?.id ?? null) !== after || !inquiryLife.can(newest?.state ?? 'NONE', 'ask'))
    throw applicationProblems.CREDIT_ASKED();
  const document = party.cpf;
  const inquiry = await queries.insertInquiry(trx, { party_id: id, document, asked_by: ctx.actor.id });
  await leaveTrail(trx, ctx, 'application', application.id, 'credit', { party: id });
  await notify(trx, 'applications');
  return { inquiry: inquiry.id, application: application.id, document, bureau };
}

async function carryOut(ctx: Context, { inquiry, document, bureau }: Asked): Promise<void> {
  const answer = await bureau.ask(document).catch((error: unknown) => {
    if (error instanceof SendFailure) return error;
    throw error;
  });
  // The key's answer is that of the change before.
  await change({ ...ctx, idempotency: undefined }, async (trx) => {
    if (!(answer instanceof SendFailure)) await queries.endInquiry(trx, inquiry, keptOf(answer));
    else if (answer.kind === 'LOST') await queries.endInquiry(trx, inquiry, { state: 'LOST', note: answer.message });
    else await queries.dropInquiry(trx, inquiry);
    await notify(trx, 'applications');
  });
  if (answer instanceof SendFailure && answer.kind !== 'LOST')
    throw applicationProblems.CREDIT_NOT_MADE({ message: answer.message });
}

const keptOf = ({ reasons, ...told }: CreditAnswer) => ({
  ...told,
  state: 'ANSWERED' as const,
  reasons: JSON.stringify(reasons),
});
