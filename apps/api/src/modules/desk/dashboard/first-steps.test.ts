import type { FirstStep } from '@morada/contract/desk/dashboard';
import { PERMISSIONS } from '@morada/domain/access/permissions';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const ALL = ['AGENCY', 'COLLECTION', 'TEAM', 'PEOPLE', 'PROPERTIES', 'CONTRACTS', 'SAFEGUARDS', 'BILLING'];

async function newAgency() {
  const app = await startApp();
  onTestFinished(app.stop);
  const read = async (...permissions: string[]): Promise<FirstStep[]> =>
    (await app.as(...permissions).get('/dashboard/first-steps')).json();
  const done = async (...permissions: string[]) =>
    (await read(...permissions)).filter((step) => step.done).map(({ key }) => key);
  return { ...app, read, done };
}

const ADDRESS = { cep: '36013020', street: 'Rua Halfeld', number: '10', city: 'Juiz de Fora', state: 'MG' };

describe('steps', () => {
  test('the agency’s data, part by part', LONG, async () => {
    const { db, read } = await newAgency();
    const missing = async () => (await read('*')).find(({ key }) => key === 'AGENCY')?.missing;
    expect((await read('*')).map(({ key }) => key)).toEqual(ALL);
    expect(await missing()).toEqual(['cnpj', 'address', 'phone', 'logo']);
    await db.updateTable('agency').set(ADDRESS).execute();
    expect(await missing()).toEqual(['cnpj', 'phone', 'logo']);
    await db.updateTable('agency').set({ cep: null, cnpj: '48MTQ72P000194', logo: 'logo/1.png' }).execute();
    expect(await missing()).toEqual(['address', 'phone']);
    await db
      .updateTable('agency')
      .set({ ...ADDRESS, phone: '3232321400' })
      .execute();
    expect(await missing()).toEqual([]);
  });

  test('from the first client to the first invoice, and back when it is deleted', LONG, async () => {
    const { as, db, done, read, contract, client, property, invoice } = await newAgency();
    // One person alone is no team.
    expect(await done('*')).toEqual([]);
    await client();
    expect(await done('*')).toEqual(['PEOPLE']);
    const home = await property();
    expect(await done('*')).toEqual(['PEOPLE', 'PROPERTIES']);
    const lease = await contract({ property_id: home.id });
    expect(await done('*')).toEqual(['PEOPLE', 'PROPERTIES', 'CONTRACTS']);
    const { id } = await invoice({ contract: lease });
    // An invoice that nobody was told of is no charge yet; the step says what stops it.
    expect((await read('*')).at(-1)).toEqual({ key: 'BILLING', done: false, missing: ['channel', 'messages'] });
    await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500 });
    expect(await done('*')).toEqual(['PEOPLE', 'PROPERTIES', 'CONTRACTS', 'BILLING']);
    await db.updateTable('agency').set({ pix_key: '48MTQ72P000194' }).execute();
    expect(await done('*')).toContain('COLLECTION');
    await db.updateTable('invoice').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect(await done('*')).not.toContain('BILLING');
  });

  test('a safeguard of payments', LONG, async () => {
    const { db, done, read } = await newAgency();
    expect((await read('PAYOUT_EDIT')).map(({ key }) => key)).not.toContain('SAFEGUARDS');
    expect(await done('*')).not.toContain('SAFEGUARDS');
    await db.updateTable('payout_safeguard').set({ new_account: 'WAIT' }).execute();
    expect(await done('*')).toContain('SAFEGUARDS');
  });

  test('a second staff member, unless deleted', LONG, async () => {
    const { db, done, signIn } = await newAgency();
    await done('*');
    const { adminId } = await signIn('CLIENT_VIEW');
    expect(await done('*')).toEqual(['TEAM']);
    await db.updateTable('admin_user').set({ deleted_at: new Date() }).where('id', '=', adminId).execute();
    expect(await done('*')).toEqual([]);
  });

  test('an agreement for boletos counts as a means of payment', async () => {
    const { as, done } = await newAgency();
    const fields = { agency: '8712', account: '04417', account_digit: '4', wallet: '109' };
    expect((await as('*').put('/agency/agreement', { bank: '341', fields })).statusCode).toBe(200);
    expect(await done('*')).toEqual(['COLLECTION']);
  });
});

describe('visible steps', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string[], string[]]>([
    [['CLIENT_VIEW'],                                        []],
    [['USER_CREATE'],                                        ['PEOPLE']],
    [['PROPERTY_CREATE', 'PROPOSAL_CREATE'],                 ['PROPERTIES', 'CONTRACTS']],
    [['ADMIN_USER_CREATE'],                                  []],
    [['ADMIN_USER_CREATE', 'ADMIN_USER_VIEW'],               ['TEAM']],
    [['FINANCIAL_INVOICE_CREATE'],                           []],
    [['FINANCIAL_INVOICE_CREATE', 'FINANCIAL_INVOICE_VIEW'], ['BILLING']],
  ])('%j: %j', LONG, async (permissions, keys) => {
    const { read } = await newAgency();
    expect((await read(...permissions)).map(({ key }) => key)).toEqual(keys);
  });

  test('every permission but the one for everything: all but the agency', async () => {
    const { read } = await newAgency();
    expect((await read(...PERMISSIONS)).map(({ key }) => key)).toEqual(
      ALL.slice(2).filter((key) => key !== 'SAFEGUARDS'),
    );
  });
});

describe('completion', () => {
  test(
    'dismisses them for all with the permission for everything, restores them, and leaves a trail',
    LONG,
    async () => {
      const { as, db, read } = await newAgency();
      const put = (first_steps: boolean) => as('*').patch('/agency', { first_steps });
      expect((await put(false)).json().first_steps).toBe(false);
      expect([await read('*'), await read('USER_CREATE')]).toEqual([[], []]);
      expect((await as('USER_CREATE').patch('/agency', { first_steps: true })).statusCode).toBe(403);
      await put(true);
      expect((await read('*')).length).toBe(8);
      const { changes } = await db
        .selectFrom('trail')
        .select('changes')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(changes).toEqual({ first_steps: [false, true] });
    },
  );

  test('hides them once the person’s own are complete', LONG, async () => {
    const { client, property, read } = await newAgency();
    await property({ owners: [await client({ type: 'OWNER' })] });
    expect(await read('USER_CREATE', 'PROPERTY_CREATE')).toEqual([]);
    expect((await read('*')).filter(({ done }) => !done).length).toBeGreaterThan(0);
  });

  test('a whole agency completes them', LONG, async () => {
    const { as, db, invoice, read, signIn } = await newAgency();
    const staff = as('*');
    await signIn('CLIENT_VIEW');
    await staff.patch(`/invoice/${(await invoice()).id}/down`, { paid_amount: 1500 });
    await staff.patch('/agency', {
      ...ADDRESS,
      cnpj: '11222333000181',
      phone: '3232321400',
      pix_key: '11222333000181',
    });
    await staff.put('/payout/safeguards', {
      ...{ approve_over: 1300, daily_limit: null, new_account: 'APPROVE', wait_hours: 24, people_days: 7 },
    });
    expect((await read('*')).filter(({ done }) => !done)).toEqual([{ key: 'AGENCY', done: false, missing: ['logo'] }]);
    await db.updateTable('agency').set({ logo: 'logo/1.png' }).execute();
    expect(await read('*')).toEqual([]);
  });
});
