import { afterAll, describe, expect, test } from 'vitest';
import { type Context, systemContext } from '#api/context.ts';
import { startApp } from '#test/harness.ts';
import { change } from './transaction.ts';

describe('a change', async () => {
  const app = await startApp({ today: '2026-03-10' });
  afterAll(app.stop);
  const ctx = systemContext(app.deps);

  const register = (of: Context, name: string) =>
    change(of, (trx) => trx.insertInto('client').values({ name, type: 'TENANT', cpf_cnpj: name }).execute());
  const names = async () => (await app.db.selectFrom('client').select('name').execute()).map(({ name }) => name);

  test('joins the transaction of its context, and rolls back with it', async () => {
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
});
