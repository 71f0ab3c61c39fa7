import { Button } from '@mantine/core';
import { text } from '@morada/contract/base/fields';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { ApiProblem } from '#web/lib/api/api.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { field, renderForm, save } from './form.tsx';
import { renderPage } from './render.tsx';

const Contact = z.object({ name: text('Informe o nome'), email: text('Informe o e-mail') });

const renderContact = (submit?: () => Promise<unknown>) =>
  renderForm(
    Contact,
    { name: '', email: '' },
    (form) => (
      <>
        <TextField form={form} name="name" label="Nome" help="Como no documento" />
        <TextField form={form} name="email" label="E-mail" />
      </>
    ),
    submit,
  );

test('missing values are said at their fields, the first has the focus, and typing takes the message away', async () => {
  const submitted = await renderContact();
  await save();
  await expect.element(field('Nome')).toHaveAccessibleDescription('Informe o nome Como no documento');
  await expect.element(field('Nome')).toBeInvalid();
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Informe o e-mail');
  await expect.element(field('Nome')).toHaveFocus();
  await userEvent.keyboard('Ana');
  await expect.element(field('Nome')).toBeValid();
  await expect.element(field('Nome')).toHaveAccessibleDescription('Como no documento');
  expect(submitted).not.toHaveBeenCalled();
});

test('Enter submits, once while the answer is awaited', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const submitted = await renderContact(() => answered);
  await userEvent.fill(field('Nome'), 'Ana');
  await userEvent.fill(field('E-mail'), 'ana@morada.test');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => submitted.mock.calls).toEqual([[{ name: 'Ana', email: 'ana@morada.test' }]]);
  answer();
});

test("the server's refusal is said at its field, which has the focus", async () => {
  await renderContact(() =>
    Promise.reject(
      new ApiProblem(422, 'INVALID', 'Confira os campos', {
        errors: [{ field: 'email', message: 'Este e-mail já está em uso' }],
      }),
    ),
  );
  await userEvent.fill(field('Nome'), 'Ana');
  await userEvent.fill(field('E-mail'), 'ana@morada.test');
  await save();
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Este e-mail já está em uso');
  await expect.element(field('E-mail')).toHaveFocus();
  await expect.element(field('E-mail')).toHaveValue('ana@morada.test');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a refusal without a field is a notice, and the values stay', async () => {
  await renderContact(() => Promise.reject(new ApiProblem(409, 'CLOSED', 'O contrato já foi encerrado.')));
  await userEvent.fill(field('Nome'), 'Ana');
  await userEvent.fill(field('E-mail'), 'ana@morada.test');
  await save();
  await expect.element(page.getByRole('alert').getByText('O contrato já foi encerrado.')).toBeVisible();
  await expect.element(field('Nome')).toHaveValue('Ana');
});

test('a day that was shown and is emptied is asked for: the default of the call does not take its place', async () => {
  const sent = vi.fn(async () => {});
  await renderPage(() => {
    const form = useForm(z.object({ pay_day: z.optional(z.nullable(z.string())) }), {
      defaultValues: { pay_day: '2026-11-05' },
      neverEmpty: () => ({ pay_day: 'Informe a data do pagamento' }),
      submit: sent,
    });
    return (
      <Form form={form}>
        <DateField form={form} name="pay_day" label="Pago em" />
        <Button type="submit">Salvar</Button>
      </Form>
    );
  });
  await expect.element(field('Pago em')).toHaveValue('05/11/2026');
  await userEvent.clear(field('Pago em'));
  await userEvent.tab();
  await save();
  await expect.element(page.getByText('Informe a data do pagamento')).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});
