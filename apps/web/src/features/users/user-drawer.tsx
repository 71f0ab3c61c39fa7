import { AdminUserChange } from '@morada/contract/users';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { UserAccess } from './user-access.tsx';
import { UserFields } from './user-fields.tsx';
import { type User, userQuery, useSaveUser } from './user-queries.ts';

/** One person of the staff, to be put right. */
export default function UserDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(userQuery(id));
  if (query.data) return <Editing user={query.data.data} reload={query.refetch} onClose={onClose} />;
  return (
    <FormDrawer title="Usuário" onClose={onClose}>
      <QueryBoundary query={query} what="o usuário">
        {() => null}
      </QueryBoundary>
    </FormDrawer>
  );
}

type EditingProps = {
  user: User;
  reload: (options: { throwOnError: true }) => Promise<unknown>;
  onClose: () => void;
};

function Editing({ user, reload, onClose }: EditingProps) {
  const save = useSaveUser(user.id);
  const form = useForm(AdminUserChange, {
    values: { name: user.name, email: user.email, groupId: user.group?.id, password: '', password_temporary: true },
    // Sent only with a password, and then even if the field was left unchanged.
    submit: ({ password_temporary = true, ...body }) =>
      save.mutateAsync({ params: { id: user.id }, body: { ...body, ...(body.password && { password_temporary }) } }),
    changesOnly: true,
    onSaved: () => {
      toast.success('Dados atualizados!');
      onClose();
    },
  });
  const stale = useStale({ what: 'este usuário', forms: [form], reload });
  return (
    <FormDrawer
      title={user.name}
      notice={stale.notice}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        primary: form.formState.isDirty && {
          label: 'Salvar alterações',
          onClick: form.save,
          loading: form.formState.isSubmitting,
        },
      }}
    >
      <Form form={form}>
        <UserFields form={form} existing={{ self: user.self === true }} />
      </Form>
      {!user.self && <UserAccess user={user} />}
    </FormDrawer>
  );
}
