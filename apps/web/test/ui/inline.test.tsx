import { Button } from '@mantine/core';
import { text } from '@morada/contract/base/fields';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { TextField } from '#web/ui/form/fields.tsx';
import { InlineField } from '#web/ui/form/inline-field.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { renderPage } from './render.tsx';

const Name = z.object({ value: text('Informe o nome') });

async function renderName() {
  const sent = vi.fn();
  await renderPage(() => {
    const [value, setValue] = useState('Hugo Salles');
    const form = useForm(Name, {
      values: { value },
      submit: async (body) => {
        sent(body);
        setValue(body.value);
      },
    });
    return (
      <>
        <InlineField label="nome" form={form} shown={value} readOnly={false}>
          {(help) => <TextField form={form} name="value" label="Nome" help={help} />}
        </InlineField>
        <Button>Depois</Button>
      </>
    );
  });
  return sent;
}

const value = (name: string) => page.getByRole('button', { name });
const field = page.getByRole('textbox', { name: 'Nome' });

/** Opens the field by keyboard and writes over its text, which is selected. */
async function write(typed: string) {
  await value('Hugo Salles').click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('Enter ou sair salva, Esc desfaz.');
  await userEvent.keyboard(typed);
}

test('Escape undoes, and the focus returns to the value', async () => {
  const sent = await renderName();
  await write('Hugo{Escape}');
  await expect.element(value('Hugo Salles')).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
});

test('Enter saves', async () => {
  const sent = await renderName();
  await write('Hugo Prado{Enter}');
  await expect.element(value('Hugo Prado')).toHaveFocus();
  expect(sent.mock.calls).toEqual([[{ value: 'Hugo Prado' }]]);
});

test('leaving saves, and the focus goes where it was led', async () => {
  const sent = await renderName();
  await write('Hugo Prado{Tab}');
  await expect.element(value('Hugo Prado')).toBeVisible();
  await expect.element(value('Depois')).toHaveFocus();
  expect(sent).toHaveBeenCalledOnce();
});

test('an invalid value keeps the field open with its message', async () => {
  const sent = await renderName();
  await write('{Backspace}{Enter}');
  await expect.element(field).toHaveAccessibleDescription(/Informe o nome/);
  await userEvent.tab();
  await expect.element(field).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

test('an unchanged value is not sent', async () => {
  const sent = await renderName();
  await write('{Enter}');
  await expect.element(value('Hugo Salles')).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
});
