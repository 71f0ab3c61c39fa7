import { givenDate } from '@morada/contract/base/fields';
import type { CalendarDate } from '@morada/domain/base/calendar';
import * as z from 'zod/mini';
import { today } from '#web/lib/today.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';

const Visit = z.object({ visit_on: givenDate('Informe o dia da visita') });

type OfferVisitWindowProps = {
  /** Day noted before, if any. */
  day: CalendarDate | null;
  onSchedule: (day: CalendarDate) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Notes the day on which staff visit an offered property; its owner sees it by the link. */
export function OfferVisitWindow({ day, onSchedule, onDone, onClose }: OfferVisitWindowProps) {
  const form = useForm(Visit, {
    defaultValues: { visit_on: day && day >= today() ? day : ('' as CalendarDate) },
    submit: ({ visit_on }) => onSchedule(visit_on),
    onSaved: onDone,
  });
  return (
    <RecordWindow
      title="Marcar visita ao imóvel"
      width={440}
      onClose={onClose}
      actions={{
        close: 'Cancelar',
        primary: { label: 'Marcar visita', onClick: form.save, loading: form.formState.isSubmitting },
      }}
    >
      <Form form={form}>
        <DateField form={form} name="visit_on" label="Dia da visita" required min={today()} />
      </Form>
    </RecordWindow>
  );
}
