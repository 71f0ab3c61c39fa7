import { Button } from '@mantine/core';
import { Setup, session } from '@morada/contract/access/session';
import { api } from '#web/lib/api/api.ts';
import { startSession } from '#web/lib/session/session.ts';
import { messageOf } from '#web/lib/toast.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PasswordField, TextField } from '#web/ui/input/text-fields.tsx';
import { Note } from './auth-layout.tsx';

export function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm(Setup, {
    defaultValues: { token, name: '', email: '', password: '' },
    submit: async (body) =>
      startSession({ ...(await api(session.setup, { body })), email: body.email.trim().toLowerCase() }),
    onSaved: onDone,
    showsFailure: true,
  });
  const { errors } = form.formState;
  const wrong = errors.token?.message ?? (form.failure && messageOf(form.failure));
  return (
    <Form form={form}>
      {wrong && <Note alert>{wrong}</Note>}
      <Fields columns={1}>
        <TextField form={form} name="name" label="Nome" autoComplete="name" autoFocus />
        <TextField form={form} name="email" label="E-mail" type="email" autoComplete="username" />
        <PasswordField form={form} name="password" label="Senha" help="Ao menos 8 caracteres." />
        <Button type="submit" size="md" fullWidth loading={form.formState.isSubmitting}>
          Criar administrador e entrar
        </Button>
      </Fields>
    </Form>
  );
}
