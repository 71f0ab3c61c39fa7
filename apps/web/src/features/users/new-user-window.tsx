import { AdminUserCreate } from '@morada/contract/access/users';
import { toast } from '#web/lib/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useInvitation } from './use-invitation.tsx';
import { UserFields } from './user-fields.tsx';
import { useCreateUser } from './user-queries.ts';

export default function NewUserWindow({ onClose }: { onClose: () => void }) {
  const create = useCreateUser();
  const invite = useInvitation();
  const form = useForm(AdminUserCreate, {
    defaultValues: { name: '', email: '', password: '', password_temporary: false, invite: true },
    submit: ({ invite, password, password_temporary, ...body }) =>
      create.mutateAsync({ body: { ...body, ...(invite ? { invite } : { password, password_temporary }) } }),
    onSaved: (user) => {
      if (user.invited === 'BY_MAIL') toast.success(`Usuário cadastrado. O convite vai para ${user.email}.`);
      else toast.success('Usuário cadastrado');
      onClose();
      if (user.invited === 'BY_HAND') void invite(user);
    },
  });
  return (
    <FormWindow title="Novo usuário" onClose={onClose} form={form} verb="Cadastrar usuário">
      <Form form={form}>
        <UserFields form={form} />
      </Form>
    </FormWindow>
  );
}
