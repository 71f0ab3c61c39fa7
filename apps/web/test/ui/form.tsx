import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import type * as z from 'zod/mini';
import { Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { renderPage } from './render.tsx';

/** A form with a button that submits; answers what it was submitted with. `submit` may refuse, as the server does. */
export async function renderForm<V extends FieldValues>(
  schema: z.ZodMiniType<unknown, V>,
  defaultValues: DefaultValues<V>,
  fields: (form: FormState<V>) => ReactNode,
  submit: (values: V) => Promise<unknown> = async () => {},
) {
  const submitted = vi.fn(submit);
  await renderPage(() => {
    const form = useForm(schema, { defaultValues, submit: submitted });
    return (
      <Form form={form}>
        {fields(form)}
        <Button type="submit">Salvar</Button>
      </Form>
    );
  });
  return submitted;
}

export const field = (name: string) => page.getByLabelText(name);
export const save = () => page.getByRole('button', { name: 'Salvar' }).click();
