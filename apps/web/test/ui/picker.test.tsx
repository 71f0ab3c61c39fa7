import { Button } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import type { FieldProps } from '#web/ui/input/field.ts';
import { AsyncPicker, type PickerOption } from '#web/ui/input/picker.tsx';
import { renderForm, save } from './form.tsx';
import { LONG } from './long.ts';

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

async function takesOnly(key: string) {
  const { submitted } = await renderPicker();
  await userEvent.fill(picker, 'caio');
  await expect.element(option('Caio Melo')).toBeVisible();
  await userEvent.keyboard(`{${key}}`);
  await expect.element(picker).toHaveValue('Caio Melo');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  expect(submitted).not.toHaveBeenCalled();
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ owner: 9 }]);
}

test.for(['Enter'])('%s takes the only record found', takesOnly);
test.for(['Tab'])('%s takes the only record found', LONG, takesOnly);

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

test('a window opened again offers what is found by then, never what an earlier one found', async () => {
  const answers = [Promise.withResolvers<PickerOption[]>(), Promise.withResolvers<PickerOption[]>()];
  const asked = vi.fn();
  const query = (text: string) =>
    queryOptions({
      queryKey: ['owners', text],
      queryFn: () => {
        asked();
        return answers[asked.mock.calls.length - 1]?.promise ?? [];
      },
    });
  function Window({ form }: Pick<FieldProps<{ owner: number | null }>, 'form'>) {
    const [opened, setOpened] = useState(1);
    return (
      <>
        <AsyncPicker key={opened} form={form} name="owner" label="Proprietário" query={query} />
        <Button onClick={() => setOpened(opened + 1)}>Abrir outra</Button>
      </>
    );
  }
  await renderForm(z.object({ owner: z.nullable(z.number()) }), { owner: null }, (form) => <Window form={form} />);
  await userEvent.fill(picker, 'caio');
  answers[0]?.resolve([{ value: 9, label: 'Caio Melo', below: 'sem contrato' }]);
  await expect.element(option('sem contrato')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Abrir outra' }).click();
  await userEvent.fill(picker, 'caio');
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  expect(page.getByRole('option').elements()).toEqual([]);
  answers[1]?.resolve([{ value: 9, label: 'Caio Melo', below: 'um contrato' }]);
  await expect.element(option('um contrato')).toBeVisible();
});
