import { connect } from '../apps/api/src/db/connect.ts';
import { expectAccessible } from './accessible.ts';
import { lease } from './contracts.ts';
import { expect, notice, test } from './fixtures.ts';
import { formOf } from './long.ts';

type Call = Parameters<typeof lease>[0];

/** A lease of 1.500,00 that ended in August, as left by an upgrade: September and October were not billed. */
async function lapsed(call: Call) {
  const contract = await lease(call, { start_date: '2024-01-01', end_date: '2026-08-31' });
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await db.updateTable('proposal').set({ billed_through: '2026-11' }).where('id', '=', contract.id).execute();
  await db
    .insertInto('lapsed_lease')
    .values({ proposal_id: contract.id, from_reference: '2026-10', to_reference: '2026-11', by_days: false })
    .execute();
  await db.destroy();
  return contract;
}

for (const [screen, viewport] of Object.entries({
  desktop: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
})) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test('unbilled months of a lease past its end are billed, or waived', async ({ page, enter, call }) => {
      const [billed, waived] = [await lapsed(call), await lapsed(call)];
      const months = async (id: number) =>
        (await call<{ reference: string }[]>('GET', `/invoice/${id}/proposal`)).map(({ reference }) => reference);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await enter('/contracts');
      const row = ({ id }: { id: number }) => page.getByRole('listitem').filter({ hasText: `Contrato ${id}` });
      await expect(row(billed)).toContainText('terminou em 31/08/2026: 2 meses, set/2026 a out/2026');
      await expect(row(billed)).toContainText('3.000,00');
      await expectAccessible(page);
      await page.getByRole('button', { name: `Cobrar: contrato ${billed.id}, ` }).click();
      await expect(notice(page, 'Faturas geradas, com vencimento em 30/11/2026')).toBeVisible();
      await expect(row(billed)).toHaveCount(0);
      await page.getByRole('button', { name: `Dispensar: contrato ${waived.id}, ` }).click();
      await expect(notice(page, 'Cobrança dispensada')).toBeVisible();
      await expect(row(waived)).toHaveCount(0);
      expect([(await months(billed.id)).toSorted(), await months(waived.id)]).toEqual([['2026-10', '2026-11'], []]);
    });
  });
}
