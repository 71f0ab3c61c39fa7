import { GroupCreate, groups } from '@morada/contract/access/groups';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { type Form as FormState, useForm } from '#web/ui/form/use-form.ts';
import { FieldsAreRead } from '#web/ui/input/field.ts';
import { type SharedRecord, useRecord } from '#web/ui/overlay/use-record.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
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
    <RecordWindow
      title="Novo grupo"
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Cadastrar grupo', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <GroupForm form={form} />
    </RecordWindow>
  );
}

/** Permissions of a group; editable only by users who hold all of them. */
export function GroupWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, query, data } = useRecord({ what: 'este grupo', query: groupQuery(id) });
  if (data) return <Editing group={data} record={record} onClose={onClose} />;
  return (
    <RecordWindow title="Grupo" onClose={onClose}>
      <QueryBoundary query={query} what="o grupo">
        {() => null}
      </QueryBoundary>
    </RecordWindow>
  );
}

type EditingProps = { group: Group; record: SharedRecord; onClose: () => void };

function Editing({ group, record, onClose }: EditingProps) {
  const save = useSaveGroup(group.id);
  const form = useForm(GroupCreate, {
    values: { name: group.name, permissions: group.permissions ?? [] },
    submit: (body) => save.mutateAsync({ params: { id: group.id }, body }),
    onSaved: () => {
      toast.success('Dados atualizados!');
      onClose();
    },
  });
  const changes = may(groups.update.access) && group.grantable;
  return (
    <RecordWindow
      title={group.name}
      record={record}
      forms={[form]}
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
    </RecordWindow>
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
