import { systemContext } from '../../apps/api/src/context.ts';
import { placeOf } from '../../apps/api/src/modules/fiscal/certificates/certificates.service.ts';
import { payInvoice } from '../../apps/api/src/modules/money/invoices/invoices.service.ts';
import { closeNational } from '../../apps/api/src/outside/nfse/national.ts';
import { factories } from '../../apps/api/test/factories.ts';
import { startNfse } from '../../apps/api/test/servers/nfse-server.ts';
import { expectAccessible } from '../accessible.ts';
import { test as base, expect } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { openAgency } from '../own-agency.ts';
import { TODAY } from '../people.ts';

const CNPJ = '11222333000181';
const PLACE = {
  ...{ street: 'Rua Halfeld', number: '1', neighborhood: 'Centro', cep: '36010000' },
  ...{ city: 'Juiz de Fora', state: 'MG' },
};

/** An agency with its certificate, and a national system that answers. */
async function openNoted() {
  const national = await startNfse();
  const { url, runtime, close } = await openAgency({ settings: { CLOCK: TODAY }, frozenDay: TODAY, poll: 100 });
  const { deps } = runtime;
  const { db, secrets } = deps;
  Object.assign(deps.outside, { national: national.settings });
  await db
    .updateTable('agency')
    .set({ cnpj: CNPJ, tax_regime: 'REGULAR', ...PLACE })
    .execute();
  const { cert, key } = national.certificateOf(CNPJ);
  const certificate = secrets.sealText(placeOf('certificate', null), cert);
  const private_key = secrets.sealText(placeOf('private_key', null), key);
  await db
    .insertInto('note_certificate')
    .values({ client_id: null, document: CNPJ, valid_until: '2049-12-30', certificate, private_key })
    .execute();
  const ctx = systemContext(deps);
  return {
    ...{ url, db, make: factories(ctx), national, ctx },
    async close() {
      await close();
      closeNational();
      await national.close();
    },
  };
}

let agency: Awaited<ReturnType<typeof openNoted>>;
const test = base.extend<{ own: typeof agency }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  own: async ({}, use) => {
    agency ??= await openNoted();
    await use(agency);
  },
  baseURL: ({ own }, use) => use(own.url),
});
test.afterAll(() => agency?.close());

test(
  'a batch of notes says what would be refused and where that is mended, and the rest is issued in the background',
  LONG,
  async ({ page, enter, own }) => {
    const { db, make, ctx } = own;
    const person = await make.owner({ name: 'Otávio Reis', cpf_cnpj: '52998224725' });
    // The note of a company asks for its address.
    const company = await make.owner({ name: 'Serra Participações', cpf_cnpj: '11444777000161' });
    await db
      .updateTable('client')
      .set({ street: null, number: null, neighborhood: null })
      .where('id', '=', company.id)
      .execute();
    for (const landlord of [person, person, company]) {
      const home = await make.property({ owners: [landlord], ...PLACE });
      const lease = await make.contract({ property_id: home.id, current_price: 100_000 });
      const { id } = await make.invoice({ contract: lease });
      await payInvoice(ctx, id, { paid_amount: 100_000, fine: 0, interest: 0 });
    }
    await enter('/fiscal/issued');
    const list = page.getByRole('table', { name: 'Notas', exact: true });
    await expect(page.getByText('Espera para sair').first()).toBeVisible();
    await page.getByRole('button', { name: 'Emitir as que esperam' }).click();
    const window = page.getByRole('dialog', { name: 'Emitir notas' });

    await test.step('before anything leaves', async () => {
      await expect(window).toContainText('Não dá para desfazer.');
      await window.getByRole('tab', { name: /^Ficam de fora/ }).click();
      await expect(window).toContainText('O tomador é uma empresa, e a nota pede o endereço dela (E0235, toma/end).');
      await expect(window.getByRole('link', { name: 'Corrigir' })).toHaveAttribute(
        'href',
        new RegExp(`/clients/info/${company.id}[?]tab=endereco$`),
      );
      await expectAccessible(page);
    });

    await test.step('the others leave, and the national system answers', async () => {
      await window.getByRole('button', { name: 'Emitir 2 notas' }).click();
      await expect(window).toContainText('2 notas a caminho do sistema nacional');
      await window.getByRole('button', { name: 'Fechar' }).last().click();
      await expect(list.getByRole('row').filter({ hasText: 'Emitida' })).toHaveCount(2);
      expect(own.national.notes.size).toBe(2);
    });

    await test.step('a refused one is let leave, refused with the same words, and its link mends it', async () => {
      await list.getByRole('button', { name: /^Abrir nota .*Serra Participações/ }).click();
      const note = page.getByRole('dialog', { name: /^Nota \d/ });
      await note.getByRole('button', { name: 'Emitir' }).click();
      await expect(note).toContainText('O tomador é uma empresa, e a nota pede o endereço dela');
      await note.getByRole('link', { name: 'Corrigir' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Serra Participações' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Endereço', selected: true })).toBeVisible();
    });
  },
);
