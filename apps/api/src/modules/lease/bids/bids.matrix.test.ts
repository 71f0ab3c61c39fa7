import { bids } from '@morada/contract/lease/bids';
import { proposals } from '@morada/contract/lease/proposals';
import { clients } from '@morada/contract/registry/clients';
import { properties } from '@morada/contract/registry/properties';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { type BidStage, bidLife } from '@morada/domain/lease/bid';
import { afterAll } from 'vitest';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';
import { bidPageOf } from './bid-link.service.ts';
import { followBids } from './life.service.ts';

const { app, as, client, db, deps, property, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
const staff = as('*');

const TERMS = {
  ...{ amount: 1500, guarantee: 'BONDSMAN', term_months: 30, start_on: '2026-04-01', expires_on: '2026-03-20' },
};
type Made = { id: number; property: number; person: number };

async function drafted(): Promise<Made> {
  const [{ id: property_id }, { id: client_id }] = [await property(), await client()];
  const made = await staff.post('/bid', { property_id, client_id, ...TERMS });
  return { id: made.json().id, property: property_id, person: client_id };
}
type Act = (made: Made) => Promise<unknown>;
const put =
  (...acts: Act[]) =>
  async () => {
    const made = await drafted();
    for (const act of acts) await act(made);
    return made;
  };

const send: Act = ({ id }) => staff.post(`/bid/${id}/send`);
const counter =
  (by: 'PROSPECT' | 'OWNER'): Act =>
  ({ id }) =>
    staff.post(`/bid/${id}/counter`, { ...TERMS, by, amount: 1450 });
const accept: Act = ({ id }) => staff.post(`/bid/${id}/accept`);
const refuse: Act = ({ id }) => staff.post(`/bid/${id}/refuse`, { reason: 'Prefere outro' });
const withdraw: Act = ({ id }) => staff.post(`/bid/${id}/withdraw`, { reason: 'Desistiu' });
const reserve: Act = ({ id }) => staff.put(`/bid/${id}/reservation`, { until: '2026-03-31' });
const release: Act = ({ id }) => staff.delete(`/bid/${id}/reservation`);
const remove: Act = ({ id }) => staff.delete(`/bid/${id}`);
const expire: Act = async ({ id }) => {
  await db.updateTable('bid').set({ expires_on: '2026-03-09' }).where('id', '=', id).execute();
  await followBids(deps);
};
const contractOf = (made: Made, user_id: number, bid_id?: number) =>
  staff.post('/proposal/manual', {
    ...{ user_id, property_id: made.property, current_price: 1500, commission: 10, transfer_date: 5 },
    ...{ guarantee: 'SECURITY_DEPOSIT', start_date: '2026-04-01', end_date: '2028-09-30' },
    ...(bid_id !== undefined && { bid_id }),
  });
const sign: Act = (made) => contractOf(made, made.person, made.id);
/** A contract that leaves the bid as it was is deleted again. */
const signBeside =
  (who: (made: Made) => Promise<number>): Act =>
  async (made) => {
    const contract = (await contractOf(made, await who(made))).json();
    if (contract.id && (await rowOf(made))?.proposal_id !== contract.id) await staff.delete(`/proposal/${contract.id}`);
  };
const unsign: Act = async (made) => staff.delete(`/proposal/${(await rowOf(made))?.proposal_id}`);
/** The status goes back: only the bid counts. */
const mark: Act = async (made) => {
  await staff.patch(`/property/${made.property}`, { status: 'RENTED' });
  await staff.patch(`/property/${made.property}`, { status: 'AVAILABLE' });
};
const forget: Act = async ({ person }) => {
  await staff.patch(`/user/${person}/anonymise`);
};

/** Whoever must answer presses a button of their page. */
const onPage =
  (answer: 'aceitar' | 'recusar'): Act =>
  async (made) => {
    const row = await rowOf(made);
    const party = row?.state === 'COUNTERED' ? 'PROSPECT' : 'OWNER';
    const url = `${await bidPageOf(deps, db, made.id, party)}/${answer}`;
    const versao = String((await versionsOf(made)).length);
    await app.inject({
      ...{ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      payload: new URLSearchParams({ versao, confirma: 'sim' }).toString(),
    });
  };
const page = { by: 'client area', name: 'page of the bid' } as const;

const rowOf = ({ id }: Made) => db.selectFrom('bid').selectAll().where('id', '=', id).executeTakeFirst();
const versionsOf = ({ id }: Made) =>
  db
    .selectFrom('bid_version')
    .select(['number', 'amount', 'party'])
    .where('bid_id', '=', id)
    .orderBy('number')
    .execute();

const NO_CONTRACT = 'it has no contract';

lifeCycleMatrix<BidStage, EventOf<typeof bidLife>, EffectOf<typeof bidLife>, Made>({
  life: bidLife,
  put: {
    DRAFT: put(),
    SENT: put(send, reserve),
    COUNTERED: put(send, counter('OWNER'), reserve),
    ACCEPTED: put(send, reserve, accept),
    REFUSED: put(send, refuse),
    EXPIRED: put(send, expire),
    WITHDRAWN: put(send, withdraw),
    DONE: put(send, accept, sign),
    REMOVED: put(remove),
  },
  doors: {
    edit: [
      {
        by: 'call',
        call: bids.update,
        act: ({ id, person }) => staff.patch(`/bid/${id}`, { ...TERMS, client_id: person, amount: 1600 }),
      },
    ],
    send: [{ by: 'call', call: bids.send, act: send }],
    prospectCounters: [{ by: 'call', call: bids.counter, act: counter('PROSPECT') }],
    ownerCounters: [{ by: 'call', call: bids.counter, act: counter('OWNER') }],
    accept: [
      { by: 'call', call: bids.accept, act: accept },
      { ...page, act: onPage('aceitar') },
    ],
    refuse: [
      { by: 'call', call: bids.refuse, act: refuse },
      { ...page, act: onPage('recusar') },
    ],
    withdraw: [{ by: 'call', call: bids.withdraw, act: withdraw }],
    expire: [{ by: 'job', act: expire }],
    reserve: [
      { by: 'call', call: bids.reserve, act: ({ id }) => staff.put(`/bid/${id}/reservation`, { until: '2026-04-02' }) },
    ],
    release: [{ by: 'call', call: bids.release, act: release }],
    mark: [{ by: 'call', call: properties.update, act: mark }],
    take: [
      {
        ...{ by: 'call', name: 'contract with another', call: proposals.create },
        act: signBeside(async () => (await client()).id),
        put: { SENT: put(send), COUNTERED: put(send, counter('OWNER')), ACCEPTED: put(send, accept) },
      },
    ],
    sign: [
      {
        ...{ by: 'call', call: proposals.create, act: sign },
        refuses: { DONE: 'PROPERTY_TAKEN', REMOVED: 'BID_OTHER_PROPERTY' },
      },
      {
        ...{ by: 'call', name: 'contract with the same client', call: proposals.create },
        act: signBeside(async ({ person }) => person),
      },
    ],
    unsign: [
      {
        ...{ by: 'call', call: proposals.remove, act: unsign },
        unreachable: {
          ...{ DRAFT: NO_CONTRACT, SENT: NO_CONTRACT, COUNTERED: NO_CONTRACT, ACCEPTED: NO_CONTRACT },
          ...{ REFUSED: NO_CONTRACT, EXPIRED: NO_CONTRACT, WITHDRAWN: NO_CONTRACT, REMOVED: NO_CONTRACT },
        },
      },
    ],
    forget: [
      {
        ...{ by: 'call', call: clients.anonymise, act: forget },
        put: {
          DONE: put(send, accept, sign, async (made) =>
            staff.patch(`/proposal/${(await rowOf(made))?.proposal_id}/close`),
          ),
        },
      },
    ],
    remove: [{ by: 'call', call: bids.remove, act: remove }],
  },
  state: async (made) => (await rowOf(made))?.state ?? 'REMOVED',
  effects: {
    // A draft that is gone had one version, of the amount that it was made with.
    terms: async (made) => (await versionsOf(made))[0]?.amount ?? 150_000,
    version: async (made) => Math.max(1, (await versionsOf(made)).length),
    reservation: async (made) => (await rowOf(made))?.reserved_until ?? null,
    contract: async (made) => (await rowOf(made))?.proposal_id ?? null,
    person: async (made) => {
      const { anonymised_at } = await db
        .selectFrom('client')
        .select('anonymised_at')
        .where('id', '=', made.person)
        .executeTakeFirstOrThrow();
      return (await rowOf(made)) ? anonymised_at : null;
    },
  },
  untouched: versionsOf,
});
