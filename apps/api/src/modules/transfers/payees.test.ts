import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { as, db, contract, client, owner, invoice, stop } = await startApp();
afterAll(stop);

const staff = as('*');

async function transfersOf(given: Awaited<ReturnType<typeof contract>>) {
  const { id } = await invoice({ contract: given });
  const paid = await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500 });
  return (paid.json().transfers as { id: number }[]).map((transfer) => transfer.id);
}
const show = async (id = 0) => (await staff.get(`/transfer/${id}`)).json();
const ACCOUNT = { code: '341', bank_name: 'Itaú', agency_number: '1234', account_number: '99-1' };
const register = async (person: { id: number; name: string; cpf_cnpj: string }) =>
  (
    await staff.post(`/user/${person.id}/bank`, {
      ...ACCOUNT,
      holder_name: person.name,
      document: person.cpf_cnpj,
      account_type: 'POUPANCA',
    })
  ).json().id as number;

describe('the account that a transfer goes to', () => {
  test('the contract’s; another owner’s own, as registered; none where there is none', async () => {
    const [main, second, third] = [await owner(), await owner(), await client({ type: 'OWNER' })];
    const given = await contract({ property: { owners: [main, second, third] } });
    await db.updateTable('bank_account').set({ account_number: '7-7' }).where('client_id', '=', second.id).execute();
    const accounts = [];
    for (const id of await transfersOf(given)) accounts.push((await show(id)).bank);
    expect(accounts).toMatchObject([
      { account: '51782-4', document: main.cpf_cnpj, holder: main.name },
      { account: '7-7', document: second.cpf_cnpj, holder: second.name },
      null,
    ]);
  });

  test('a spouse’s as the contract says, where the owner has none', async () => {
    const payee = await owner();
    const given = await contract({ property: { owners: [payee] } });
    await db.deleteFrom('bank_account').where('client_id', '=', payee.id).execute();
    await staff.patch(`/proposal/${given.id}`, {
      bank_account: '2-3',
      bank_full_name: 'Rui Prado',
      bank_cpf: '52998224725',
    });
    const [id] = await transfersOf(given);
    expect((await show(id)).bank).toMatchObject({ account: '2-3', holder: 'Rui Prado', document: '52998224725' });
  });
});

describe('an account that was changed within seven days', () => {
  const YESTERDAY = '2026-03-09T12:00:00.000Z';
  const lately = { at: YESTERDAY, by: 'Mariana Dias' };
  const age = (record: 'proposal' | 'bank_account', id: number, at: string) =>
    db.updateTable('trail').set({ at }).where('record', '=', record).where('record_id', '=', id).execute();

  test('in the contract', async () => {
    const given = await contract();
    const [id] = await transfersOf(given);
    expect((await show(id)).bank_changed).toBeNull();
    await staff.patch(`/proposal/${given.id}`, { discount: 1 });
    await age('proposal', given.id, YESTERDAY);
    expect((await show(id)).bank_changed).toBeNull();
    await staff.patch(`/proposal/${given.id}`, { bank_account: '1-9' });
    await age('proposal', given.id, YESTERDAY);
    expect(await show(id)).toMatchObject({ bank: { account: '1-9' }, bank_changed: lately });
    // The day is 10 March: midnight of the 3rd in São Paulo is 03:00 in UTC.
    await age('proposal', given.id, '2026-03-03T03:00:00Z');
    expect((await show(id)).bank_changed).toEqual({ at: '2026-03-03T03:00:00.000Z', by: 'Mariana Dias' });
    await age('proposal', given.id, '2026-03-03T02:59:59Z');
    expect((await show(id)).bank_changed).toBeNull();
  });

  test('in the register: a first account, or the one that is first since another went', async () => {
    const payee = await client({ type: 'OWNER' });
    const given = await contract({ property: { owners: [await owner(), payee] } });
    const [, id] = await transfersOf(given);
    expect(await show(id)).toMatchObject({ bank: null, bank_changed: null });
    const first = await register(payee);
    await age('bank_account', first, YESTERDAY);
    expect(await show(id)).toMatchObject({ bank: { account: '99-1' }, bank_changed: lately });
    const second = await register(payee);
    for (const account of [first, second]) await age('bank_account', account, '2026-02-01T12:00:00Z');
    expect((await show(id)).bank_changed).toBeNull();
    await staff.delete(`/user/${payee.id}/bank/${first}`);
    await age('bank_account', first, YESTERDAY);
    expect((await show(id)).bank_changed).toEqual(lately);
  });
});
