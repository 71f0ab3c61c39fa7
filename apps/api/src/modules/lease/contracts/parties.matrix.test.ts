import { parties } from '@morada/contract/lease/parties';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { type PartyRole, type PartyStage, partyLife, partyStage } from '@morada/domain/lease/parties';
import { afterAll } from 'vitest';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const TODAY = '2026-03-10';
const { as, db, client, contract, stop } = await startApp({ today: TODAY });
afterAll(stop);
const staff = as('*');

type Subject = { contract: number; party: number; person: number };

const path = ({ contract: id, party }: Subject) => `/proposal/${id}/party/${party}`;
const end = (day: string) => (subject: Subject) => staff.put(`${path(subject)}/end`, { valid_to: day });
const discard = (subject: Subject) => staff.delete(path(subject));
const promote = ({ contract: id, person }: Subject) =>
  staff.put(`/proposal/${id}/principal`, { client_id: person, valid_from: TODAY, stays: true });

/** Somebody in a role, with a procurator of their own, after some events. */
const put =
  (role: PartyRole | 'PRINCIPAL', ...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async (): Promise<Subject> => {
    const { id, user_id } = await contract();
    const person = role === 'PRINCIPAL' ? user_id : (await client()).id;
    if (role !== 'PRINCIPAL')
      await staff.put(`/proposal/${id}/party`, {
        ...{ client_id: person, role },
        ...(role === 'SPOUSE' && { of_client_id: user_id }),
      });
    const acting = { client_id: (await client()).id, role: 'PROCURATOR', of_client_id: person };
    await staff.put(`/proposal/${id}/party`, acting);
    const { id: party } = await db
      .selectFrom('contract_party')
      .select('id')
      .where('proposal_id', '=', id)
      .where('client_id', '=', person)
      .executeTakeFirstOrThrow();
    const subject = { contract: id, party, person };
    for (const act of acts) await act(subject);
    return subject;
  };

const succeed = async ({ contract: id }: Subject) =>
  staff.put(`/proposal/${id}/principal`, { client_id: (await client()).id, valid_from: '2026-03-05', stays: false });

const findParty = ({ party }: Subject) =>
  db.selectFrom('contract_party').selectAll().where('id', '=', party).executeTakeFirstOrThrow();

lifeCycleMatrix<PartyStage, EventOf<typeof partyLife>, EffectOf<typeof partyLife>, Subject>({
  life: partyLife,
  put: {
    PRINCIPAL: put('PRINCIPAL'),
    SUCCEEDED: put('PRINCIPAL', succeed),
    TENANT: put('TENANT'),
    GUARANTOR: put('GUARANTOR'),
    OTHER: put('SPOUSE'),
    ENDED_TENANT: put('TENANT', end('2026-03-08')),
    ENDED_GUARANTOR: put('GUARANTOR', end('2026-03-08')),
    ENDED_OTHER: put('SPOUSE', end('2026-03-08')),
    MISTAKEN: put('TENANT', discard),
  },
  doors: {
    promote: [{ by: 'call', call: parties.setPrincipal, act: promote }],
    end: [{ by: 'call', call: parties.end, act: end('2026-03-06') }],
    reopen: [{ by: 'call', call: parties.reopen, act: (subject) => staff.put(`${path(subject)}/reopen`) }],
    discard: [{ by: 'call', call: parties.discard, act: discard }],
  },
  state: async (subject) => partyStage(await findParty(subject)),
  effects: {
    principal: async ({ contract: id }) =>
      db.selectFrom('proposal').select('user_id').where('id', '=', id).executeTakeFirstOrThrow(),
    dependants: async ({ contract: id, person }) =>
      db
        .selectFrom('contract_party')
        .select(['id', 'valid_to'])
        .where('proposal_id', '=', id)
        .where('of_client_id', '=', person)
        .orderBy('id')
        .execute(),
  },
  untouched: async ({ contract: id }) =>
    db.selectFrom('contract_party').selectAll().where('proposal_id', '=', id).orderBy('id').execute(),
});
