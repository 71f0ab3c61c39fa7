import { heldChangeProblems } from '@morada/contract/access/held-changes';
import { confirmationRefusal } from '@morada/domain/access/second-person';
import { formatDate } from '@morada/domain/base/calendar';
import { dayAt, timeAt } from '#api/base/clock.ts';
import { actorId, type Context, type Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import * as queries from './second-person.queries.ts';
import { findOtherAdministrators } from './users.queries.ts';
import { tellAdministrators, tellAlso } from './watch.service.ts';

export { decide, findAccessChanges, findDue, findOpen, findPause, lockChange } from './second-person.queries.ts';

export const HELD_KINDS = [
  'USER_CREATE',
  'USER_UPDATE',
  'USER_DELETE',
  'FACTOR_RESET',
  'GROUP_UPDATE',
  'SAFEGUARDS',
  'PIX_KEY',
  'AGREEMENT',
] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

type Asked = {
  kind: HeldKind;
  record_id: number | null;
  /** The person whom it is about. */
  about: number | null;
  /** The change in words that follow "pediu para". */
  what: string;
  input: object;
};

/** A change that was stored, with what its caller hears. */
type Waits = { waits: string };

/**
 * Stores a change by which one person could move money alone, for another administrator to confirm. Where there is none, it
 * holds once the days of the safeguards' pause have passed. Undefined: nothing holds it back, and it may be made now.
 * @throws CHANGE_ASKED while another one about the same record waits
 */
export async function askSecondPerson(trx: Db, ctx: Context, asked: Asked): Promise<Waits | undefined> {
  if (ctx.agreed || ctx.actor.id === null) return undefined;
  const days = await queries.findPause(trx);
  if (days === 0) return undefined;
  const asked_by = actorId(ctx);
  // One whose access the asker had in hand lately may confirm once that is over: otherwise the asker would only have to touch it.
  const others = (await findOtherAdministrators(trx, asked_by)).filter(
    ({ id }) => confirmationRefusal({ asked_by, about: asked.about, access: [] }, id) === undefined,
  );
  const not_before = others.length > 0 ? null : new Date(Date.now() + days * 86_400_000);
  const { id } = await queries
    .insertChange(trx, {
      ...{ ...asked, input: JSON.stringify(asked.input) },
      ...{ asked_by, not_before, state: not_before ? 'PAUSED' : 'WAITING' },
    })
    .catch(violates('held_change_once', heldChangeProblems.CHANGE_ASKED));
  await leaveTrail(trx, ctx, 'held_change', id, 'ask', { what: asked.what });
  if (not_before) {
    const moment = `${formatDate(dayAt(not_before))}, às ${timeAt(not_before)}`;
    await tellAlso(trx, ctx, `pediu para ${asked.what}; vale em ${days} dias, a não ser que alguém recuse em Hoje`);
    return {
      waits: `Registrado, e ainda não vale: não há outro administrador que confirme, então passa a valer em ${moment}. Até lá pode ser recusado em Hoje.`,
    };
  }
  await tellAdministrators(trx, ctx, `pediu para ${asked.what}; falta outro administrador confirmar em Hoje`);
  return { waits: `Registrado, e ainda não vale: ${namesOf(others)} precisa confirmar em Hoje.` };
}

const list = new Intl.ListFormat('pt-BR', { type: 'disjunction' });
const namesOf = (people: readonly { name: string }[]) =>
  people.length > 3 ? 'outro administrador' : list.format(people.map(({ name }) => name));

/** Like `change`, for work that may store the change in place of making it: then the caller hears that it waits. */
export async function changeOrAsk<T>(ctx: Context, work: (trx: Db) => Promise<T | Waits>): Promise<T> {
  const done = await change(ctx, work);
  if (isWaiting(done)) throw heldChangeProblems.CHANGE_WAITS({ message: done.waits });
  return done;
}

const isWaiting = (done: unknown): done is Waits => typeof done === 'object' && done !== null && 'waits' in done;
