import { IconArrowsLeftRight, IconReceipt } from '@tabler/icons-react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type TaskGroup, TodayQueue } from '#web/features/dashboard/today-queue.tsx';
import { ApiProblem } from '#web/lib/api/api.ts';
import { renderPage } from './render.tsx';

const task = (title: string) => ({
  ...{ title, who: 'Ana Prado', when: 'vence hoje', late: false, verb: 'Abrir' },
  link: { to: '/' } as const,
});

const group = (label: string, query: TaskGroup['query']): TaskGroup => ({
  ...{ label, query, list: { to: '/' }, names: [label, label] },
  icon: label === 'Faturas' ? IconReceipt : IconArrowsLeftRight,
});

test('a kind that can not be loaded says so alone, and is asked for again alone', async () => {
  const refetch = { invoices: vi.fn(), transfers: vi.fn() };
  const groups = [
    group('Faturas', { error: new ApiProblem(500, 'INTERNAL', 'Algo deu errado'), refetch: refetch.invoices }),
    group('Repasses', { data: { tasks: [task('Repasse 31')], count: 1 }, refetch: refetch.transfers }),
  ];
  await renderPage(() => <TodayQueue groups={groups} />);
  await expect.element(page.getByText('Repasse 31')).toBeVisible();
  await expect.element(page.getByRole('alert').getByText('Não foi possível carregar: Faturas.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Repasses 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  expect([refetch.invoices.mock.calls.length, refetch.transfers.mock.calls.length]).toEqual([1, 0]);
});
