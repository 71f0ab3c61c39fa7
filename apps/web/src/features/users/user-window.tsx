import { AdminUserChange } from '@morada/contract/access/users';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { type SharedRecord, useRecord } from '#web/ui/overlay/use-record.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { UserAccess } from './user-access.tsx';
import { UserFields } from './user-fields.tsx';
import { type User, userQuery, useSaveUser } from './user-queries.ts';

/** One person of the staff, to be put right. */
export default function UserWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, query, data } = useRecord({ what: 'este usuário', query: userQuery(id) });
  if (data) return <Editing user={data} record={record} onClose={onClose} />;
  return (
    <FormWindow title="Usuário" onClose={onClose}>
      <QueryBoundary query={query} what="o usuário">
        {() => null}
      </QueryBoundary>
    </FormWindow>
  );
}

type EditingProps = { user: User; record: SharedRecord; onClose: () => void };

function Editing({ user, record, onClose }: EditingProps) {
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
  return (
    <FormWindow title={user.name} record={record} form={form} verb="Salvar alterações" onClose={onClose}>
      <Form form={form}>
        <UserFields form={form} existing={{ self: user.self === true }} />
      </Form>
      {!user.self && <UserAccess user={user} />}
    </FormWindow>
  );
}
