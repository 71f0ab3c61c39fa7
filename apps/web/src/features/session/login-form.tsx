import { Button } from '@mantine/core';
import { Credentials } from '@morada/contract/access/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plainHttpNotice } from '#web/lib/plain-http.ts';
import { messageOf } from '#web/lib/toast.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PasswordField, TextField } from '#web/ui/input/text-fields.tsx';
import { Note } from './auth-layout.tsx';
import { CODE_ASKED, orAskCode } from './code-asked.ts';
import { CodeField } from './code-field.tsx';
import { setupStateQuery, signIn } from './session-queries.ts';

export function LoginForm({ onDone }: { onDone: () => void }) {
  const { data: setup } = useQuery(setupStateQuery);
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm(Credentials, {
    defaultValues: { email: '', password: '', code: undefined },
    submit: (body) => orAskCode(signIn(body)),
    onSaved: (answer) => (answer === CODE_ASKED ? setAsksCode(true) : onDone()),
    asks: true,
    showsFailure: true,
  });
  function back() {
    setAsksCode(false);
    form.reset({ email: form.getValues('email'), password: '', code: undefined });
  }
  return (
    <Form form={form}>
      {setup?.open && <Note>Ainda não há administrador. Crie o primeiro pelo link que o servidor mostrou.</Note>}
      {setup?.demo && (
        <Note>
          Demonstração: entre com {setup.demo.email}, senha {setup.demo.password}.
        </Note>
      )}
      {plainHttpNotice && <Note>{plainHttpNotice}</Note>}
      {form.failure && <Note alert>{messageOf(form.failure)}</Note>}
      <Fields columns={1}>
        {asksCode ? (
          <CodeField form={form} name="code" />
        ) : (
          <>
            <TextField form={form} name="email" label="E-mail" type="email" autoComplete="username" autoFocus />
            <PasswordField form={form} name="password" label="Senha" autoComplete="current-password" />
            {setup?.mail && <a href="/senha">Esqueci a senha</a>}
          </>
        )}
        <Button type="submit" size="md" fullWidth loading={form.formState.isSubmitting}>
          Entrar
        </Button>
        {asksCode && (
          <Button variant="subtle" color="gray" onClick={back}>
            Voltar
          </Button>
        )}
      </Fields>
    </Form>
  );
}
