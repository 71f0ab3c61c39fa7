import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { EXTRA_TYPES } from '#web/features/contracts/extras/extra-words.ts';
import { MoneyField, SegmentedField, TextField } from '#web/ui/form/fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import classes from './own-lines.module.css';
import type { Draft } from './termination-queries.ts';

type Line = NonNullable<Draft['extras']>[number];

/** An empty line; the schema requires the amount. */
const BLANK: Line = { description: '', amount: null as unknown as number, type: 'DEBIT', transfer: true };
const TYPES = Object.entries(EXTRA_TYPES).map(([value, label]) => ({ value, label }));

/** Lines that only this sheet has: painting, a lost key, an agreed discount. */
export function OwnLines({ form }: { form: Form<Draft> }) {
  const lines = useWatch({ control: form.control, name: 'extras' }) ?? [];
  const set = (next: Line[]) =>
    form.setValue('extras', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <section className={classes.lines}>
      <div className={classes.head}>
        <h3>Acréscimos e deduções</h3>
        <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => set([...lines, BLANK])}>
          Adicionar linha
        </Button>
      </div>
      {lines.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form knows them by their place
        <fieldset key={place} className={classes.line} aria-label={`Linha ${place + 1}`}>
          <TextField form={form} name={`extras.${place}.description`} label="Descrição" maxLength={200} />
          <SegmentedField form={form} name={`extras.${place}.type`} label="Tipo" options={TYPES} />
          <MoneyField form={form} name={`extras.${place}.amount`} label="Valor" />
          <ActionIcon
            size={36}
            aria-label={`Remover linha ${place + 1}`}
            onClick={() => set(lines.filter((__, other) => other !== place))}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </fieldset>
      ))}
    </section>
  );
}
