import { queryOptions } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { AsyncPicker, type PickerOption } from '#web/ui/input/picker.tsx';
import { renderForm, save } from './form.tsx';

const OWNERS: PickerOption[] = [
  { value: 7, label: 'Dora Prado', below: '529.982.247-25' },
  { value: 8, label: 'Dora Lima' },
  { value: 9, label: 'Caio Melo' },
];

const picker = page.getByRole('combobox', { name: 'Proprietário' });
const option = (name: string) => page.getByRole('option').filter({ hasText: name });

async function renderPicker(onCreate?: (typed: string) => void) {
  const asked = vi.fn();
  const query = (text: string) =>
    queryOptions({
      queryKey: ['owners', text],
      queryFn: async () => {
        asked(text);
        return OWNERS.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
      },
    });
  const submitted = await renderForm(z.object({ owner: z.nullable(z.number()) }), { owner: null }, (form) => (
    <AsyncPicker
      form={form}
      name="owner"
      label="Proprietário"
      query={query}
      create={onCreate && { label: 'Cadastrar novo cliente', onCreate }}
    />
  ));
  return { submitted, asked };
}

test('asks from two letters on, and the arrows choose', async () => {
  const { submitted, asked } = await renderPicker();
  await picker.click();
  await userEvent.keyboard('d');
  await expect.element(page.getByText('Digite ao menos duas letras')).toBeVisible();
  await userEvent.keyboard('ora');
  await expect.element(option('Dora Prado').getByText('529.982.247-25')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(picker).toHaveValue('Dora Lima');
  expect(asked.mock.calls).toEqual([['dora']]);
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ owner: 8 }]);
});

test.for(['Enter', 'Tab'])('%s takes the only record found', async (key) => {
  const { submitted } = await renderPicker();
  await userEvent.fill(picker, 'caio');
  await expect.element(option('Caio Melo')).toBeVisible();
  await userEvent.keyboard(`{${key}}`);
  await expect.element(picker).toHaveValue('Caio Melo');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  expect(submitted).not.toHaveBeenCalled();
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ owner: 9 }]);
});

test('a text that chose nothing is dropped, and an emptied field holds none', async () => {
  const { submitted } = await renderPicker();
  await userEvent.fill(picker, 'caio');
  await expect.element(option('Caio Melo')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await userEvent.fill(picker, 'dora');
  await expect.element(option('Dora Prado')).toBeVisible();
  await userEvent.tab();
  await expect.element(picker).toHaveValue('Caio Melo');
  await userEvent.clear(picker);
  await userEvent.tab();
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ owner: null }]);
});

test('the last entry registers what was typed', async () => {
  const created = vi.fn();
  await renderPicker(created);
  await userEvent.fill(picker, 'Zélia');
  await expect.element(page.getByText('Nada encontrado')).toBeVisible();
  await option('Cadastrar novo cliente').click();
  expect(created.mock.calls).toEqual([['Zélia']]);
});
