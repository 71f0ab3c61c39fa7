import type { PayoutRow } from '@morada/contract/bank/payout-tasks';
import type { Cents } from '@morada/domain/base/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PaymentPayouts } from '#web/features/payments/payment-payouts.tsx';
import { endSession, startSession } from '#web/lib/session/session.ts';
import { renderPage } from './render.tsx';

const CONFIRM = 'Confirmar a devolução do Pix de Nair Prado';
const asked: PayoutRow = {
  ...{ id: 12, batch_id: 4, identifier: 'R-4-1', amount: 90_000 as Cents, owner: 'Nair Prado', state: 'RETURN_ASKED' },
  ...{ answered: true, bank_state: null, end_to_end_id: null, problem: null, sent_at: '2026-03-10T15:00:00Z' },
  return_asked: { by: 'Mariana Dias', reason: 'Conta encerrada', refusal: null },
};

/** Calls that reached the network, and what it answers. */
const sent: string[] = [];
let answer = () => new Response(null, { status: 204 });
beforeEach(() => {
  sent.length = 0;
  answer = () => new Response(null, { status: 204 });
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = new Request(input, init);
    sent.push(`${method} ${new URL(url).pathname}`);
    return answer();
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await endSession();
});
const signIn = (...codes: string[]) =>
  startSession({
    ...{ token: 't', name: 'Bia Reis' },
    group: [{ id: 1, name: 'Financeiro', permissions: codes.map((permission) => ({ permission })) }],
  } as never);
const show = (row: PayoutRow) => renderPage(() => <PaymentPayouts rows={[row]} />);

test('another person confirms a return after a question that says the amount and the reason', async () => {
  await signIn('PAYOUT_APPROVE');
  await show(asked);
  await expect.element(page.getByText('Devolvido, segundo Mariana Dias: Conta encerrada')).toBeVisible();
  await page.getByRole('button', { name: CONFIRM }).click();
  const question = page.getByRole('dialog', { name: 'Confirmar devolução' });
  await expect.element(question.getByText(/R\$\s900,00 .* voltou. Motivo: Conta encerrada/)).toBeVisible();
  expect(sent).toEqual([]);
  await question.getByRole('button', { name: 'Confirmar devolução' }).click();
  await expect.element(page.getByText('Repasses pendentes de novo.')).toBeVisible();
  expect(sent).toEqual(['POST /api/payout/12/return/confirm']);
});

test('a return that somebody has confirmed meanwhile is told in the question, which stays', async () => {
  await signIn('PAYOUT_APPROVE');
  const problem = { status: 409, code: 'PAYOUT_STATE', message: 'Este Pix já foi devolvido.', errors: [] };
  answer = () =>
    new Response(JSON.stringify(problem), { status: 409, headers: { 'content-type': 'application/problem+json' } });
  await show(asked);
  await page.getByRole('button', { name: CONFIRM }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar devolução' }).click();
  await expect.element(page.getByText(problem.message)).toBeVisible();
  expect(page.getByText('Repasses pendentes de novo.').query()).toBeNull();
});

test.each([
  ['the one who said it', 'MAKER' as const, ['PAYOUT_APPROVE']],
  ['one who counts as one with them', 'TIED' as const, ['PAYOUT_APPROVE']],
  ['one who may not approve', null, ['FINANCIAL_TRANSFER_VIEW', 'PAYOUT_EDIT']],
])('%s is offered no confirmation', async (_, refusal, codes) => {
  await signIn(...codes);
  await show({ ...asked, return_asked: { by: 'Mariana Dias', reason: 'Conta encerrada', refusal } });
  await expect.element(page.getByText('Nair Prado')).toBeVisible();
  expect(page.getByRole('button', { name: CONFIRM }).query()).toBeNull();
});
