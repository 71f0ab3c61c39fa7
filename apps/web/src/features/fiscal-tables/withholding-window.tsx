import { ActionIcon, Button, Switch } from '@mantine/core';
import { fiscalTables } from '@morada/contract/fiscal/fiscal-tables';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { FactorField, MoneyField, PercentField, TextField } from '#web/ui/form/fields.tsx';
import { Fields } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DateField } from '#web/ui/input/dates.tsx';
import { usePutWithholding } from './fiscal-table-queries.ts';
import classes from './fiscal-tables.module.css';
import { type Begun, TableWindow, validityOf } from './table-window.tsx';

/** A new bracket and a new reduction begin empty: the schema asks for their figures. */
const EMPTY = null as unknown as number;
const BRACKET = { up_to: null, rate: EMPTY, deduct: EMPTY };
const REDUCTION = { full_up_to: EMPTY, full: EMPTY, fades_to: EMPTY, constant: EMPTY, slope: EMPTY };

/** The monthly income tax table of natural persons. */
export function WithholdingWindow(table: Begun<'withholding'>) {
  const { mutateAsync: put } = usePutWithholding();
  const form = useForm(fiscalTables.putWithholding.body, {
    defaultValues: { ...validityOf(table), figures: table.of.figures },
    submit: (body) => put({ body }),
    onSaved: () => {
      toast.success('Tabela salva');
      table.onClose();
    },
  });
  // Not a field array of the library, whose code would load with every form, the login's too.
  const brackets = useWatch({ control: form.control, name: 'figures.brackets' });
  const setBrackets = (next: typeof brackets) =>
    form.setValue('figures.brackets', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const reduction = useWatch({ control: form.control, name: 'figures.reduction' });
  const last = brackets.length - 1;
  return (
    <TableWindow table={table} title="imposto na fonte" form={form}>
      <Fields columns={1}>
        <DateField form={form} name="valid_from" label="Vigora desde" required disabled={!table.isNew} />
        <TextField form={form} name="source" label="Fonte" required help="A lei ou a instrução que traz os números." />
      </Fields>
      <h3 className={classes.title}>Faixas da base do mês</h3>
      {brackets.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own, the form does
        <fieldset key={index} className={classes.bracket}>
          <legend className={classes.legend}>
            {index === last ? `Faixa ${index + 1}, sem limite` : `Faixa ${index + 1}`}
          </legend>
          {index < last && <MoneyField form={form} name={`figures.brackets.${index}.up_to`} label="Até" required />}
          <PercentField form={form} name={`figures.brackets.${index}.rate`} label="Alíquota" required />
          <MoneyField form={form} name={`figures.brackets.${index}.deduct`} label="A deduzir" required />
          {index < last && (
            <ActionIcon
              aria-label={`Remover a faixa ${index + 1}`}
              className={classes.remove}
              onClick={() => setBrackets(brackets.toSpliced(index, 1))}
            >
              <IconTrash size={17} />
            </ActionIcon>
          )}
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          onClick={() => setBrackets(brackets.toSpliced(last, 0, BRACKET))}
        >
          Acrescentar faixa
        </Button>
      </div>
      <h3 className={classes.title}>Desconto e mínimos</h3>
      <Fields>
        <MoneyField form={form} name="figures.simplified_discount" label="Desconto simplificado" required />
        <MoneyField form={form} name="figures.minimum" label="DARF mínimo" required />
        <PercentField form={form} name="figures.non_resident_rate" label="Não residente" required />
      </Fields>
      <h3 className={classes.title}>Redução do imposto</h3>
      <Switch
        size="xs"
        withThumbIndicator={false}
        label="A lei reduz o imposto dos menores rendimentos"
        checked={reduction !== null}
        onChange={({ currentTarget }) =>
          form.setValue('figures.reduction', currentTarget.checked ? (table.of.figures.reduction ?? REDUCTION) : null, {
            shouldDirty: true,
          })
        }
      />
      {reduction !== null && (
        <Fields>
          <MoneyField form={form} name="figures.reduction.full_up_to" label="Inteira até" required />
          <MoneyField form={form} name="figures.reduction.full" label="Redução inteira" required />
          <MoneyField form={form} name="figures.reduction.fades_to" label="Diminui até" required />
          <MoneyField form={form} name="figures.reduction.constant" label="Parcela fixa" required />
          <FactorField
            form={form}
            name="figures.reduction.slope"
            label="Fator"
            required
            help="Parcela fixa menos o fator vezes o rendimento."
          />
        </Fields>
      )}
    </TableWindow>
  );
}
