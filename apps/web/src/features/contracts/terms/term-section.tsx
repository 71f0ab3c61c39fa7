import { addDays, type CalendarDate, isCalendarDate, periodBetween, periodText } from '@morada/domain/base/calendar';
import { type FieldValues, type Path, useWatch } from 'react-hook-form';
import { SwitchField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import { DateField } from '#web/ui/input/dates.tsx';
import type { FieldProps } from '#web/ui/input/field.ts';
import type { ContractDraft } from './contract-values.ts';

type TermSectionProps<V extends FieldValues> = {
  form: FieldProps<V>['form'];
  below: string;
  /** The end comes after it. */
  start: CalendarDate | undefined;
  /** A sale is never readjusted. */
  sale: boolean;
  /** Proposed for the next readjustment. */
  readjustment?: CalendarDate;
};

/** From when to when, and the next readjustment. */
export function TermSection<V extends FieldValues>({ form, below, start, sale, readjustment }: TermSectionProps<V>) {
  const at = (name: keyof ContractDraft) => ({ form, name: name as Path<V> });
  const end = useWatch({ control: form.control, name: at('end_date').name }) as CalendarDate | undefined;
  return (
    <FormSection title="Vigência" below={below} terms={sale ? ['proRata'] : ['readjustment', 'proRata']}>
      <DateField {...at('start_date')} label="Início" required />
      <DateField {...at('end_date')} label="Término" required min={start} help={termWords(start, end)} />
      {!sale && <DateField {...at('next_readjustment')} label="Próximo reajuste" required proposed={readjustment} />}
      <Wide>
        <SwitchField {...at('prorate')} label="Cobrar por dias o primeiro e o último mês" />
        {!sale && (
          <SwitchField
            {...at('ends_at_term')}
            label="Encerra no fim (locação por temporada)"
            help="Sem isto, a locação segue depois do fim por prazo indeterminado, com as mesmas cobranças."
          />
        )}
      </Wide>
    </FormSection>
  );
}

/** `Prazo de 30 meses`, both days counted. */
function termWords(start: CalendarDate | undefined, end: CalendarDate | undefined): string | undefined {
  if (!start || !end || !isCalendarDate(start) || !isCalendarDate(end) || end <= start) return undefined;
  return `Prazo de ${periodText(periodBetween(start, addDays(end, 1)))}`;
}
