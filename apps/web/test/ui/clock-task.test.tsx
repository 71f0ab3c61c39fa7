import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useClockTasks } from '#web/features/dashboard/tasks/clock-tasks.ts';
import { todayQuery } from '#web/features/dashboard/today-query.ts';
import { TodayQueue } from '#web/features/dashboard/today-queue.tsx';
import { renderPage } from './render.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

function Clock() {
  const tasks = useClockTasks();
  const { data, refetch } = useQuery(todayQuery);
  const found = data?.clock ? tasks(data.clock) : undefined;
  const about = { label: 'Relógio', icon: IconClock, list: { to: '/' } as const };
  return <TodayQueue groups={[{ ...about, query: { data: found }, names: ['aviso', 'avisos'] }]} onRetry={refetch} />;
}

test('a clock that jumped is confirmed after a question that says both days, and leaves the list', async () => {
  const sent: string[] = [];
  let jump: object | null = { worked: '2026-03-10', today: '2027-03-10' };
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'GET') return Response.json({ clock: { jump } });
    sent.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
    jump = null;
    return new Response(null, { status: 204 });
  });
  await renderPage(() => <Clock />);
  await expect.element(page.getByText('A data do servidor saltou')).toBeVisible();
  await page.getByRole('button', { name: /Confirmar a data/ }).click();
  const question = page.getByRole('dialog', { name: 'Confirmar a data' });
  await expect.element(question.getByText(/Hoje é mesmo 10\/03\/2027\?.*desde 10\/03\/2026/)).toBeVisible();
  expect(sent).toEqual([]);
  await question.getByRole('button', { name: 'A data está certa' }).click();
  await expect.element(page.getByText('Data confirmada.')).toBeVisible();
  expect(sent).toEqual(['POST /api/doctor/clock {"today":"2027-03-10"}']);
  await expect.poll(() => page.getByText('A data do servidor saltou').elements()).toHaveLength(0);
});
