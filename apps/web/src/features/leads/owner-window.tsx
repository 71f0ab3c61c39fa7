import { leads } from '@morada/contract/registry/leads';
import { useQuery } from '@tanstack/react-query';
import { toast } from '#web/lib/toast.ts';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { ownersQuery, useAssignLead } from './lead-queries.ts';

type OwnerWindowProps = { id: number; owner: number | null; onClose: () => void };

/** Who answers a lead. */
export function OwnerWindow({ id, owner, onClose }: OwnerWindowProps) {
  const { mutateAsync: assign } = useAssignLead();
  const { data = [] } = useQuery(ownersQuery);
  const form = useForm(leads.assign.body, {
    defaultValues: { owner_id: owner },
    submit: (body) => assign({ params: { id }, body }),
    onSaved: ({ owner: now }) => {
      toast.success(now ? `${now.name} responde por este lead` : 'O lead ficou sem responsável');
      onClose();
    },
  });
  const chosen = form.watch('owner_id') ?? null;
  return (
    <FormWindow title={`Responsável pelo lead ${id}`} onClose={onClose} form={form} verb="Salvar">
      <Form form={form}>
        <Fields columns={1}>
          <Select
            label="Responsável"
            placeholder="Ninguém"
            clearable
            searchable
            data={data.map(({ id: value, name: label }) => ({ value: String(value), label }))}
            value={chosen === null ? null : String(chosen)}
            onChange={(value) =>
              form.setValue('owner_id', value === null ? null : Number(value), { shouldDirty: true })
            }
            error={form.formState.errors.owner_id?.message as string | undefined}
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}
