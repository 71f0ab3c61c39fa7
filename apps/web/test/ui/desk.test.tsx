import { Button } from '@mantine/core';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod/mini';
import { BankSteps } from '#web/features/bank-link/bank-steps.tsx';
import { ADDRESS_NAMES, TechnicalFields } from '#web/features/bank-link/technical-fields.tsx';
import { PropertyFilters } from '#web/features/properties/list/property-filters.tsx';
import { TransactionToolBar } from '#web/features/transactions/transaction-tool-bar.tsx';
import { toast } from '#web/lib/toast.ts';
import { AddressFields } from '#web/ui/address/address-fields.tsx';
import { PartIndex } from '#web/ui/display/part-index.tsx';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { SwitchField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, FormSection, Wide } from '#web/ui/form/form.tsx';
import { SaveBar } from '#web/ui/form/save-bar.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { renderForm } from './form.tsx';
import { renderPage } from './render.tsx';

afterEach(() => page.viewport(1366, 860));

const boxOf = (of: { element: () => Element }) => of.element().getBoundingClientRect();
const apart = (one: DOMRect, other: DOMRect) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

const TABS = [
  ...['Condições', 'Garantia', 'Documentos', 'Valores extras', 'Faturas', 'Transferências'],
  ...['Histórico', 'Régua de cobrança', 'Pix Automático', 'Vistorias e entregas', 'Acordos', 'Notas fiscais'],
].map((label, at) => ({ value: `t${at}`, label, panel: label }));

test.for([
  [900, 'wrap'],
  [390, 'scroll'],
] as const)('at %i px tabs that do not fit %s, and the last one is reached', async ([width, how]) => {
  await page.viewport(width, 700);
  await renderPage(() => {
    const [value, setValue] = useState('t0');
    return (
      <>
        <Button onClick={() => setValue('t11')}>Ir à última</Button>
        <Tabs label="Partes do contrato" tabs={TABS} value={value} onChange={setValue} />
      </>
    );
  });
  const last = page.getByRole('tab', { name: 'Notas fiscais' });
  await expect.element(last).toBeInTheDocument();
  const box = page.getByRole('tablist').element().parentElement as HTMLElement;
  expect(box.scrollWidth > box.clientWidth).toBe(how === 'scroll');
  expect(getComputedStyle(box).scrollbarWidth).toBe('thin');
  await page.getByRole('button', { name: 'Ir à última' }).click();
  await expect.poll(() => boxOf(last).right).toBeLessThanOrEqual(width);
});

test.for([1366, 1024, 390])('at %i px a notice covers neither the × of a window nor its buttons', async (width) => {
  await page.viewport(width, 768);
  await renderPage(() => (
    <RecordWindow
      title="Fatura 12"
      width={880}
      onClose={vi.fn()}
      actions={{ close: 'Sair', primary: { label: 'Salvar', onClick: vi.fn() } }}
    >
      <p>Conteúdo</p>
    </RecordWindow>
  ));
  const window = page.getByRole('dialog', { name: 'Fatura 12' });
  await expect.element(window.getByText('Conteúdo')).toBeVisible();
  toast.success('Fatura paga.');
  const notice = page.getByRole('alert').filter({ hasText: 'Fatura paga.' });
  await expect.element(notice).toBeVisible();
  for (const name of ['Fechar', 'Sair', 'Salvar'])
    await expect.poll(() => apart(boxOf(notice), boxOf(window.getByRole('button', { name, exact: true })))).toBe(true);
});

test('a long page has an index that leads to its parts, and a bar of saving that is always there', async () => {
  const parts = ['Dados', 'Endereço', 'Padrões', 'Portais'];
  await renderPage(() => (
    <>
      <PartIndex titles={parts} />
      {parts.map((title) => (
        <FormSection key={title} title={title}>
          <div style={{ height: 700 }} />
        </FormSection>
      ))}
      <SaveBar primary={{ label: 'Salvar alterações', onClick: vi.fn() }} />
    </>
  ));
  const save = page.getByRole('button', { name: 'Salvar alterações' });
  const inSight = () => boxOf(save).bottom <= innerHeight && boxOf(save).top >= 0;
  await expect.element(save).toBeInTheDocument();
  await expect.poll(inSight).toBe(true);
  await page.getByRole('navigation', { name: 'Partes desta página' }).getByRole('button', { name: 'Padrões' }).click();
  const part = page.getByRole('heading', { name: 'Padrões' });
  await expect.poll(() => boxOf(part).top).toBeLessThan(200);
  expect(document.activeElement?.textContent).toContain('Padrões');
  expect(inSight()).toBe(true);
});

