import type { HeldChange } from '@morada/contract/access/held-changes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HeldChanges } from '#web/features/bank-link/payouts/held-changes.tsx';
import { renderPage } from './render.tsx';

const change = (id: number, what: string, changed: Partial<HeldChange> = {}): HeldChange => ({
  ...{ id, what, by: 'Rute Lobo', asked_at: '2026-03-10T15:00:00Z', not_before: null, refusal: null },
  ...changed,
});
const PASSWORD = change(31, 'trocar a senha de Bia Reis');
const CHANGES = [
  PASSWORD,
  change(32, 'afrouxar as proteções dos pagamentos', { refusal: 'ASKER' }),
  change(33, 'mudar o e-mail de Caio Dias', { refusal: 'SUBJECT' }),
  change(34, 'deletar Davi Leal', { refusal: 'TIED' }),
  change(35, 'passar Eva Sales para o grupo Pagamentos', { not_before: '2026-03-17T15:00:00Z', refusal: 'ASKER' }),
];

/** Calls that reached the network, with their bodies, and the changes that still wait. */
const sent: string[] = [];
let waiting: HeldChange[];
beforeEach(() => {
  sent.length = 0;
  waiting = CHANGES;
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'GET') return Response.json(waiting);
    sent.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`.trim());
    waiting = waiting.filter(({ id }) => !request.url.includes(`/${id}/`));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});
const show = () => renderPage(() => <HeldChanges />);
const row = (what: string) => page.getByRole('row').filter({ hasText: what });

test('each change says what it waits for, and only one that this person may confirm offers it', async () => {
  await show();
  await expect.element(row('Trocar a senha de Bia Reis').getByText('A sua confirmação')).toBeVisible();
  await expect
    .element(row('Afrouxar as proteções').getByText('Você pediu: outro administrador confirma'))
    .toBeVisible();
  await expect.element(row('Mudar o e-mail de Caio Dias').getByText(/^É no seu próprio acesso/)).toBeVisible();
  await expect
    .element(row('Deletar Davi Leal').getByText(/^Quem pediu e você mexeram há pouco no acesso um do outro/))
    .toBeVisible();
  await expect.element(row('Passar Eva Sales').getByText(/^Vale sozinha em 17\/03\/2026/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Confirmar mudança/ }).elements()).toHaveLength(1);
  // A change may be taken back by the person who asked for it.
  expect(page.getByRole('button', { name: /^Recusar mudança/ }).elements()).toHaveLength(CHANGES.length);
});

test('one is confirmed after a question that says who asked, and leaves the list', async () => {
  await show();
  await page.getByRole('button', { name: 'Confirmar mudança 31' }).click();
  const question = page.getByRole('dialog', { name: 'Confirmar mudança' });
  await expect.element(question.getByText(/^Rute Lobo pediu para trocar a senha de Bia Reis/)).toBeVisible();
  expect(sent).toEqual([]);
  await question.getByRole('button', { name: 'Confirmar mudança' }).click();
  await expect.element(page.getByText('Mudança confirmada.')).toBeVisible();
  expect(sent).toEqual(['POST /api/held-changes/31/confirm']);
  await expect.poll(() => row('Trocar a senha').elements()).toHaveLength(0);
});

test('one is refused with a reason', async () => {
  await show();
  await page.getByRole('button', { name: 'Recusar mudança 32' }).click();
  const question = page.getByRole('dialog', { name: 'Recusar mudança' });
  await question.getByRole('textbox').fill('Não combinamos');
  await question.getByRole('button', { name: 'Recusar mudança' }).click();
  await expect.element(page.getByText('Mudança recusada.')).toBeVisible();
  expect(sent).toEqual(['POST /api/held-changes/32/reject {"note":"Não combinamos"}']);
});

test('without any there is no section', async () => {
  waiting = [];
  await show();
  await expect.element(page.getByRole('main')).toBeInTheDocument();
  expect(page.getByText('Mudanças que esperam confirmação').query()).toBeNull();
});
