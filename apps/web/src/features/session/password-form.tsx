import { Button } from '@mantine/core';
import { session } from '@morada/contract/session';
import { useState } from 'react';
import { ApiProblem, api } from '#web/lib/api.ts';
import { orSay } from '#web/lib/failure.ts';
import { toast } from '#web/lib/toast.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import classes from './password-form.module.css';

/** One field; who signed in a while ago is asked for the present password too. */
export function PasswordForm() {
  const [asked, setAsked] = useState(false);
  const form = useForm(session.password.body, {
    defaultValues: { password: '', current_password: '' },
    submit: async ({ password, current_password }) => {
      const body = { password, ...(current_password && { current_password }) };
      const call = orSay('Ocorreu um erro ao tentar alterar sua senha', api(session.password, { body }));
      return call.catch((error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'reauth-required') setAsked(true);
        throw error;
      });
    },
    onSaved: () => {
      toast.success('Senha alterada com sucesso');
      form.reset({ password: '', current_password: '' });
      setAsked(false);
    },
  });
  return (
    <div className={classes.form}>
      <Form form={form}>
        <Fields columns={1}>
          <PasswordField
            form={form}
            name="password"
            label="Nova senha"
            required
            help="Com 8 caracteres ou mais. As suas outras sessões terminam."
          />
          {asked && (
            <PasswordField
              form={form}
              name="current_password"
              label="Senha atual"
              required
              autoComplete="current-password"
              help="Você entrou há mais de dez minutos: confirme que é você."
            />
          )}
          <div>
            <Button type="submit" loading={form.formState.isSubmitting}>
              Alterar senha
            </Button>
          </div>
        </Fields>
      </Form>
    </div>
  );
}
