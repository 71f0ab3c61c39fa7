import { Button } from '@mantine/core';
import { CALENDAR_RULES, fiscalTables } from '@morada/contract/fiscal/fiscal-tables';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { NumberField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Fields, Wide } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { usePutCalendar } from './fiscal-table-queries.ts';
import classes from './fiscal-tables.module.css';
import { type Begun, TableWindow, validityOf } from './table-window.tsx';

const RULES = Object.entries(CALENDAR_RULES).map(([value, label]) => ({ value, label }));
const OBLIGATION = {
  name: '',
  who: '',
  rule: 'LAST_BUSINESS_DAY_OF_MONTH',
  day: null,
  month: null,
  date: null,
} as const;

/** What falls due in the fiscal year, and when. */
export function CalendarWindow(table: Begun<'calendar'>) {
  const { mutateAsync: put } = usePutCalendar();
  const form = useForm(fiscalTables.putCalendar.body, {
    defaultValues: { ...validityOf(table), figures: table.of.figures },
    submit: (body) => put({ body }),
    onSaved: () => {
      toast.success('Prazos salvos');
      table.onClose();
    },
  });
  // Not a field array of the library, whose code would load with every form, the login's too.
  const obligations = useWatch({ control: form.control, name: 'figures.obligations' });
  const setObligations = (next: typeof obligations) =>
    form.setValue('figures.obligations', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const failure = form.formState.errors.figures?.obligations;
  const missing = failure?.root?.message ?? failure?.message;
  return (
    <TableWindow table={table} title="prazos" form={form}>
      <Fields columns={1}>
        <DateField form={form} name="valid_from" label="Vigora desde" required disabled={!table.isNew} />
        <TextField form={form} name="source" label="Fonte" required help="A lei ou a instrução que traz os prazos." />
      </Fields>
      <p className={classes.about}>
        O prazo do DARF do mês é o do nome que começa por DARF, e o da declaração anual, o do que começa por DIMOB.
      </p>
      {missing && (
        <p role="alert" className={classes.error}>
          {missing}
        </p>
      )}
      {obligations.map(({ rule }, index) => {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own, the form does
          <fieldset key={index} className={classes.obligation}>
            <legend className={classes.legend}>Prazo {index + 1}</legend>
            <Fields>
              <Wide>
                <TextField form={form} name={`figures.obligations.${index}.name`} label="Nome" required />
              </Wide>
              <Wide>
                <TextField form={form} name={`figures.obligations.${index}.who`} label="Quem" required />
              </Wide>
              <Wide>
                <SelectField
                  form={form}
                  name={`figures.obligations.${index}.rule`}
                  label="Vence"
                  options={RULES}
                  required
                />
              </Wide>
              {rule === 'ON' && (
                <DateField form={form} name={`figures.obligations.${index}.date`} label="Dia" required />
              )}
              {rule === 'DAY_OR_EARLIER_BUSINESS_DAY' && (
                <NumberField
                  form={form}
                  name={`figures.obligations.${index}.day`}
                  label="Dia do mês"
                  required
                  max={31}
                />
              )}
              {rule !== 'ON' && (
                <NumberField
                  form={form}
                  name={`figures.obligations.${index}.month`}
                  label="Mês do ano"
                  max={12}
                  help="Em branco, todo mês."
                />
              )}
            </Fields>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              className={classes.removeObligation}
              leftSection={<IconTrash size={15} />}
              aria-label={`Remover o prazo ${index + 1}`}
              onClick={() => setObligations(obligations.toSpliced(index, 1))}
            >
              Remover
            </Button>
          </fieldset>
        );
      })}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          onClick={() => setObligations([...obligations, OBLIGATION])}
        >
          Acrescentar prazo
        </Button>
      </div>
    </TableWindow>
  );
}
