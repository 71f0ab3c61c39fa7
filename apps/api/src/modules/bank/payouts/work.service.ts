import { withinTheDay } from '@morada/domain/bank/payouts/payout-safeguards';
import { payoutLife } from '@morada/domain/bank/payouts/payout-state';
import { formatMoney } from '@morada/domain/base/money';
import { eachTried } from '#api/base/every-step.ts';
import { type Db, type Deps, systemContext } from '#api/context.ts';
import { writeTrail } from '#api/db/trail.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import type { Payer } from '#api/outside/payouts/payer.ts';
import { makeCalls } from '../connections/calls.service.ts';
import { isOutage, requireRefusal, withBank } from '../connections/clients.service.ts';
import { findActiveOr } from '../connections/connections.service.ts';
import { type Link, PAYER } from './links.service.ts';
import * as queries from './payouts.queries.ts';
import { findGone, findSafeguards, lockDays } from './safeguards.queries.ts';
import { type Ended, settleTold } from './settlement.service.ts';

/** Payments taken at a time, and concurrent calls. */
const BATCH = 32;
const AT_ONCE = 4;

/** One round: polls sent payments first, then sends approved ones. */
export async function workOnPayouts(deps: Deps): Promise<void> {
  await eachTried(await findActiveOr(deps.db, 'PAYOUT', queries.hasSent), async (link) => {
    await readSent(deps, link);
    if (link.active) await sendApproved(deps, link);
  });
}

type Answer = { ended: Ended } | { noted: queries.Noted } | { withdrawn: number };
type Tell = (answer: Answer) => void;

/** Polls the bank for sent payments. An order without a response is sent again with the same key. */
const readSent = (deps: Deps, link: Link): Promise<void> =>
  makeCalls<Link, Payer, queries.Due, Answer>(deps, link, PAYER, {
    ...{ batch: BATCH, atOnce: AT_ONCE },
    claim: (most) => queries.takeSent(deps.db, link.id, most),
    call: (payer, payout, tell) =>
      payout.request_code === null
        ? send(payer, payout, tell, true)
        : look(payer, { ...payout, request_code: payout.request_code }, tell),
    write: (answers) => write(deps, answers),
  });

/** Sends approved payments, after a check that the bank responds: no order leaves while it is unreachable. */
async function sendApproved(deps: Deps, link: Link): Promise<void> {
  if (!(await queries.isAnyApproved(deps.db))) return;
  if (!(await withBank(deps, link, PAYER, (payer) => payer.check()))) return;
  await makeCalls<Link, Payer, queries.Due, Answer>(deps, link, PAYER, {
    ...{ batch: BATCH, atOnce: AT_ONCE },
    claim: (most) =>
      deps.db.transaction().execute(async (trx) => {
        const taken = await takeWithinTheDay(trx, deps, link, most);
        await noteActions(trx, deps, 'send', taken);
        return taken;
      }),
    call: (payer, payout, tell) => send(payer, payout, tell),
    write: (answers) => write(deps, answers),
  });
}

const noteActions = (
  trx: Db,
  deps: Deps,
  action: 'send' | 'withdraw',
  payouts: readonly { id: number; amount: number }[],
) =>
  writeTrail(
    trx,
    payouts.map(({ id, amount }) => ({
      ...{ actor: systemContext(deps).actor, record: 'payout', record_id: id, action, changes: { amount } },
    })),
  );

/**
 * Takes the next payments to be sent, within what is left of the day's limit: one that was approved for a day on which the bank
 * was away counts on the day on which it leaves. The others wait for the next day.
 */
async function takeWithinTheDay(trx: Db, deps: Deps, link: Link, most: number): Promise<queries.Due[]> {
  const today = deps.today();
  const safeguards = await findSafeguards(trx);
  if (safeguards.daily_limit !== null) await lockDays(trx);
  const gone = safeguards.daily_limit === null ? 0 : await findGone(trx, today);
  const { fit, left } = withinTheDay(safeguards, gone, await queries.lockApproved(trx));
  await queries.noteWaiting(trx, left, 'Passa do limite do dia: sai quando couber no de outro dia.');
  return queries.takeApproved(trx, link.id, fit.slice(0, most), today);
}

const orderOf = ({ key, amount, identifier, ordered }: queries.Due) => ({
  ...{ key, amount, target: ordered.to, description: identifier },
  payee: { name: ordered.target.holder, document: ordered.target.document },
});

/**
 * Sends an order with its key, for which the bank returns the result of the first attempt. A refusal of a repetition says nothing
 * about that attempt.
 */
async function send(payer: Payer, payout: queries.Due, tell: Tell, isRepeated = false): Promise<void> {
  const { id } = payout;
  try {
    const { code, word, end_to_end_id } = await payer.pay(orderOf(payout));
    tell({ noted: { id, request_code: code, bank_state: word, end_to_end_id, problem: null } });
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    const { kind, message: problem } = error;
    // Refused at the first attempt, so the bank has no such order.
    if (!isRepeated && (kind === 'REFUSED' || kind === 'ABSENT')) tell({ ended: { id, outcome: 'REFUSED', problem } });
    else if (!isRepeated && kind === 'DENIED') tell({ withdrawn: id });
    else tell({ noted: { id, problem } });
    if (isOutage(error)) throw error;
  }
}

async function look(payer: Payer, payout: queries.Due & { request_code: string }, tell: Tell): Promise<void> {
  const { id } = payout;
  try {
    const { outcome, word, end_to_end_id, amount, paid_on, problem } = await payer.look(payout.request_code);
    const said = { id, bank_state: word, end_to_end_id };
    if (amount !== null && amount !== payout.amount)
      tell({
        noted: {
          ...said,
          problem: `O banco diz ${formatMoney(amount)}, e o pagamento é de ${formatMoney(payout.amount)}.`,
        },
      });
    else if (outcome === 'UNDER_WAY') tell({ noted: { ...said, problem: null } });
    else tell({ ended: { ...said, outcome, paid_on, problem } });
  } catch (error) {
    tell({ noted: { id, problem: requireRefusal(error).message } });
  }
}

async function write(deps: Deps, answers: readonly Answer[]): Promise<void> {
  const ended = answers.flatMap((answer) => ('ended' in answer ? answer.ended : []));
  const withdrawn = answers.flatMap((answer) => ('withdrawn' in answer ? answer.withdrawn : []));
  await queries.note(
    deps.db,
    answers.flatMap((answer) => ('noted' in answer ? answer.noted : [])),
  );
  if (ended.length > 0) await deps.db.transaction().execute((trx) => settleTold(trx, systemContext(deps), ended));
  if (withdrawn.length === 0) return;
  await deps.db.transaction().execute(async (trx) => {
    const state = payoutLife.next('SENT', 'withdraw');
    const back = withdrawn.map((id) => ({ id, state, problem: null }));
    await noteActions(trx, deps, 'withdraw', await queries.move(trx, 'SENT', back));
  });
}
