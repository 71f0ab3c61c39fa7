import { afterAll, describe, expect, test } from 'vitest';
import { trailOf } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { as, db, contract, client, owner, invoice, stop } = await startApp();
afterAll(stop);

const staff = as('*');

async function transfersOf(given: Awaited<ReturnType<typeof contract>>) {
  const { id } = await invoice({ contract: given });
  const paid = await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  return (paid.json().transfers as { id: number }[]).map((transfer) => transfer.id);
}
const show = async (id = 0) => (await staff.get(`/transfer/${id}`)).json();
const ACCOUNT = { code: '341', bank_name: 'Itaú', agency_number: '1234', account_number: '99-8' };
const register = async (person: { id: number; name: string; cpf_cnpj: string }) =>
  (
    await staff.post(`/user/${person.id}/bank`, {
      ...ACCOUNT,
      holder_name: person.name,
      document: person.cpf_cnpj,
      account_type: 'POUPANCA',
    })
  ).json().id as number;

describe('the account of a transfer', () => {
  test('is the contract’s, another owner’s registered one, or none', LONG, async () => {
    const [main, second, third] = [await owner(), await owner(), await client({ type: 'OWNER' })];
    const given = await contract({ property: { owners: [main, second, third] } });
    await db.updateTable('bank_account').set({ account_number: '7-7' }).where('client_id', '=', second.id).execute();
    const accounts = [];
    for (const id of await transfersOf(given)) accounts.push((await show(id)).bank);
    expect(accounts).toMatchObject([
      { account: '51782-8', document: main.cpf_cnpj, holder: main.name },
      { account: '7-7', document: second.cpf_cnpj, holder: second.name },
      null,
    ]);
  });

  test('is the spouse’s of the contract, if the owner has none', async () => {
    const payee = await owner();
    const given = await contract({ property: { owners: [payee] } });
    await db.deleteFrom('bank_account').where('client_id', '=', payee.id).execute();
    await staff.patch(`/proposal/${given.id}`, {
      bank_account: '2-7',
      bank_full_name: 'Rui Prado',
      bank_cpf: '52998224725',
    });
    const [id] = await transfersOf(given);
    expect((await show(id)).bank).toMatchObject({ account: '2-7', holder: 'Rui Prado', document: '52998224725' });
  });
});

describe('an account changed within seven days', () => {
  const YESTERDAY = '2026-03-09T12:00:00.000Z';
  const lately = { at: YESTERDAY, by: 'Mariana Dias' };
  const age = (record: 'proposal' | 'bank_account', id: number, at: string) =>
    db.updateTable('trail').set({ at }).where('record', '=', record).where('record_id', '=', id).execute();

  test('is marked for a contract’s account', async () => {
    const given = await contract();
    const [id] = await transfersOf(given);
    expect((await show(id)).bank_changed).toBeNull();
    await staff.patch(`/proposal/${given.id}`, { discount: 1 });
    await age('proposal', given.id, YESTERDAY);
    expect((await show(id)).bank_changed).toBeNull();
    await staff.patch(`/proposal/${given.id}`, { bank_account: '1-9' });
    await age('proposal', given.id, YESTERDAY);
    expect(await show(id)).toMatchObject({ bank: { account: '1-9' }, bank_changed: lately });
    // Today is 10 March: midnight of the 3rd in São Paulo is 03:00 in UTC.
    await age('proposal', given.id, '2026-03-03T03:00:00Z');
    expect((await show(id)).bank_changed).toEqual({ at: '2026-03-03T03:00:00.000Z', by: 'Mariana Dias' });
    await age('proposal', given.id, '2026-03-03T02:59:59Z');
    expect((await show(id)).bank_changed).toBeNull();
  });

  test('is marked for a registered account: a new one, or the next after a removal', async () => {
    const payee = await client({ type: 'OWNER' });
    const given = await contract({ property: { owners: [await owner(), payee] } });
    const [, id] = await transfersOf(given);
    expect(await show(id)).toMatchObject({ bank: null, bank_changed: null });
    const first = await register(payee);
    await age('bank_account', first, YESTERDAY);
    expect(await show(id)).toMatchObject({ bank: { account: '99-8' }, bank_changed: lately });
    const second = await register(payee);
    for (const account of [first, second]) await age('bank_account', account, '2026-02-01T12:00:00Z');
    expect((await show(id)).bank_changed).toBeNull();
    await staff.delete(`/user/${payee.id}/bank/${first}`);
    await age('bank_account', first, YESTERDAY);
    expect((await show(id)).bank_changed).toEqual(lately);
  });
});

