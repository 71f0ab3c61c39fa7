import { clearable, givenDate } from '@morada/contract/base/fields';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { DateField } from '#web/ui/input/dates.tsx';
import { field, renderForm, save } from './form.tsx';
import { LONG } from './long.ts';

const Visit = z.object({ day: clearable(givenDate()) });

async function renderDay(day: CalendarDate | null) {
  const submitted = await renderForm(Visit, { day }, (form) => (
    <DateField form={form} name="day" label="Dia da visita" min="2026-11-02" max="2027-11-30" clearable />
  ));
  // Until the calendar is loaded the day can only be read.
  await expect.element(field('Dia da visita')).not.toHaveAttribute('readonly');
  return submitted;
}

async function takesTyped(typed: string) {
  const submitted = await renderDay(null);
  await userEvent.fill(field('Dia da visita'), typed);
  await userEvent.tab();
  await expect.element(field('Dia da visita')).toHaveValue('05/11/2026');
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ day: '2026-11-05' }]);
}

test.for(['051126'])('a day typed as %s is 05/11/2026', takesTyped);
test.for(['05/11/2026', '5/11/26', '05112026'])('a day typed as %s is 05/11/2026', LONG, takesTyped);

test('a day that the calendar does not have leaves the one before', async () => {
  await renderDay('2026-11-05');
  await userEvent.fill(field('Dia da visita'), '31/02/2026');
  await userEvent.tab();
  await expect.element(field('Dia da visita')).toHaveValue('05/11/2026');
});

test('an emptied day is none', async () => {
  const submitted = await renderDay('2026-11-05');
  await userEvent.clear(field('Dia da visita'));
  await userEvent.tab();
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ day: null }]);
});

test('a day is picked in the calendar, within its bounds', async () => {
  const submitted = await renderDay('2026-11-05');
  await field('Dia da visita').click();
  const calendar = page.getByRole('dialog', { name: 'Calendário' });
  await expect.element(calendar.getByRole('button', { name: 'Mês anterior' })).toBeDisabled();
  await expect.element(calendar.getByRole('button', { name: /^1 novembro 2026/ })).toBeDisabled();
  await calendar.getByRole('button', { name: 'Próximo mês' }).click();
  await calendar.getByRole('button', { name: /^18 dezembro 2026/ }).click();
  await expect.element(field('Dia da visita')).toHaveValue('18/12/2026');
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ day: '2026-12-18' }]);
});