test('a switch keeps the distance of fields from what stands above and below it', async () => {
  const schema = z.object({ name: z.string(), one: z.boolean(), other: z.boolean() });
  await renderForm(schema, { name: '', one: true, other: false }, (form) => (
    <Fields columns={1}>
      <Wide>
        <TextField form={form} name="name" label="Nome" />
        <SwitchField form={form} name="one" label="Enviar por e-mail" />
        <SwitchField form={form} name="other" label="Enviar por SMS" />
      </Wide>
    </Fields>
  ));
  const second = page.getByText('Enviar por SMS');
  await expect.element(second).toBeVisible();
  const [name, one, other] = [page.getByLabelText('Nome'), page.getByText('Enviar por e-mail'), second].map(boxOf);
  expect((one?.top ?? 0) - (name?.bottom ?? 0)).toBeGreaterThanOrEqual(12);
  expect((other?.top ?? 0) - (one?.bottom ?? 0)).toBeGreaterThanOrEqual(12);
});

test.for(['077', '756', '001'])(
  'bank %s is connected by steps, and the addresses of programs stay folded',
  async (bank) => {
    const schema = z.object({ base_url: z.string(), token_url: z.string() });
    await renderForm(schema, { base_url: '', token_url: '' }, (form) => (
      <>
        <BankSteps bank={bank} name="Banco" purpose="pix" />
        <TechnicalFields form={form} names={ADDRESS_NAMES} known />
      </>
    ));
    const steps = page.getByRole('list').getByRole('listitem');
    await expect.element(steps.first()).toBeVisible();
    expect(steps.elements().length).toBeGreaterThanOrEqual(4);
    const fold = document.querySelector('details');
    expect(fold?.open).toBe(false);
    await page.getByText('Endereços do banco, para quem cuida do sistema').click();
    await expect.poll(() => fold?.open).toBe(true);
    await expect.element(page.getByRole('textbox').first()).toBeVisible();
  },
);

test('department and payment method of transactions stand on the page, and on a phone behind Filtrar', async () => {
  await renderPage(() => <TransactionToolBar filters={{}} onChange={vi.fn()} />);
  for (const name of ['Departamento', 'Forma de pagamento'])
    await expect.element(page.getByRole('combobox', { name })).toBeVisible();
  expect(page.getByRole('button', { name: 'Filtrar' }).elements()).toHaveLength(0);
  await page.viewport(390, 844);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect.element(page.getByRole('combobox', { name: 'Departamento' })).toBeVisible();
});

test('category and state of properties stand on the page, and filter by a press', async () => {
  const onFilter = vi.fn();
  await renderPage(() => <PropertyFilters search={{}} onFilter={onFilter} />);
  await page.getByRole('combobox', { name: 'Categoria' }).click();
  await page.getByRole('option', { name: 'Casa', exact: true }).click();
  expect(onFilter).toHaveBeenLastCalledWith({ category: 'HOUSE' });
  await expect.element(page.getByRole('combobox', { name: 'Situação' })).toBeVisible();
});

test('the state of an address is found by its name in words', async () => {
  const Address = z.object({ state: z.string() });
  const submitted = await renderForm(Address, { state: '' }, (form) => <AddressFields form={form} />);
  const state = page.getByRole('combobox', { name: 'Estado' });
  await state.fill('minas');
  await page.getByRole('option', { name: 'MG', exact: true }).click();
  await expect.element(state).toHaveValue('MG');
  expect(submitted).not.toHaveBeenCalled();
});
