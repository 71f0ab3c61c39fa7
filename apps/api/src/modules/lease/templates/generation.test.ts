import { extractText } from 'unpdf';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { as, client, contract, db, owner, stop } = await startApp({ today: '2026-11-20' });
afterAll(stop);

const staff = as('PROPOSAL_VIEW', 'PROPOSAL_UPLOAD');
const template = async (body: string) =>
  (await as('CONTRACT_TEMPLATE_CREATE').post('/contract/template', { name: 'Locação', body })).json().id as number;

const tenant = await client({ name: 'Bruno Costa <Araújo>', cpf_cnpj: '52998224725' });

async function lease() {
  const sonia = await owner({ name: 'Sônia Prado' });
  return contract({
    user_id: tenant.id,
    property: { owners: [sonia] },
    current_price: 235_000,
    transfer_date: 5,
    start_date: '2026-11-01',
    end_date: '2029-04-30',
  });
}

const BODY = `<h1>Contrato</h1>
<p>Locador: <span data-variable="proprietario.nome">x</span>. Locatário: {{inquilino.nome}}, CPF {{inquilino.documento}}.</p>
<p>{{#conjuge}}casado com {{conjuge.nome}}{{/conjuge}}{{^conjuge}}sem cônjuge{{/conjuge}}</p>
<p>Aluguel de {{contrato.aluguel}} ({{contrato.aluguel_extenso}}), no dia {{contrato.dia_pagamento}}.</p>
<p>Juiz de Fora, {{hoje.longa}}.</p>`;

describe('GET /proposal/:id/contract', () => {
  test('shows the text, with escaped values', LONG, async () => {
    const { id } = await lease();
    const answer = await as('PROPOSAL_VIEW').get(`/proposal/${id}/contract?template_id=${await template(BODY)}`);
    expect(answer.json()).toMatchObject({ missing: [] });
    const { html } = answer.json();
    expect(html).toContain('Locador: Sônia Prado. Locatário: Bruno Costa &lt;Araújo&gt;, CPF 529.982.247-25.');
    expect(html).toContain('sem cônjuge');
    expect(html).toContain('dois mil trezentos e cinquenta reais');
    expect(html).toContain('20 de novembro de 2026');
  });

  test('names missing values', async () => {
    const { id } = await lease();
    const wrong = await template('<p>{{inquilino.rg}} {{nada.disso}} {{#fiadores}}aberto</p>');
    const { missing } = (await staff.get(`/proposal/${id}/contract?template_id=${wrong}`)).json();
    expect(missing).toEqual(
      expect.arrayContaining([
        'A variável {{nada.disso}} não existe',
        expect.stringContaining('{{#fiadores}}'),
        expect.stringMatching(/^Falta preencher: .*RG.*Bruno Costa/),
      ]),
    );
  });

  test('includes the spouse of a married person', async () => {
    const made = await lease();
    await db
      .updateTable('client')
      .set({ marital_status: 'CASADO', spounce_name: 'Lia Araújo' })
      .where('id', '=', made.user_id)
      .execute();
    const { html } = (await staff.get(`/proposal/${made.id}/contract?template_id=${await template(BODY)}`)).json();
    expect(html).toContain('casado com Lia Araújo');
    await db
      .updateTable('client')
      .set({ marital_status: null, spounce_name: null })
      .where('id', '=', tenant.id)
      .execute();
  });

  test('returns 404 for an unknown contract or template, and requires its permission', async () => {
    const { id } = await lease();
    const known = await template(BODY);
    expect((await staff.get(`/proposal/999999/contract?template_id=${known}`)).statusCode).toBe(404);
    expect((await staff.get(`/proposal/${id}/contract?template_id=999999`)).json().message).toBe('Escolha o modelo');
    expect((await staff.get(`/proposal/${id}/contract`)).statusCode).toBe(422);
    expect((await as('CONTRACT_TEMPLATE_VIEW').get(`/proposal/${id}/contract?template_id=${known}`)).statusCode).toBe(
      403,
    );
  });
});

describe('PUT /proposal/:id/contract', () => {
  test('adds a PDF with the agreed terms to the documents', async () => {
    const { id } = await lease();
    const answer = await staff.put(`/proposal/${id}/contract`, { template_id: await template(BODY) });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { type: 'CONTRACT', name: `Locação, contrato ${id}.pdf`, media_type: 'application/pdf' },
    ]);
    const pdf = await staff.get(answer.json().url.replace('/api', ''));
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toContain(
      'Locador: Sônia Prado. Locatário: Bruno Costa <Araújo>, CPF 529.982.247-25.',
    );
    expect((await staff.get(`/proposal/${id}`)).json().documents).toHaveLength(1);
  });

  test('requires its permission', async () => {
    const { id } = await lease();
    const answer = await as('PROPOSAL_VIEW').put(`/proposal/${id}/contract`, { template_id: await template(BODY) });
    expect(answer.statusCode).toBe(403);
  });
});
