import { Button } from '@mantine/core';
import { session } from '@morada/contract/access/session';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { toast } from '#web/lib/toast.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PasswordField } from '#web/ui/input/text-fields.tsx';
import classes from './password-form.module.css';

/** A single field: unless the sign-in is recent, a separate window asks for the current password. */
export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const change = useMutation(mutation(session.password, { failure: 'Ocorreu um erro ao tentar alterar sua senha' }));
  const form = useForm(session.password.body, {
    defaultValues: { password: '' },
    submit: (body) => change.mutateAsync({ body }),
    onSaved: () => {
      toast.success('Senha alterada com sucesso');
      form.reset({ password: '' });
      onDone?.();
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
