import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { formatMoney } from '@morada/domain/base/money';
import { IconPlus, IconReceipt, IconTrash } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import type { Fee, PropertyForms } from '#web/features/properties/form/use-property-forms.ts';
import { Terms } from '#web/ui/display/terms/terms.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { focusBeside, removeButtonRef } from '#web/ui/feedback/undo.tsx';
import { MoneyInput } from '#web/ui/input/number-inputs.tsx';
import { ReadText } from '#web/ui/input/read-text.tsx';
import { Sortable, useSorting } from '#web/ui/list/sortable.tsx';
import { DragHandle } from './drag-handle.tsx';
import parts from './parts.module.css';
import classes from './property-fees.module.css';

type Fees = PropertyForms['fees'];
type FeeRow = Fees['rows'][number];

type PropertyFeesProps = { fees: Fees; onSave: () => Promise<boolean>; readOnly: boolean };

/** Monthly fees the tenant pays besides the rent, in the order of the invoice. */
export default function PropertyFees({ fees, onSave, readOnly }: PropertyFeesProps) {
  const { rows, list, add, move } = fees;
  const another = !readOnly && (
    <Button
      variant="default"
      leftSection={<IconPlus size={15} />}
      onClick={() => add([{ name: '', price: null, to_owner: false }])}
    >
      Adicionar taxa
    </Button>
  );
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={IconReceipt}
        title="Nenhuma taxa"
        below="Condomínio, IPTU e seguro são cobrados todo mês com o aluguel."
        action={another}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form ref={list} noValidate onSubmit={submit}>
      <p className={parts.below}>
        Cobradas todo mês com o aluguel, nesta ordem. A que repassa ao proprietário entra no repasse; as outras ficam
        guardadas para quem as cobra.
        {!readOnly && ' A ordem e as remoções valem na hora; nomes e valores, ao salvar as alterações.'}
      </p>
      <Terms of={['iptu']} />
      <Sortable
        layout="list"
        items={rows.map(({ key, value }, index) => ({ id: key, name: value.name || `Taxa ${index + 1}` }))}
        onMove={move}
      >
        <ol className={classes.fees} aria-label="Taxas">
          {rows.map((row, index) => (
            <FeeEntry key={row.key} row={row} place={index + 1} fees={fees} readOnly={readOnly} />
          ))}
        </ol>
      </Sortable>
      {another}
      {/* Enter in a field saves. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
}

type FeeEntryProps = { row: FeeRow; place: number; fees: Fees; readOnly: boolean };

function FeeEntry({ row, place, fees, readOnly }: FeeEntryProps) {
  const { item, handle } = useSorting(row.key);
  const { value, errors, theirs } = row;
  const change = (part: Partial<Fee>) => fees.change(row, part);
  const name = value.name || `taxa ${place}`;

  if (readOnly) {
    const amount = formatMoney(value.price ?? 0);
    return (
      <li>
        <ReadText label={name} text={value.to_owner ? `${amount}, repassa ao proprietário` : amount} />
      </li>
    );
  }
  return (
    <li className={classes.fee} {...item}>
      <span className={classes.button}>
        <DragHandle handle={handle} label={`Ordenar ${name}`} size={36} />
      </span>
      <TextInput
        label="Nome"
        withAsterisk
        autoComplete="off"
        autoFocus={row.id === undefined}
        error={errors.name}
        value={value.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <MoneyInput
        label="Valor"
        withAsterisk
        error={errors.price}
        value={value.price}
        onChange={(price) => change({ price })}
      />
      <div className={classes.switch}>
        <Switch
          size="xs"
          label="Repassa ao proprietário"
          withThumbIndicator={false}
          checked={value.to_owner}
          onChange={({ currentTarget }) => change({ to_owner: currentTarget.checked })}
        />
      </div>
      <ActionIcon
        size={36}
        className={classes.button}
        aria-label={`Remover ${name}`}
        ref={removeButtonRef}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget);
          fees.drop(row, name);
        }}
      >
        <IconTrash size={17} />
      </ActionIcon>
      {theirs && (
        <span className={classes.theirs} role="status">
          Outra pessoa salvou: {inWords(theirs)}
          <Button size="xs" variant="default" onClick={() => change(theirs)}>
            Usar este
          </Button>
        </span>
      )}
    </li>
  );
}

function inWords({ name, price, to_owner }: Fee): string {
  const amount = formatMoney(price ?? 0);
  return `${name}, ${amount}${to_owner ? ', repassa ao proprietário' : ''}`;
}
