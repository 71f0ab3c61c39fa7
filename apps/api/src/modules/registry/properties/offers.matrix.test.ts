import { proposals } from '@morada/contract/lease/proposals';
import { properties } from '@morada/contract/registry/properties';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { type OfferState, offerLife } from '@morada/domain/property/offer';
import { afterAll } from 'vitest';
import { startApp } from '#test/harness.ts';
import { lifeCycleMatrix } from '#test/life-cycle-matrix.ts';

const { app, as, client, db, owner, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);
const staff = as('*');

type Subject = { id: number; path: string };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const OFFER = {
  ...{ type: 'RENT', location: 'HOUSE', price: '1850', cep: '36025-000', street: 'Rua São Mateus', consent: 'sim' },
  ...{ neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG', description: 'Casa de esquina.' },
  ...{ name: 'Otávio Lima', phone: '(32) 98841-2076' },
};
let offers = 0;
const newAddress = () => `198.52.${Math.floor(++offers / 200)}.${offers % 200}`;

async function received(): Promise<Subject> {
  const answer = await app.inject({
    ...{ method: 'POST', url: '/anuncie', remoteAddress: newAddress(), headers: FORM },
    payload: new URLSearchParams({
      ...OFFER,
      number: String(offers),
      email: `otavio.${offers}@exemplo.com.br`,
    }).toString(),
  });
  const path = String(answer.headers.location).replace(/\?.*/, '');
  return { id: Number(path.split('/')[2]), path };
}
const move = (input: object) => (subject: Subject) => staff.patch(`/property/${subject.id}/request`, input);
const review = move({ action: 'review' });
const schedule = move({ action: 'schedule', visit_on: '2026-03-12' });
const refuse = move({ action: 'refuse', reason: 'Fora da região' });
const accept = (subject: Subject) => staff.post(`/property/${subject.id}/request/accept`);
/** A page answers by a redirect, so that the state alone tells whether it did anything. */
const withdraw = async ({ path }: Subject) => {
  await app.inject({
    method: 'POST',
    url: `${path}/desistir`,
    remoteAddress: newAddress(),
    headers: FORM,
    payload: 'confirma=sim',
  });
};
const put =
  (...acts: ((subject: Subject) => Promise<unknown>)[]) =>
  async () => {
    const subject = await received();
    for (const act of acts) await act(subject);
    return subject;
  };
const setStatus = (status: string, reason?: string) => (subject: Subject) =>
  staff.patch(`/property/${subject.id}`, { status, reason });

lifeCycleMatrix<OfferState, EventOf<typeof offerLife>, never, Subject>({
  life: offerLife,
  put: {
    RECEIVED: put(),
    REVIEWING: put(review),
    VISIT: put(schedule),
    ACCEPTED: put(accept),
    REFUSED: put(refuse),
    WITHDRAWN: put(withdraw),
  },
  doors: {
    review: [{ by: 'call', call: properties.moveOffer, act: review }],
    schedule: [{ by: 'call', call: properties.moveOffer, act: schedule }],
    accept: [{ by: 'call', call: properties.acceptOffer, act: accept }],
    refuse: [{ by: 'call', call: properties.moveOffer, act: refuse }],
    withdraw: [{ by: 'client area', name: 'page of the offer', act: withdraw }],
    list: [{ by: 'call', call: properties.update, act: setStatus('AVAILABLE') }],
    let: [
      {
        ...{ by: 'call', name: 'contract', call: proposals.create },
        async act({ id }) {
          await staff.put(`/property/${id}/member/OWNER/${(await owner()).id}`);
          return staff.post('/proposal/manual', {
            ...{
              user_id: (await client()).id,
              property_id: id,
              current_price: 1500,
              commission: 10,
              guarantee: 'OTHER',
            },
            ...{ transfer_date: 10, start_date: '2026-03-01', end_date: '2028-08-31' },
            ...{ bank_pix: 'dona@exemplo.com.br', bank_full_name: 'Dona', bank_cpf: '52998224725' },
          });
        },
      },
      {
        ...{ by: 'call', name: 'status', call: properties.update, act: setStatus('RENTED') },
        weaker: 'marking a property as let pays nobody',
      },
    ],
    reject: [
      {
        ...{ by: 'call', call: properties.update, act: setStatus('UNAVAILABLE', 'Sem interesse') },
      },
    ],
    remove: [{ by: 'call', call: properties.remove, act: ({ id }) => staff.delete(`/property/${id}`) }],
  },
  state: async ({ id }) =>
    (await db.selectFrom('property_request').select('state').where('property_id', '=', id).executeTakeFirstOrThrow())
      .state as OfferState,
  effects: {},
});
