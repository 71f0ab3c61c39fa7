import { Button } from '@mantine/core';
import { Credentials, session } from '@morada/contract/session';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { startSession } from '#web/lib/session.ts';
import { messageOf } from '#web/lib/toast.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { setupStateQuery } from './session-queries.ts';
import { Note } from './threshold.tsx';

export function LoginForm({ onDone }: { onDone: () => void }) {
  const { data: setup } = useQuery(setupStateQuery);
  const form = useForm(Credentials, {
    defaultValues: { email: '', password: '' },
    submit: async (body) => startSession(await api(session.login, { body })),
    onSaved: onDone,
    showsFailure: true,
  });
  return (
    <Form form={form}>
      {setup?.open && (
        <Note>
          Ainda não há administrador. Crie o primeiro pelo link de configuração que o servidor mostrou na primeira
          partida.
        </Note>
      )}
      {setup?.demo && (
        <Note>
          Imobiliária de demonstração: entre com {setup.demo.email}, senha {setup.demo.password}.
        </Note>
      )}
      {form.failure && <Note alert>{messageOf(form.failure)}</Note>}
      <Fields columns={1}>
        <TextField form={form} name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
        <PasswordField form={form} name="password" label="Senha" autoComplete="current-password" />
        <Button type="submit" size="md" fullWidth loading={form.formState.isSubmitting}>
          Entrar
        </Button>
      </Fields>
    </Form>
  );
}
