import type { CalendarDate } from '@morada/domain/base/calendar';
import { readDimob } from '@morada/domain/fiscal/dimob';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';

const { db, clock, as, client, owner, property, contract, invoice, stop } = await startApp({ today: '2026-06-10' });
afterAll(stop);
const staff = as('*');

beforeAll(async () => {
  await db
    .updateTable('agency')
    .set({
      ...{ name: 'Imobiliária Exemplo', cnpj: '11222333000181', dimob_responsible: '52998224725' },
      ...{ street: 'Rua Halfeld', number: '100', neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG' },
    })
    .execute();
});

async function ok(answer: Promise<{ statusCode: number; body: string; json: () => { id: number } }>) {
  const { statusCode, body, json } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return body === '' ? { id: 0 } : json();
}

/** The year's file as the tax office reads it, made in February. */
async function declared() {
  clock.today = '2027-02-10';
  const { id } = await ok(staff.post('/fiscal/dimob', { year: 2026 }));
  const reading = readDimob((await staff.get(`/fiscal/file/${id}`)).rawPayload.toString('latin1'));
  if (reading.problem !== undefined) throw new Error(reading.problem);
  return reading.declaration;
}

const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name);
const addOwner = (propertyId: number, clientId: number, share?: number) =>
  ok(staff.put(`/property/${propertyId}/member/OWNER/${clientId}`, share === undefined ? undefined : { share }));
const removeOwner = (propertyId: number, clientId: number) =>
  ok(staff.delete(`/property/${propertyId}/member/${clientId}`));

describe('a sale, whatever its property is afterwards', () => {
  /** A contract of sale of 300.000,00 at 5%, made on 10 June. */
  async function sale(name: string) {
    clock.today = '2026-06-10';
    const seller = await owner({ name: `Vendedora ${name}` });
    const buyer = await client({ name: `Comprador ${name}` });
    const place = await property({ type: 'SALE', price: 30_000_000, owners: [seller] });
    const made = await ok(
      staff.post('/proposal/manual', {
        ...{ user_id: buyer.id, property_id: place.id, current_price: 300_000, commission: 5, transfer_date: 10 },
        ...{ guarantee: 'OTHER', start_date: '2026-06-01', end_date: '2026-12-31' },
      }),
    );
    return { seller, buyer, place, id: made.id };
  }
  const sellersOf = async (name: string) => {
    const { sales } = await declared();
    return namesOf(sales.filter(({ buyer }) => buyer.name === `COMPRADOR ${name}`).map(({ seller }) => seller));
  };

  test('its sellers stay when the buyer becomes the owner', async () => {
    const { place, seller, buyer } = await sale('UM');
    await addOwner(place.id, buyer.id);
    await removeOwner(place.id, seller.id);
    expect(await sellersOf('UM')).toEqual(['VENDEDORA UM']);
  });

  test('a seller who was recorded wrongly is corrected on the property until then, and not after the end', async () => {
    const { place, seller, id } = await sale('DOIS');
    const right = await owner({ name: 'Vendedora Certa' });
    await addOwner(place.id, right.id);
    await removeOwner(place.id, seller.id);
    expect(await sellersOf('DOIS')).toEqual(['VENDEDORA CERTA']);
    await ok(staff.patch(`/proposal/${id}/close`));
    const third = await owner({ name: 'Outro Dono' });
    await addOwner(place.id, third.id);
    await removeOwner(place.id, right.id);
    expect(await sellersOf('DOIS')).toEqual(['VENDEDORA CERTA']);
  });

  test('stays declared when the property is to let', async () => {
    const { place, id } = await sale('TRES');
    await ok(staff.patch(`/proposal/${id}/close`));
    await ok(staff.patch(`/property/${place.id}`, { type: 'RENT', price: 1_500 }));
    expect(await sellersOf('TRES')).toEqual(['VENDEDORA TRES']);
  });

  test('a lease that ended is no sale once the property is for sale', async () => {
    clock.today = '2026-06-10';
    const tenant = await client({ name: 'Inquilino Que Saiu' });
    const lease = await contract({ user_id: tenant.id, start_date: '2026-02-01' });
    await ok(staff.patch(`/proposal/${lease.id}/close`));
    await ok(staff.patch(`/property/${lease.property_id}`, { type: 'SALE', price: 300_000 }));
    const { sales } = await declared();
    expect(namesOf(sales.map(({ buyer }) => buyer))).not.toContain('INQUILINO QUE SAIU');
  });
});

