import { type Lead, LeadChange } from '@morada/contract/registry/leads';
import { LEAD_KINDS } from '@morada/domain/attendance/lead-words';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { SelectField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PhoneField } from '#web/ui/input/masked.tsx';
import { TextField } from '#web/ui/input/text-fields.tsx';
import type { SharedRecord } from '#web/ui/overlay/use-record.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { useUpdateLead } from './lead-queries.ts';

const KINDS = Object.entries(LEAD_KINDS).map(([value, label]) => ({ value, label }));

type EditLeadWindowProps = { lead: Lead; version: string | undefined; record: SharedRecord; onClose: () => void };

export function EditLeadWindow({ lead, version, record, onClose }: EditLeadWindowProps) {
  const { id, name, phone, email, kind, property } = lead;
  const { mutateAsync: update } = useUpdateLead();
  const form = useForm(LeadChange, {
    values: { name, phone, email, kind, property_id: property?.id ?? null },
    submit: (body) => update({ params: { id }, body, ...(version !== undefined && { version }) }),
    onSaved: () => {
      toast.success('Lead alterado');
      onClose();
    },
  });
  return (
    <FormWindow title={`Alterar lead ${id}`} record={record} onClose={onClose} form={form} verb="Salvar">
      <Form form={form}>
        <Fields columns={1}>
          <TextField form={form} name="name" label="Nome" required maxLength={120} />
          <PhoneField form={form} name="phone" label="Telefone" />
          <TextField form={form} name="email" label="E-mail" type="email" />
          <SelectField form={form} name="kind" label="Assunto" required options={KINDS} />
          {may('PROPERTY_VIEW') && <PropertyPicker form={form} name="property_id" label="Imóvel" />}
        </Fields>
      </Form>
    </FormWindow>
  );
}
