import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconReceipt, IconTrash } from '@tabler/icons-react';
import { useFieldArray } from 'react-hook-form';
import { EmptyState } from '#web/ui/blank.tsx';
import { MoneyField, SwitchField, TextField } from '#web/ui/form/fields.tsx';
import classes from './property-fees.module.css';
import type { Fee, PropertyForms } from './use-property-forms.ts';

type PropertyFeesProps = { form: PropertyForms['fees']; readOnly: boolean };

/** What the tenant pays every month besides the rent, in the order of the invoice. */
export function PropertyFees({ form, readOnly }: PropertyFeesProps) {
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'data' });
  const last = fields.length - 1;
  const add = !readOnly && (
    <Button
      variant="default"
      leftSection={<IconPlus size={15} />}
      onClick={() => append({ name: '', to_owner: false } as Fee)}
    >
      Adicionar taxa
    </Button>
  );
  if (fields.length === 0) {
    return (
      <EmptyState
        icon={IconReceipt}
        title="Nenhuma taxa"
        below="Condomínio, IPTU e seguro são cobrados todo mês com o aluguel."
        action={add}
      />
    );
  }
  return (
    <div>
      <p className={classes.below}>
        Cobradas todo mês com o aluguel, nesta ordem. A que repassa ao proprietário entra no repasse; as outras ficam
        guardadas para quem as cobra.
      </p>
      <ol className={classes.fees}>
        {fields.map((field, index) => (
          <li key={field.id} className={classes.fee}>
            <TextField form={form} name={`data.${index}.name`} label="Nome" required />
            <MoneyField form={form} name={`data.${index}.price`} label="Valor" required />
            <div className={classes.switch}>
              <SwitchField form={form} name={`data.${index}.to_owner`} label="Repassa ao proprietário" />
            </div>
            {!readOnly && (
              <div className={classes.actions}>
                <ActionIcon
                  size={32}
                  className={classes.arrow}
                  aria-label={`Subir taxa ${index + 1}`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={17} />
                </ActionIcon>
                <ActionIcon
                  size={32}
                  className={classes.arrow}
                  aria-label={`Descer taxa ${index + 1}`}
                  disabled={index === last}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={17} />
                </ActionIcon>
                <ActionIcon size={32} aria-label={`Remover taxa ${index + 1}`} onClick={() => remove(index)}>
                  <IconTrash size={17} />
                </ActionIcon>
              </div>
            )}
          </li>
        ))}
      </ol>
      {add}
    </div>
  );
}
