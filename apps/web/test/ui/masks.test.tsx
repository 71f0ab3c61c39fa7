import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { CepField, DocumentField, PhoneField } from '#web/ui/input/masked.tsx';
import { field, renderForm, save } from './form.tsx';
import { LONG } from './long.ts';

const Person = z.object({ document: z.string(), phone: z.string(), cep: z.string() });

async function renderPerson(onCep = (_: string) => {}) {
  return renderForm(Person, { document: '', phone: '', cep: '' }, (form) => (
    <>
      <DocumentField form={form} name="document" label="CPF ou CNPJ" />
      <PhoneField form={form} name="phone" label="Celular" />
      <CepField form={form} name="cep" label="CEP" onComplete={onCep} />
    </>
  ));
}

type Typed = readonly [name: string, typed: string, shown: string];
const VALUES: Typed[] = [
  ['CPF ou CNPJ', '52998224725', '529.982.247-25'],
  ['CPF ou CNPJ', '12abc34501de35', '12.ABC.345/01DE-35'],
  ['Celular', '32999123456', '(32) 99912-3456'],
  ['CEP', '36300001', '36.300-001'],
];
const MORE_VALUES: Typed[] = [
  ['CPF ou CNPJ', '11222333000181', '11.222.333/0001-81'],
  ['Celular', '3233311234', '(32) 3331-1234'],
];

async function showsTyped([name, typed, shown]: Typed) {
  await renderPerson();
  await userEvent.type(field(name), typed);
  await expect.element(field(name)).toHaveValue(shown);
}

test.for(VALUES)('%s typed as %s is shown as %s', showsTyped);
test.for(MORE_VALUES)('%s typed as %s is shown as %s', LONG, showsTyped);

test('the form holds the bare values', async () => {
  const submitted = await renderPerson();
  await userEvent.fill(field('CPF ou CNPJ'), '529.982.247-25');
  await userEvent.fill(field('Celular'), '+55 (32) 99912-3456');
  await userEvent.fill(field('CEP'), '36.300-001');
  await save();
  await expect
    .poll(() => submitted.mock.lastCall)
    .toEqual([{ document: '52998224725', phone: '32999123456', cep: '36300001' }]);
});

test('the caret stays behind the digit typed in the middle', async () => {
  await renderPerson();
  await userEvent.type(field('CPF ou CNPJ'), '529982247');
  // Between 529.98 and 2.247.
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}8');
  await expect.element(field('CPF ou CNPJ')).toHaveValue('529.982.247');
  await userEvent.keyboard('0');
  await expect.element(field('CPF ou CNPJ')).toHaveValue('529.980.224-7');
});

test('the eighth digit of a CEP asks for its address, once', async () => {
  const asked = vi.fn();
  await renderPerson(asked);
  await userEvent.type(field('CEP'), '3630000');
  expect(asked).not.toHaveBeenCalled();
  await userEvent.keyboard('19');
  await expect.poll(() => asked.mock.calls).toEqual([['36300001']]);
});
