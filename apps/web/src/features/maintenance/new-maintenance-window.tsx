import { MaintenanceCreate } from '@morada/contract/desk/maintenance';
import { clients } from '@morada/contract/registry/clients';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { TextField } from '#web/ui/input/text-fields.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useOpen } from './maintenance-queries.ts';

type NewMaintenanceWindowProps = { onClose: () => void; onOpened: (id: number) => void };

/** A request that a client made by telephone, or the agency by itself. */
export function NewMaintenanceWindow({ onClose, onOpened }: NewMaintenanceWindowProps) {
  const { mutateAsync: open } = useOpen();
  const form = useForm(MaintenanceCreate, {
    defaultValues: { client_id: null, title: '', description: '' },
    submit: (body) => open({ body }),
    onSaved: ({ id }) => {
      toast.success('Manutenção aberta');
      onOpened(id);
    },
  });
  return (
    <FormWindow title="Abrir manutenção" onClose={onClose} form={form} verb="Abrir manutenção">
      <Form form={form}>
        <Fields columns={1}>
          <PropertyPicker form={form} name="property_id" label="Imóvel" required />
          {may(clients.list.access) && (
            <ClientPicker
              form={form}
              name="client_id"
              label="Quem pediu"
              help="O inquilino ou um proprietário do imóvel. Em branco: a própria imobiliária."
            />
          )}
          <TextField form={form} name="title" label="O que precisa de reparo" required maxLength={120} />
          <TextareaField form={form} name="description" label="O que acontece" required rows={4} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
