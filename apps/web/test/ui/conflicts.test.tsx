import { Button } from '@mantine/core';
import { money, text } from '@morada/contract/base/fields';
import type { Cents } from '@morada/domain/base/money';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { ApiProblem } from '#web/lib/api/api.ts';
import { raiseConflict } from '#web/lib/api/conflicts.ts';
import { anyUnsaved } from '#web/ui/base/unsaved.ts';
import { MoneyField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { ConflictNotice } from '#web/ui/overlay/use-record.tsx';
import { save } from './form.tsx';
import { renderPage } from './render.tsx';

const Listing = z.object({ title: text('Informe o título'), rent: money, notes: text('Informe a nota') });
type Listing = z.infer<typeof Listing>;

const READ: Listing = { title: 'Casa no Centro', rent: 150_000 as Cents, notes: 'Chaves na loja' };
/** What another user saved meanwhile: the rent, and the notes. */
const THEIRS: Listing = { ...READ, rent: 180_000 as Cents, notes: 'Chaves no local' };

const KEY = ['GET /property/:id/admin', { params: { id: 7 } }];

/** What a change of the record does when Beatriz saved first, as `recordMutation` does. */
function refuse(): never {
  const extra = { saved_by: 'Beatriz Melo', saved_at: '2026-11-05T17:40:00Z' };
  const conflict = new ApiProblem(412, 'STALE_VERSION', 'O registro foi alterado', extra);
  raiseConflict(KEY, conflict);
  throw conflict;
}

/** A form over a record that Beatriz has saved: the first save is refused, as the server does with an old version. */
async function renderStale() {
  const sent = vi.fn();
  await renderPage(() => {
    const [record, setRecord] = useState(READ);
    const form = useForm(Listing, {
      values: record,
      submit: async (values) => {
        sent(values);
        if (record !== READ) return;
        refuse();
      },
    });
    const reload = async () => setRecord(THEIRS);
    return (
      <>
        <Form form={form}>
          <TextField form={form} name="title" label="Título" />
          <MoneyField form={form} name="rent" label="Aluguel" />
          <TextField form={form} name="notes" label="Nota" />
          <Button type="submit">Salvar</Button>
        </Form>
        <ConflictNotice record={{ what: 'este imóvel', key: KEY, reload }} forms={[form]} />
      </>
    );
  });
  return sent;
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function type(name: string, value: string) {
  await userEvent.fill(field(name), value);
  await userEvent.tab();
}

test('a refused save says who saved first and when, and keeps what was typed', async () => {
  await renderStale();
  await type('Título', 'Casa grande no Centro');
  await save();
  // 17:40 UTC is 14:40 in São Paulo.
  await expect.element(page.getByText('Beatriz Melo salvou este imóvel às 14:40.')).toBeVisible();
  await expect.element(field('Título')).toHaveValue('Casa grande no Centro');
});

test('"Comparar" merges fields that only one of both changed', async () => {
  const sent = await renderStale();
  await type('Título', 'Casa grande no Centro');
  await save();
  await press('Comparar');
  await expect.element(field('Aluguel')).toHaveValue('R$\u00a01.800,00');
  await expect.element(field('Título')).toHaveValue('Casa grande no Centro');
  await expect
    .element(page.getByText('O que Beatriz Melo salvou já está aqui, junto com as suas alterações. Confira e salve.'))
    .toBeVisible();
  await save();
  await expect.poll(() => sent.mock.lastCall).toEqual([{ ...THEIRS, title: 'Casa grande no Centro' }]);
});

test('a field that both changed is a choice, each side written as the field writes it', async () => {
  const sent = await renderStale();
  await type('Aluguel', '1650');
  await save();
  await press('Comparar');
  const choice = page.getByRole('radiogroup', { name: 'Aluguel' });
  const mine = choice.getByRole('radio', { name: 'Você R$\u00a01.650,00' });
  const theirs = choice.getByRole('radio', { name: 'Beatriz Melo R$\u00a01.800,00' });
  await expect.element(mine).toBeChecked();
  await theirs.click();
  await expect.element(field('Aluguel')).toHaveValue('R$\u00a01.800,00');
  await mine.click();
  await expect.element(field('Aluguel')).toHaveValue('R$\u00a01.650,00');
  await press('Concluir');
  await save();
  await expect.poll(() => sent.mock.lastCall).toEqual([{ ...THEIRS, rent: 165_000 }]);
});

test('"Recarregar" asks first, and takes the saved record alone', async () => {
  await renderStale();
  await type('Título', 'Casa grande no Centro');
  await save();
  await press('Recarregar');
  const question = page.getByRole('dialog', { name: 'Recarregar' });
  await expect
    .element(question.getByText('O que você mudou e não salvou se perde, e fica o que Beatriz Melo salvou.'))
    .toBeVisible();
  await question.getByRole('button', { name: 'Recarregar' }).click();
  await expect.element(field('Título')).toHaveValue('Casa no Centro');
  await expect.element(field('Nota')).toHaveValue('Chaves no local');
  await expect.element(page.getByText(/Beatriz Melo salvou/)).not.toBeInTheDocument();
});

test('after a merge leaving still asks: what was typed is not saved', async () => {
  await renderStale();
  await type('Título', 'Casa grande no Centro');
  await save();
  await press('Comparar');
  await expect.element(field('Nota')).toHaveValue('Chaves no local');
  expect(anyUnsaved()).toBe(true);
  // Typed back to what the other user saved, nothing is left to save.
  await type('Título', 'Casa no Centro');
  await expect.poll(anyUnsaved).toBe(false);
});

test('a conflict of a button closes its question and is said in the window, once', async () => {
  const answers = vi.fn();
  await renderPage(() => {
    const confirm = useConfirm();
    const ask = () =>
      confirm({
        title: 'Encerrar contrato',
        body: 'Não há fatura em aberto.',
        verb: 'Encerrar',
        run: async () => refuse(),
      });
    return (
      <>
        <Button onClick={() => ask().then(answers)}>Encerrar agora</Button>
        <ConflictNotice record={{ what: 'este contrato', key: KEY, reload: async () => {} }} forms={[]} />
      </>
    );
  });
  await press('Encerrar agora');
  await press('Encerrar');
  await expect.element(page.getByText('Beatriz Melo salvou este contrato às 14:40.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(answers.mock.lastCall).toEqual([false]);
  await expect.element(page.getByText('O registro foi alterado')).not.toBeInTheDocument();
  await press('Recarregar');
  await expect.element(page.getByText(/Beatriz Melo salvou/)).not.toBeInTheDocument();
});

test('a conflict of a form whose record is nowhere on the screen is a notice', async () => {
  await renderPage(() => {
    const form = useForm(Listing, { values: READ, submit: async () => refuse() });
    return (
      <Form form={form}>
        <TextField form={form} name="title" label="Título" />
        <Button type="submit">Salvar</Button>
      </Form>
    );
  });
  await save();
  await expect.element(page.getByRole('alert').getByText('O registro foi alterado')).toBeVisible();
});
