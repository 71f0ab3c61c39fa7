import { ViewCreate } from '@morada/contract/desk/views';
import { toast } from '#web/lib/toast.ts';
import { CheckboxField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { useCreateView } from './view-queries.ts';

type SaveViewWindowProps = { list: string; filters: Record<string, string>; onClose: () => void };

/** The filters of the moment, under a name. */
export default function SaveViewWindow({ list, filters, onClose }: SaveViewWindowProps) {
  const create = useCreateView();
  const form = useForm(ViewCreate, {
    defaultValues: { list, filters, name: '', first: false },
    submit: (body) => create.mutateAsync({ body }),
    onSaved: ({ name }) => {
      toast.success(`Filtro “${name}” salvo`);
      onClose();
    },
  });
  return (
    <RecordWindow
      title="Salvar filtro"
      width={440}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Salvar filtro', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <Form form={form}>
        <Fields columns={1}>
          <TextField
            form={form}
            name="name"
            label="Nome"
            required
            maxLength={40}
            autoFocus
            help="Guarda os filtros e a busca desta lista. Só você vê."
          />
          <CheckboxField form={form} name="first" label="Abrir a lista com este filtro" />
        </Fields>
      </Form>
    </RecordWindow>
  );
}
