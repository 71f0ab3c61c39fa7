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

test('a kind that can not be loaded says so alone, and is asked for again', async () => {
  const retry = vi.fn();
  const groups = [
    group('Faturas', { error: new ApiProblem(500, 'INTERNAL', 'Algo deu errado') }),
    group('Repasses', { data: { tasks: [task('Repasse 31')], count: 1 } }),
  ];
  await renderPage(() => <TodayQueue groups={groups} onRetry={retry} />);
  await expect.element(page.getByText('Repasse 31')).toBeVisible();
  await expect.element(page.getByRole('alert').getByText('Não foi possível carregar: Faturas.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Repasses 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  expect(retry).toHaveBeenCalledTimes(1);
});

test('the dashboard shows five rows, overdue first, and leads to the rest', async () => {
  const tasks = Array.from({ length: 8 }, (_, at) => ({ ...task(`Fatura ${at + 1}`), late: at === 4 }));
  await renderPage(() => <TodayQueue groups={[group('Faturas', { data: { tasks, count: 8 } })]} onRetry={vi.fn()} />);
  await expect.element(page.getByText('Fatura 5')).toBeVisible();
  const rows = page.getByRole('listitem').elements();
  expect(rows).toHaveLength(5);
  expect(rows[0]?.textContent).toContain('Fatura 5');
  await expect.element(page.getByRole('link', { name: 'Ver mais 3 pendências' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ver Hoje inteiro' })).toBeVisible();
});
