import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillAgency } from '#test/collection.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';

const TODAY = '2026-03-10';
const { app, as, clock, db, client, owner, contract, invoice, stop } = await startApp({ today: TODAY });
afterAll(stop);
beforeAll(() => fillAgency(db));
beforeEach(() => {
  clock.today = TODAY;
});
const { browser } = clientDesk(app);
const staff = as('*');
const enter = async (id: number) => browser(`cliente=${await clientSession({ db }, id)}`);

/** A lease of 1.500,00 with invoices of February and March, due on the 10th. */
async function leased() {
  const landlord = await owner();
  const lease = await contract({ property: { owners: [landlord] } });
  const [february, march] = [
    await invoice({ contract: lease, reference: '2026-02' }),
    await invoice({ contract: lease, reference: '2026-03' }),
  ];
  const include = async (party: object) => {
    const { id } = await client();
    await staff.put(`/proposal/${lease.id}/party`, { client_id: id, ...party });
    return enter(id);
  };
  const seen = async (own: Awaited<ReturnType<typeof enter>>) => ({
    contract: wordsOf(await own.get('/cliente/contratos')).includes(`nº ${lease.id} `),
    invoices: [
      (await own.get(`/cliente/faturas/${february.id}`)).statusCode,
      (await own.get(`/cliente/faturas/${march.id}`)).statusCode,
    ],
    boleto: (await own.post(`/cliente/faturas/${march.id}/boleto`)).statusCode < 400,
  });
  return { lease, landlord, include, seen, february, march };
}
const EVERYTHING = { contract: true, invoices: [200, 200], boleto: true };
const NOTHING = { contract: false, invoices: [404, 404], boleto: false };

test('a co-tenant sees the contract, its invoices and boletos; a stranger, a guarantor and a spouse see none', async () => {
  const { lease, include, seen } = await leased();
  expect(await seen(await enter(lease.user_id))).toEqual(EVERYTHING);
  expect(await seen(await include({ role: 'TENANT' }))).toEqual(EVERYTHING);
  expect(await seen(await enter((await client()).id))).toEqual(NOTHING);
  expect(await seen(await include({ role: 'GUARANTOR' }))).toEqual(NOTHING);
  expect(await seen(await include({ role: 'SPOUSE', of_client_id: lease.user_id }))).toEqual(NOTHING);
});

test('a procurator sees what the person sees for whom they act, while they act', async () => {
  const { lease, landlord, include, seen, february } = await leased();
  expect(await seen(await include({ role: 'PROCURATOR', of_client_id: lease.user_id }))).toEqual(EVERYTHING);
  const past = { role: 'PROCURATOR', of_client_id: lease.user_id, valid_to: '2026-03-09' };
  expect(await seen(await include(past))).toEqual(NOTHING);
  const paid = { paid_amount: 1_500, fine: 0, interest: 0, pay_day: '2026-02-10' };
  expect((await staff.patch(`/invoice/${february.id}/down`, paid)).statusCode).toBe(200);
  const forOwner = await include({ role: 'PROCURATOR', of_client_id: landlord.id });
  expect(await seen(forOwner)).toEqual({ ...NOTHING, contract: true });
  expect(wordsOf(await forOwner.get('/cliente/repasses'))).toContain('1.350,00');
});

test('who stands until the clock’s day sees all of that day, and nothing from the next one on', async () => {
  const { lease, landlord, include, seen } = await leased();
  const coTenant = await include({ role: 'TENANT', valid_to: TODAY });
  const forTenant = await include({ role: 'PROCURATOR', of_client_id: lease.user_id, valid_to: TODAY });
  const forOwner = await include({ role: 'PROCURATOR', of_client_id: landlord.id, valid_to: TODAY });
  expect(await seen(coTenant)).toEqual(EVERYTHING);
  expect(await seen(forTenant)).toEqual(EVERYTHING);
  expect(await seen(forOwner)).toEqual({ ...NOTHING, contract: true });
  clock.today = '2026-03-11';
  // The invoices of a tenant's own days stay theirs.
  expect(await seen(coTenant)).toMatchObject({ contract: false, invoices: [200, 200] });
  expect(await seen(forTenant)).toEqual(NOTHING);
  expect(await seen(forOwner)).toEqual(NOTHING);
});

test('who left sees the invoices of their days, and nothing new; who took the contract over, those of theirs', async () => {
  const { lease, seen } = await leased();
  const { id: next } = await client();
  const given = { client_id: next, valid_from: '2026-02-20', stays: false };
  expect((await staff.put(`/proposal/${lease.id}/principal`, given)).statusCode).toBe(204);
  const april = await invoice({ contract: lease, reference: '2026-04' });
  const [former, own] = [await enter(lease.user_id), await enter(next)];
  // Both invoices were issued to the former one.
  expect(await seen(former)).toMatchObject({ contract: false, invoices: [200, 200] });
  expect((await former.get(`/cliente/faturas/${april.id}`)).statusCode).toBe(404);
  expect(await seen(own)).toMatchObject({ contract: true, invoices: [404, 200] });
  expect((await own.get(`/cliente/faturas/${april.id}`)).statusCode).toBe(200);
});