describe('a change of ownership', () => {
  const shared = async () => {
    const [one, other] = [await owner(), await owner()];
    const given = await contract({ property: { owners: [one, other] } });
    return { one, other, given, place: `/property/${given.property_id}/member` };
  };
  const changedOf = async (given: Awaited<ReturnType<typeof contract>>) =>
    Promise.all((await transfersOf(given)).map(async (id) => (await show(id)).bank_changed));
  const age = (given: { property_id: number }, at: string) =>
    db
      .updateTable('trail')
      .set({ at })
      .where('record', '=', 'property')
      .where('record_id', '=', given.property_id)
      .execute();
  const register = (id: number, at: string) =>
    db.updateTable('proposal').set({ created_at: at }).where('id', '=', id).execute();

  test(
    'is shown on the next transfers of all owners, for new owners, changed shares and departures',
    LONG,
    async () => {
      for (const changeOf of [
        async ({ place }: { place: string }) => staff.put(`${place}/OWNER/${(await owner()).id}`),
        async ({ place, other }: { place: string; other: { id: number } }) =>
          staff.put(`${place}/OWNER/${other.id}`, { share: 90 }),
        async ({ place, other }: { place: string; other: { id: number } }) => staff.delete(`${place}/${other.id}`),
      ]) {
        const made = await shared();
        expect((await changeOf(made)).statusCode).toBeLessThan(300);
        const changed = await changedOf(made.given);
        expect(changed.length).toBeGreaterThan(0);
        for (const one of changed) expect(one).toMatchObject({ by: 'Mariana Dias' });
      }
    },
  );

  test('is shown beyond seven days, until each payee is paid once after it', async () => {
    const { given, place, other } = await shared();
    await register(given.id, '2025-12-01T12:00:00Z');
    await staff.put(`${place}/OWNER/${other.id}`, { share: 90 });
    await age(given, '2026-02-20T12:00:00Z');
    const [first = 0, second = 0] = await transfersOf(given);
    expect((await staff.patch(`/transfer/${first}`, { status: 'DONE' })).statusCode).toBe(200);
    const next = await invoice({ contract: given, reference: '2026-04' });
    const paid = await staff.patch(`/invoice/${next.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const [third, fourth] = (paid.json().transfers as { id: number }[]).map(({ id }) => id);
    const lately = { at: '2026-02-20T12:00:00.000Z', by: 'Mariana Dias' };
    expect(await Promise.all([second, third, fourth].map(async (id) => (await show(id)).bank_changed))).toEqual([
      lately,
      null,
      lately,
    ]);
  });

  test('before the contract isn’t shown after seven days', async () => {
    const { given, place, other } = await shared();
    await staff.put(`${place}/OWNER/${other.id}`, { share: 90 });
    await age(given, '2026-02-20T12:00:00Z');
    await register(given.id, '2026-02-25T12:00:00Z');
    expect(await changedOf(given)).toEqual([null, null]);
  });

  test('leaves a trail with old and new shares, and none without a change', async () => {
    const { given, place, other } = await shared();
    await staff.put(`${place}/OWNER/${other.id}`, { share: 90 });
    await staff.put(`${place}/OWNER/${other.id}`, { share: 90 });
    await staff.put(`${place}/OWNER/${other.id}`);
    expect(await trailOf(db, 'property', given.property_id)).toEqual([
      { actor: 'Mariana Dias', action: 'share', changes: { client_id: other.id, share: [null, 90_00] } },
    ]);
  });
});
