import type { Page } from '@playwright/test';
import { expect } from './expect.ts';
import { photograph, property } from './properties.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Application = { id: number; parties: { id: number; link: { url: string } }[] };

/** An application of one tenant for a property to let, with its link sent. */
export async function applied(call: Call, name = 'Helena Prado'): Promise<Application> {
  const property_id = await property(call);
  const tenant = { name, phone: '32988412076' };
  const { id } = await call<{ id: number }>('POST', '/application', { property_id, rent: 1_800, fees: 200, tenant });
  return call<Application>('POST', `/application/${id}/send`);
}

/** Path of the form of the application's first party. */
export const formOfTenant = ({ parties }: Application) =>
  new URL(parties[0]?.link.url ?? '', process.env.E2E_URL ?? 'http://localhost').pathname;

/** Fills a tenant's form in, step by step, and sends it. `look` is called at each step. */
export async function fillForm(form: Page, cpf: string, look: (what: string) => Promise<void> = async () => {}) {
  await form.getByLabel('CPF').fill(cpf);
  await form.getByLabel('Data de nascimento').fill('1990-05-20');
  await form.getByLabel('Telefone com DDD').fill('(32) 98841-2076');
  await form.getByLabel('Estado civil').selectOption('SOLTEIRO');
  await look('person');
  await form.getByRole('button', { name: 'Salvar e continuar' }).click();
  await form.getByLabel('CEP').fill('36025-000');
  for (const [label, value] of [
    ['Rua', 'Rua das Flores'],
    ['Número', '10'],
    ['Bairro', 'Centro'],
    ['Cidade', 'Juiz de Fora'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel('Estado', { exact: true }).selectOption('MG');
  await form.getByLabel('A moradia de hoje é').selectOption('RENTED');
  await look('home');
  await form.getByRole('button', { name: 'Salvar e continuar' }).click();
  await form.getByLabel('De onde vem a renda').selectOption('EMPLOYEE');
  await form.getByLabel('Profissão').fill('Dentista');
  await form.getByLabel('Renda por mês (R$)', { exact: true }).fill('6.500,00');
  await form.getByLabel('Outras rendas por mês (R$)').fill('0');
  await form.getByLabel('Parcelas de empréstimos').fill('300');
  await look('income');
  await form.getByRole('button', { name: 'Salvar e continuar' }).click();
  await form.getByLabel('Nome', { exact: true }).fill('Rui Alves');
  await form.getByLabel('Telefone com DDD').fill('(32) 3215-4455');
  await form.getByRole('button', { name: 'Salvar e continuar' }).click();
  for (const kind of ['identity', 'address', 'income']) {
    const part = form.locator(`#documento-${kind}`);
    await part
      .locator('input[type=file]')
      .setInputFiles([await photograph('frente.jpg', '#7a5c3e'), await photograph('verso.jpg', '#3e5c7a')]);
    await part.getByRole('button', { name: /^Enviar/ }).click();
    // Two heavy pictures, each drawn smaller by the browser and anew by the server: seconds of a processor. The words are
    // those of the part before until then.
    await expect(form.locator(`#documento-${kind} .papers li`)).toHaveCount(2, { timeout: 120_000 });
    await expect(form.getByText('Recebemos 2 arquivos.')).toBeVisible();
  }
  await look('documents');
  await form.getByRole('link', { name: 'Continuar', exact: true }).click();
  await form.getByLabel('Li e autorizo').check();
  await look('consent');
  await form.getByRole('button', { name: 'Enviar ficha' }).click();
  await expect(form.getByRole('heading', { name: 'Recebemos a sua ficha' })).toBeVisible();
  await look('sent');
}
