import { LeadCreate } from '@morada/contract/registry/leads';
import { LEAD_KINDS } from '@morada/domain/attendance/lead-words';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { SelectField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PhoneField } from '#web/ui/input/masked.tsx';
import { TextField } from '#web/ui/input/text-fields.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useCreateLead } from './lead-queries.ts';

const KINDS = Object.entries(LEAD_KINDS).map(([value, label]) => ({ value, label }));

type NewLeadWindowProps = { onClose: () => void; onOpened: (id: number) => void };

/** Somebody who called or came in. */
export function NewLeadWindow({ onClose, onOpened }: NewLeadWindowProps) {
  const { mutateAsync: create } = useCreateLead();
  const form = useForm(LeadCreate, {
    defaultValues: { name: '', phone: '', email: '', kind: 'RENT', property_id: null, note: '' },
    submit: (body) => create({ body }),
    onSaved: ({ id, joined }) => {
      toast.success(joined ? 'Esta pessoa já tinha um lead aberto, que recebeu a mensagem' : 'Lead cadastrado');
      onOpened(id);
    },
  });
  return (
    <FormWindow title="Novo lead" onClose={onClose} form={form} verb="Cadastrar">
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="name" label="Nome" required maxLength={120} />
          <PhoneField form={form} name="phone" label="Telefone" />
          <TextField form={form} name="email" label="E-mail" type="email" />
          <SelectField form={form} name="kind" label="Assunto" required options={KINDS} />
          {may('PROPERTY_VIEW') && <PropertyPicker form={form} name="property_id" label="Imóvel" />}
          <TextareaField form={form} name="note" label="O que a pessoa disse" rows={3} />
        </Fields>
      </Form>
    </FormWindow>
  );
}
