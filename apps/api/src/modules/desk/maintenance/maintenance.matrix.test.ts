import { maintenance } from '@morada/contract/desk/maintenance';
import { properties } from '@morada/contract/registry/properties';
import { type MaintenanceState, maintenanceLife } from '@morada/domain/attendance/maintenance';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { afterAll, expect } from 'vitest';
import { buildApp } from '#api/app.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { clientDesk, clientSession } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const { as, contract, db, deps, owner, stop } = await startApp();
const pages = await buildApp({ ...deps, publicUrl: 'https://serra.example' });
afterAll(async () => {
  await pages.close();
  await stop();
});
// Every cell leaves its objects: the books of all of them are verified once.
afterAll(async () => {
  expect(await verifyBooks(db)).toEqual([]);
});
const staff = as('*');
const { browser } = clientDesk(pages);

type Subject = { id: number; property: number; owner: number; own: ReturnType<typeof browser> };
async function opened(): Promise<Subject> {
  const landlord = await owner();
  const lease = await contract({ property: { owners: [landlord] } });
  // Another owner stays, so that one can leave a let property.
  await staff.put(`/property/${lease.property_id}/member/OWNER/${(await owner()).id}`);
  const made = await staff.post('/maintenance', {
    property_id: lease.property_id,
    title: 'Telhado',
    description: 'Goteira',
  });
  const own = browser(`__Secure-cliente=${await clientSession({ db }, landlord.id)}`);
  return { id: made.json().id, property: lease.property_id, owner: landlord.id, own };
}
const act =
  (name: string, body: object = {}) =>
  ({ id }: Subject) =>
    staff.post(`/maintenance/${id}/${name}`, body);
const quote = act('quote', { supplier: 'Telhas', amount: 900 });
const quoteOf = async ({ id }: Subject) =>
  (await db.selectFrom('maintenance_quote').select('id').where('maintenance_id', '=', id).executeTakeFirst())?.id;
const decide = (approved: boolean) => async (subject: Subject) =>
  staff.post(`/maintenance/${subject.id}/decision`, {
    ...{ approved, note: 'Por telefone' },
    ...(approved && { quote_id: (await quoteOf(subject)) ?? 999_999 }),
  });
/** A page answers by a redirect or a page, so that the state alone tells whether it did anything. */
const answer = (said: 'approve' | 'refuse') => async (subject: Subject) => {
  const quote_id = String((await quoteOf(subject)) ?? '');
  await subject.own.post(`/cliente/manutencoes/${subject.id}`, { answer: said, quote_id });
};
const leave = (subject: Subject) => staff.delete(`/property/${subject.property}/member/${subject.owner}`);
const put =
  (...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await opened();
    for (const one of acts) await one(subject);
    return subject;
  };
const submit = act('submit');
const start = act('start');
const cancel = act('cancel', { reason: 'Não precisa mais' });
const conclude = act('conclude', { cost: 900 });
const charge = (charged_to: 'OWNER' | 'TENANT') => act('charge', { charged_to, cost: 900 });

const NOTHING_SENT = { OPENED: 'no quote is there to choose', QUOTING: 'the owners do not see it yet' } as const;
/** An owner who leaves while nothing of theirs was approved changes nothing, and the call succeeds. */
const NOTHING_APPROVED = Object.fromEntries(
  (['OPENED', 'QUOTING', 'AWAITING_APPROVAL', 'REFUSED', 'DONE', 'CANCELLED'] as const).map((state) => [
    state,
    'the owner leaves without anything to ask again',
  ]),
);

lifeCycleMatrix<MaintenanceState, EventOf<typeof maintenanceLife>, EffectOf<typeof maintenanceLife>, Subject>({
  life: maintenanceLife,
  put: {
    OPENED: put(),
    QUOTING: put(quote),
    AWAITING_APPROVAL: put(quote, submit),
    APPROVED: put(quote, submit, answer('approve')),
    REFUSED: put(quote, submit, answer('refuse')),
    IN_PROGRESS: put(quote, submit, answer('approve'), start),
    DONE: put(start, conclude),
    CANCELLED: put(cancel),
  },
  doors: {
    quote: [{ by: 'call', call: maintenance.addQuote, act: quote }],
    submit: [
      {
        by: 'call',
        call: maintenance.submit,
        act: submit,
        refuses: { OPENED: 'QUOTE_NONE', DONE: 'QUOTE_NONE', CANCELLED: 'QUOTE_NONE' },
      },
    ],
    approve: [
      {
        ...{ by: 'call', call: maintenance.decide, act: decide(true) },
        refuses: { OPENED: 'QUOTE_CHOICE', DONE: 'QUOTE_CHOICE', CANCELLED: 'QUOTE_CHOICE' },
      },
      { by: 'client area', act: answer('approve'), unreachable: NOTHING_SENT },
    ],
    refuse: [
      { by: 'call', call: maintenance.decide, act: decide(false) },
      { by: 'client area', act: answer('refuse'), unreachable: NOTHING_SENT },
    ],
    start: [{ by: 'call', call: maintenance.start, act: start }],
    conclude: [
      { by: 'call', name: 'cost of the owner', call: maintenance.charge, act: charge('OWNER') },
      { by: 'call', name: 'cost of the tenant', call: maintenance.charge, act: charge('TENANT') },
      {
        by: 'call',
        name: 'without a cost',
        call: maintenance.conclude,
        act: conclude,
        weaker: 'it adds nothing to a contract',
      },
    ],
    cancel: [{ by: 'call', call: maintenance.cancel, act: cancel }],
    askAgain: [
      { by: 'call', name: 'owner leaves', call: properties.removeOwner, act: leave, unreachable: NOTHING_APPROVED },
    ],
  },
  state: async ({ id }) =>
    (await db.selectFrom('maintenance').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state,
  effects: {
    askOwners: async ({ id }) =>
      (await db.selectFrom('maintenance').select('submitted_at').where('id', '=', id).executeTakeFirstOrThrow())
        .submitted_at,
  },
  untouched: async ({ id }) =>
    db.selectFrom('maintenance_quote').select('id').where('maintenance_id', '=', id).execute(),
});
