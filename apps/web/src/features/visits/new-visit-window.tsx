import { schedules, VisitCreate } from '@morada/contract/desk/schedules';
import { clients } from '@morada/contract/registry/clients';
import { shiftName } from '@morada/domain/attendance/visit';
import { bookingDays } from '@morada/domain/attendance/visit-days';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { ClientPicker } from '#web/entities/client/client-picker.tsx';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { useBookVisit, visitsQuery } from '#web/entities/visit/visit-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { SegmentedField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { PhoneField } from '#web/ui/input/masked.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';

/** Initial values of a visit that is booked from a site message. */
export type VisitDraft = {
  property?: { id: number; label: string } | null;
  name?: string;
  phone?: string | null;
  email?: string;
};

type NewVisitWindowProps = {
  draft?: VisitDraft;
  onClose: () => void;
};

const SHIFTS = (['AM', 'PM'] as const).map((value) => ({ value, label: shiftName(value) }));

/** Form of a visit that staff book, for a client or for a visitor who is not registered. */
export function NewVisitWindow({ draft = {}, onClose }: NewVisitWindowProps) {
  const book = useBookVisit();
  const { property, name = '', phone, email = '' } = draft;
  const { first, last } = bookingDays(today());
  const form = useForm(VisitCreate, {
    defaultValues: { property_id: property?.id, client_id: null, name, phone: phone ?? '', email, time: '', note: '' },
    submit: (body) => book.mutateAsync({ body }),
    onSaved: () => {
      toast.success('Visita agendada');
      onClose();
    },
  });
  const fill = (field: 'name' | 'phone' | 'email', value: string | null | undefined) =>
    value && form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <FormWindow title="Nova visita" onClose={onClose} form={form} verb="Agendar visita">
      <Form form={form}>
        <Fields columns={1}>
          <PropertyPicker
            form={form}
            name="property_id"
            label="Imóvel"
            required
            chosen={property ? { value: property.id, label: property.label } : undefined}
          />
          {may(clients.list.access) && (
            <ClientPicker
              form={form}
              name="client_id"
              label="Cliente"
              help="Deixe em branco para quem ainda não é cliente."
              onChoose={(person) => {
                fill('name', person?.label);
                fill('phone', person?.phone);
                fill('email', person?.email);
              }}
            />
          )}
          <TextField form={form} name="name" label="Visitante" required />
          <Fields>
            <PhoneField form={form} name="phone" label="Telefone" required />
            <TextField form={form} name="email" label="E-mail" type="email" />
          </Fields>
          <Fields>
            <DateField form={form} name="date" label="Data" required min={first} max={last} />
            <SegmentedField form={form} name="shift" label="Turno" required options={SHIFTS} />
          </Fields>
          <TextField
            form={form}
            name="time"
            label="Horário"
            placeholder="14:30"
            help="Deixe em branco quando só o turno foi combinado."
          />
          {may(schedules.list.access) && <SameShift form={form} />}
          <TextareaField form={form} name="note" label="Observação" rows={2} />
        </Fields>
      </Form>
    </FormWindow>
  );
}

/** Notice of visits that the property already has in the chosen shift; no error, as a shift holds several. */
function SameShift({ form }: { form: ReturnType<typeof useForm<typeof VisitCreate._zod.input, unknown>> }) {
  const { data } = useQuery(visitsQuery({}));
  const [property, date, shift] = useWatch({ control: form.control, name: ['property_id', 'date', 'shift'] });
  const same = (data?.progress ?? []).filter(
    (visit) =>
      visit.property_id === property && visit.date === date && shiftName(visit.shift) === shiftName(shift ?? ''),
  );
  if (!shift || same.length === 0) return null;
  return (
    <Callout tone="known">
      Já há visita a este imóvel neste turno: {new Intl.ListFormat('pt-BR').format(same.map(({ user }) => user.name))}.
    </Callout>
  );
}
