import { eachTried } from '#api/base/every-step.ts';
import type { Context, Deps } from '#api/context.ts';
import { worksToday } from '#api/db/worked-day.ts';
import { currentLink, registerNotices, workingLinks } from '../slips/boleto-links.service.ts';
import { countRefused, planCalls, sendCalls } from '../slips/calls.service.ts';
import { lookAtPaid, pollMovements, readNoticed } from './boleto-receipts.service.ts';
import { givenBackTasks } from './given-back.service.ts';

/** One round over the links: payments first, since they decide which calls are still needed. */
export async function followBoletos(deps: Deps): Promise<void> {
  const plans = await worksToday(deps);
  await eachTried(await workingLinks(deps.db), async (link) => {
    await registerNotices(deps, link);
    await readNoticed(deps, link);
    await pollMovements(deps, link);
    await lookAtPaid(deps, link);
    if (plans) await planCalls(deps, link);
    await sendCalls(deps, link);
  });
}

/** Reads the boletos that notices have named, and the movements; a notice of a bank enqueues this. */
export async function readBoletoNotices(deps: Deps): Promise<void> {
  await eachTried(await workingLinks(deps.db), async (link) => {
    await readNoticed(deps, link);
    await pollMovements(deps, link);
  });
}

/** Open tasks for staff: an outage of the bank, refused boletos, and payments that the bank withdrew. */
export async function tasksOf({ db }: Pick<Context, 'db'>) {
  const link = await currentLink(db);
  const taken_back = await givenBackTasks(db, 'BOLETO');
  if (!link) return { failing_since: null, problem: null, refused: 0, taken_back };
  return {
    failing_since: link.failing_since,
    problem: link.problem,
    refused: await countRefused(db, link.id),
    taken_back,
  };
}
