import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { SelectField } from '#web/ui/form/fields.tsx';
import { renderForm, save } from './form.tsx';
import { LONG } from './long.ts';

const BANKS = [
  { value: '001', label: 'Banco do Brasil' },
  { value: '237', label: 'Bradesco' },
  { value: '341', label: 'Itaú' },
];

const bank = () => page.getByRole('combobox', { name: 'Banco' });

const renderBank = () =>
  renderForm(z.object({ bank: z.nullable(z.string()) }), { bank: null }, (form) => (
    <SelectField form={form} name="bank" label="Banco" options={BANKS} searchable clearable />
  ));

test('is chosen by keyboard, and cleared', async () => {
  const submitted = await renderBank();
  await userEvent.click(bank());
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(bank()).toHaveValue('Bradesco');
  await expect.element(page.getByRole('option', { name: 'Bradesco' })).not.toBeInTheDocument();
  expect(submitted).not.toHaveBeenCalled();
  await page.getByLabelText('Limpar').click();
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ bank: null }]);
});

async function takesOnly(key: string) {
  const submitted = await renderBank();
  await userEvent.click(bank());
  await userEvent.keyboard('itau');
  await expect.element(page.getByRole('option')).toHaveTextContent('Itaú');
  await userEvent.keyboard(`{${key}}`);
  await expect.element(bank()).toHaveValue('Itaú');
  // Enter chose, and submitted nothing.
  expect(submitted).not.toHaveBeenCalled();
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ bank: '341' }]);
}

test.for(['Enter'])('%s takes the only match, found without its accent', takesOnly);
test.for(['Tab'])('%s takes the only match, found without its accent', LONG, takesOnly);

test('Tab takes none of several matches', async () => {
  await renderBank();
  await userEvent.click(bank());
  await userEvent.keyboard('br');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await userEvent.tab();
  await expect.element(bank()).toHaveValue('');
});

test('a text without a match is told so, and leaves nothing', async () => {
  await renderBank();
  await userEvent.click(bank());
  await userEvent.keyboard('xyz');
  await expect.element(page.getByText('Nada encontrado')).toBeVisible();
  await userEvent.tab();
  await expect.element(bank()).toHaveValue('');
});
