import { money, percent } from '@morada/contract/base/fields';
import type { BasisPoints, Cents } from '@morada/domain/base/money';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { MeasureField, MoneyField, NumberField, PercentField } from '#web/ui/form/fields.tsx';
import { field, renderForm, save } from './form.tsx';
import { LONG } from './long.ts';

/** Types as quickly as a person can: the input sets its caret once more in a timer after each key, which ends before the next key. */
async function typeKeys(name: string, keys: string) {
  await userEvent.click(field(name));
  for (const key of keys) {
    await userEvent.keyboard(key);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const Terms = z.object({ rent: money, fee: percent });

const renderTerms = (signed = false) =>
  renderForm(Terms, { rent: 123_456 as Cents, fee: 850 as BasisPoints }, (form) => (
    <>
      <MoneyField form={form} name="rent" label="Aluguel" />
      <PercentField form={form} name="fee" label="Taxa" signed={signed} />
    </>
  ));

test('centavos and basis points are shown in Portuguese, with their unit', async () => {
  await renderTerms();
  await expect.element(field('Aluguel')).toHaveValue('R$\u00a01.234,56');
  await expect.element(field('Taxa')).toHaveValue('8,5%');
});

type Typed = readonly [typed: string, shown: string, centavos: number];
const AMOUNTS: Typed[] = [['1234567,89', 'R$\u00a01.234.567,89', 123_456_789]];
const MORE_AMOUNTS: Typed[] = [
  ['2000,5', 'R$\u00a02.000,50', 200_050],
  ['1850', 'R$\u00a01.850,00', 185_000],
  ['0,07', 'R$\u00a00,07', 7],
  ['-12', 'R$\u00a012,00', 1_200],
];

async function showsTyped([typed, shown, centavos]: Typed) {
  const submitted = await renderTerms();
  await userEvent.clear(field('Aluguel'));
  await typeKeys('Aluguel', typed);
  await userEvent.tab();
  await expect.element(field('Aluguel')).toHaveValue(shown);
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ rent: centavos, fee: 850 }]);
}

test.for(AMOUNTS)('an amount typed as %s is %s', showsTyped);
test.for(MORE_AMOUNTS)('an amount typed as %s is %s', LONG, showsTyped);

test('a third decimal is not taken', async () => {
  const submitted = await renderTerms();
  await userEvent.clear(field('Aluguel'));
  await typeKeys('Aluguel', '10,999');
  await userEvent.clear(field('Taxa'));
  await userEvent.type(field('Taxa'), '10,129');
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ rent: 1_099, fee: 1_012 }]);
});

test('only a signed percentage goes below zero', async () => {
  const submitted = await renderTerms(true);
  await userEvent.clear(field('Taxa'));
  await userEvent.type(field('Taxa'), '-1,25');
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ rent: 123_456, fee: -125 }]);
});

test('an emptied amount is refused at its field', async () => {
  const submitted = await renderTerms();
  await userEvent.clear(field('Aluguel'));
  await save();
  await expect
    .element(field('Aluguel'))
    .toHaveAccessibleDescription('Informe um valor em reais, com até duas casas decimais');
  expect(submitted).not.toHaveBeenCalled();
});

test('whole numbers take no decimals, a measure takes two and shows its unit', async () => {
  const House = z.object({ rooms: z.nullable(z.number()), area: z.nullable(z.number()) });
  const submitted = await renderForm(House, { rooms: null, area: 68.5 }, (form) => (
    <>
      <NumberField form={form} name="rooms" label="Quartos" />
      <MeasureField form={form} name="area" label="Área" unit="m²" />
    </>
  ));
  await expect.element(field('Área')).toHaveValue('68,5 m²');
  await userEvent.type(field('Quartos'), '2,5');
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ rooms: 25, area: 68.5 }]);
  await userEvent.clear(field('Quartos'));
  await save();
  await expect.poll(() => submitted.mock.lastCall).toEqual([{ rooms: null, area: 68.5 }]);
});