describe('a rent paid before the owner changed', () => {
  /** A rent of 3.000,00 at 10%, paid on 31 December by an owner A, whose property is B's since 20 January. */
  async function changedOwner() {
    clock.today = '2026-12-31';
    const [a, b] = [await owner({ name: 'Antiga Dona' }), await owner({ name: 'Novo Dono' })];
    const lease = await contract({ current_price: 300_000, transfer_date: 31, property: { owners: [a] } });
    const { id } = await invoice({ contract: lease, reference: '2026-12' });
    const pay = (pay_day: CalendarDate) =>
      ok(staff.patch(`/invoice/${id}/down`, { paid_amount: 3_000, fine: 0, interest: 0, pay_day }));
    await pay('2026-12-31');
    clock.today = '2027-01-20';
    await addOwner(lease.property_id, b.id, 100);
    await removeOwner(lease.property_id, a.id);
    return { a, b, id, pay };
  }
  const payees = async (id: number) =>
    (
      await db
        .selectFrom('transfer')
        .select(['user_id', 'amount'])
        .where('invoice_id', '=', id)
        .where('deleted_at', 'is', null)
        .execute()
    ).map(({ user_id, amount }) => [user_id, amount]);

  test('refunded and settled again for December, it stays income of December’s owner', async () => {
    const { a, id, pay } = await changedOwner();
    await ok(staff.delete(`/invoice/${id}/refund`));
    const planned = (await staff.get(`/invoice/${id}?pay_day=2026-12-30`)).json();
    expect(planned.transfers.map(({ user }: { user: { id: number } }) => user.id)).toEqual([a.id]);
    await pay('2026-12-30');
    expect(await payees(id)).toEqual([[a.id, 270_000]]);
    const { rents } = await declared();
    const own = rents.filter(({ owner }) => owner.name === 'ANTIGA DONA');
    expect(own.map(({ months }) => months[11])).toEqual([{ rent: 300_000, fee: 30_000, tax: 0 }]);
    expect(namesOf(rents.map(({ owner }) => owner))).not.toContain('NOVO DONO');
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('settled for January, the month of the change, it is the new owner’s', async () => {
    const { b, id, pay } = await changedOwner();
    await ok(staff.delete(`/invoice/${id}/refund`));
    await pay('2027-01-05');
    expect(await payees(id)).toEqual([[b.id, 270_000]]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('changed twice, each month has the owners of its end', async () => {
    const { a, b, id, pay } = await changedOwner();
    await ok(staff.delete(`/invoice/${id}/refund`));
    const { property_id } = await db
      .selectFrom('invoice')
      .select('property_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    clock.today = '2027-02-15';
    const c = await owner({ name: 'Terceira Dona' });
    await addOwner(property_id, c.id, 100);
    await removeOwner(property_id, b.id);
    const of = async (day: CalendarDate) =>
      (await staff.get(`/invoice/${id}?pay_day=${day}`))
        .json()
        .transfers.map(({ user }: { user: { id: number } }) => user.id);
    expect([await of('2026-12-31'), await of('2027-01-31'), await of('2027-02-01')]).toEqual([[a.id], [b.id], [c.id]]);
    await pay('2027-01-25');
    expect(await payees(id)).toEqual([[b.id, 270_000]]);
  });
});

describe('a share sold from a day that is past', () => {
  /** A rent of 2.000,00 at 10% of an owner A, who sells half to B from 15 April on; it is recorded on 10 June. */
  async function sold() {
    clock.today = '2026-06-10';
    const [a, b] = [await owner({ name: 'Quem Vende' }), await owner({ name: 'Quem Compra' })];
    const lease = await contract({
      current_price: 200_000,
      transfer_date: 31,
      property: { owners: [{ id: a.id, share: 10_000 }] },
    });
    const { property_id } = lease;
    const dated = async (client_id: number, share: number, from: string) =>
      staff.put(`/property/${property_id}/member/OWNER/${client_id}`, { share, from });
    expect((await dated(a.id, 50, '2026-04-15')).statusCode).toBe(201);
    expect((await dated(b.id, 50, '2026-04-15')).statusCode).toBe(201);
    const paid = async (reference: `${number}-${number}`, pay_day: CalendarDate) => {
      clock.today = `${reference}-01`;
      const { id } = await invoice({ contract: lease, reference });
      clock.today = '2026-06-10';
      await ok(staff.patch(`/invoice/${id}/down`, { paid_amount: 2_000, fine: 0, interest: 0, pay_day }));
      const rows = await db
        .selectFrom('transfer')
        .select(['user_id', 'amount'])
        .where('invoice_id', '=', id)
        .where('deleted_at', 'is', null)
        .orderBy('user_id')
        .execute();
      return rows.map(({ user_id, amount }) => [user_id, amount]);
    };
    return { a, b, property_id, dated, paid };
  }

  test('what was paid in an earlier month is the former owner’s, and what was paid from its month on is shared', async () => {
    const { a, b, paid } = await sold();
    // 2.000,00 less 10 %: 1.800,00, alone or halved.
    expect(await paid('2026-03', '2026-03-31')).toEqual([[a.id, 180_000]]);
    expect(await paid('2026-04', '2026-04-10')).toEqual([
      [a.id, 90_000],
      [b.id, 90_000],
    ]);
    expect(await paid('2026-05', '2026-05-31')).toEqual([
      [a.id, 90_000],
      [b.id, 90_000],
    ]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('refuses a day to come, and one before the latest change; nothing changes', async () => {
    const { a, dated, property_id } = await sold();
    const before = (await staff.get(`/property/${property_id}/members/OWNER`)).json();
    expect((await dated(a.id, 40, '2026-06-11')).statusCode).toBe(422);
    expect((await dated(a.id, 40, '2026-04-14')).statusCode).toBe(409);
    expect((await staff.delete(`/property/${property_id}/member/${a.id}?from=2026-04-14`)).statusCode).toBe(409);
    expect((await staff.get(`/property/${property_id}/members/OWNER`)).json()).toEqual(before);
  });
});
