import { GroupCreate, groups } from '@morada/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { FieldsAreRead } from '#web/ui/form/field.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';
import { RecordModal } from '#web/ui/overlay/windows.tsx';
import { type Group, groupQuery, useCreateGroup, useSaveGroup } from './group-queries.ts';
import { PermissionsField } from './permissions-field.tsx';

type GroupValues = { name: string; permissions: string[] };

/** A group that is yet to be. */
export function NewGroupWindow({ onClose }: { onClose: () => void }) {
  const create = useCreateGroup();
  const form = useForm(GroupCreate, {
    defaultValues: { name: '', permissions: [] },
    submit: (body) => create.mutateAsync({ body }),
    onSaved: () => {
      toast.success('Grupo cadastrado');
      onClose();
    },
  });
  return (
    <RecordModal
      title="Novo grupo"
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Cadastrar grupo', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <GroupForm form={form} />
    </RecordModal>
  );
}

/** Permissions of a group; editable only by users who hold all of them. */
export function GroupWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(groupQuery(id));
  if (query.data) return <Editing group={query.data.data} reload={query.refetch} onClose={onClose} />;
  return (
    <RecordModal title="Grupo" onClose={onClose}>
      <QueryBoundary query={query} what="o grupo">
        {() => null}
      </QueryBoundary>
    </RecordModal>
  );
}

type EditingProps = {
  group: Group;
  reload: (options: { throwOnError: true }) => Promise<unknown>;
  onClose: () => void;
};

function Editing({ group, reload, onClose }: EditingProps) {
  const save = useSaveGroup(group.id);
  const form = useForm(GroupCreate, {
    values: { name: group.name, permissions: group.permissions ?? [] },
    submit: (body) => save.mutateAsync({ params: { id: group.id }, body }),
    onSaved: () => {
      toast.success('Dados atualizados!');
      onClose();
    },
  });
  const stale = useStale({ what: 'este grupo', forms: [form], reload });
  const changes = may(groups.update.access) && group.grantable;
  return (
    <RecordModal
      title={group.name}
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
      <GroupForm form={form} readOnly={!changes} />
    </RecordModal>
  );
}

function GroupForm({ form, readOnly }: { form: FormState<GroupValues>; readOnly?: boolean }) {
  return (
    <Form form={form}>
      <Fields columns={1}>
        <FieldsAreRead value={readOnly ?? false}>
          <TextField form={form} name="name" label="Nome" required maxLength={80} />
        </FieldsAreRead>
        <PermissionsField form={form} name="permissions" label="Permissões" required disabled={readOnly} />
      </Fields>
    </Form>
  );
}
