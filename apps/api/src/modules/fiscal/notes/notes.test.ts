import { afterAll, describe, expect, test } from 'vitest';
import { firstError } from '#test/answers.ts';
import { startApp } from '#test/harness.ts';

const { db, as, client, owner, property, contract, stop } = await startApp();
afterAll(stop);

const reader = as('FISCAL_VIEW');
const editor = as('CLIENT_VIEW', 'CLIENT_EDIT');

const missing = async () => (await reader.get('/fiscal/notes/missing')).json();

describe('taxes of an owner', () => {
  test('a taxpayer has a first day, and a CNPJ beside the CPF that only a check of its digits lets in', async () => {
    const one = await owner();
    const path = `/user/${one.id}/taxes`;
    const without = await editor.patch(path, { tax_regime: 'REGULAR' });
    expect(firstError(without).slice(0, 2)).toEqual([422, 'taxpayer_since']);
    const wrong = await editor.patch(path, { tax_cnpj: '11222333000182' });
    expect(firstError(wrong).slice(0, 2)).toEqual([422, 'tax_cnpj']);
    const taxes = { tax_regime: 'REGULAR', taxpayer_since: '2027-01-01', tax_cnpj: '11.222.333/0001-81' };
    const saved = await editor.patch(path, taxes);
    expect(saved.json().taxes).toMatchObject({ ...taxes, tax_cnpj: '11222333000181' });
    expect((await as('CLIENT_VIEW').patch(path, taxes)).statusCode).toBe(403);
  });
});

describe('what notes need', () => {
  test('names agency, owner, tenant and property with the part that mends each, until nothing blocks', async () => {
    await db
      .updateTable('agency')
      .set({ cnpj: '11222333000181', city: 'Juiz de Fora', state: 'MG', tax_regime: null })
      .execute();
    const landlord = await owner({ cpf_cnpj: '52998224725' });
    const company = await client({ cpf_cnpj: '11444777000161' });
    const home = await property({ owners: [landlord] });
    const lease = await contract({ property_id: home.id, user_id: company.id });
    await db
      .updateTable('client')
      .set({ tax_regime: 'REGULAR', taxpayer_since: '2027-01-01' })
      .where('id', '=', landlord.id)
      .execute();
    const found = await missing();
    expect(found.contracts).toBe(1);
    const blocking = found.blocking.map(({ subject, id, place }: Record<string, unknown>) => [subject, id, place]);
    expect(blocking).toEqual([
      ['AGENCY', null, 'TAXES'],
      ['PERSON', landlord.id, 'TAXES'],
      ['PERSON', landlord.id, 'ADDRESS'],
      ['PERSON', company.id, 'ADDRESS'],
    ]);

    await db.updateTable('agency').set({ tax_regime: 'SIMPLES', municipal_registration: '1' }).execute();
    const place = {
      street: 'Rua Halfeld',
      number: '1',
      neighborhood: 'Centro',
      city: 'juiz de fora',
      state: 'MG',
      cep: '36010070',
    };
    for (const id of [landlord.id, company.id])
      await db
        .updateTable('client')
        .set({ ...place, tax_cnpj: '11222333000181' })
        .where('id', '=', id)
        .execute();
    await db
      .updateTable('property')
      .set({ cib: '1234567A', property_registration: '1' })
      .where('id', '=', home.id)
      .execute();
    expect(await missing()).toMatchObject({ blocking: [], warnings: [] });

    await db.updateTable('proposal').set({ purpose: 'SHORT_STAY' }).where('id', '=', lease.id).execute();
    expect((await missing()).blocking).toMatchObject([{ subject: 'CONTRACT', id: lease.id }]);
  });

  test('are for those who see the taxes', async () => {
    expect((await as('CLIENT_VIEW').get('/fiscal/notes/missing')).statusCode).toBe(403);
  });
});
