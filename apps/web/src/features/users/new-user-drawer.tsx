import { AdminUserCreate } from '@morada/contract/access/users';
import { toast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { UserFields } from './user-fields.tsx';
import { useCreateUser } from './user-queries.ts';

export default function NewUserDrawer({ onClose }: { onClose: () => void }) {
  const create = useCreateUser();
  const form = useForm(AdminUserCreate, {
    defaultValues: { name: '', email: '', password: '', password_temporary: true },
    submit: (body) => create.mutateAsync({ body }),
    onSaved: () => {
      toast.success('Usuário cadastrado');
      onClose();
    },
  });
  return (
    <FormWindow
      title="Novo usuário"
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Cadastrar usuário', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <Form form={form}>
        <UserFields form={form} />
      </Form>
    </FormWindow>
  );
}
