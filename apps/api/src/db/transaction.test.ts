import { afterAll, describe, expect, test } from 'vitest';
import { type Context, inside, systemContext } from '#api/context.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { change, eachApart } from './transaction.ts';

describe('a change', async () => {
  const app = await startApp({ today: '2026-03-10' });
  afterAll(app.stop);
  const ctx = systemContext(app.deps);

  const register = (of: Context, name: string) =>
    change(of, (trx) => trx.insertInto('client').values({ name, type: 'TENANT', cpf_cnpj: name }).execute());
  const names = async () => (await app.db.selectFrom('client').select('name').execute()).map(({ name }) => name);

  test('joins the transaction of its context, and rolls back with it', LONG, async () => {
    await register(ctx, 'Ana');
    const failing = app.db.transaction().execute(async (trx) => {
      const within = { ...ctx, db: trx };
      await register(within, 'Bruno');
      await register(within, 'Clara');
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    expect(await names()).toEqual(['Ana']);
  });

  test('gives its key to none of the changes that it consists of', async () => {
    const { adminId: id } = await app.signIn('*');
    const called: Context = {
      ...{ ...ctx, actor: { ...ctx.actor, id }, expected: 7 },
      idempotency: { key: 'uma-chave', requestHash: Buffer.alloc(32) },
    };
    const carry = () =>
      change(called, async (trx) => {
        const part = inside(called, trx);
        expect([part.expected, part.idempotency]).toEqual([undefined, undefined]);
        await register(part, 'Gil');
        await register({ ...called, db: trx }, 'Hugo');
        return 'made';
      });
    expect(await carry()).toBe('made');
    expect(await names()).toEqual(expect.arrayContaining(['Gil', 'Hugo']));
    // Sent again, it makes nothing: two clients with one document would be refused.
    expect(await carry()).toBe('made');
  });

  test('carries out each item of a set apart when the set fails, and goes on without the one that fails', async () => {
    const failed: [string, unknown][] = [];
    await app.db.transaction().execute((trx) =>
      eachApart(
        trx,
        ['Davi', 'Eva', 'Davi', 'Fabio'],
        async (some) => {
          // Two clients with one document are refused by the database.
          for (const name of some) await register({ ...ctx, db: trx }, name);
        },
        async (name, error) => failed.push([name, (error as { code?: string }).code]),
      ),
    );
    expect(failed).toEqual([['Davi', '23505']]);
    expect(await names()).toEqual(expect.arrayContaining(['Davi', 'Eva', 'Fabio']));
  });
});
