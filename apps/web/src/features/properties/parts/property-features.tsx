import { ActionIcon, Button, TextInput } from '@mantine/core';
import { PropertyFeatures as FeatureNames } from '@morada/contract/registry/properties';
import { IconPlus, IconSparkles, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import type { PropertyForms } from '#web/features/properties/form/use-property-forms.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { focusBeside, removeButtonRef } from '#web/ui/feedback/undo.tsx';
import { Sortable, useSorting } from '#web/ui/list/sortable.tsx';
import { DragHandle } from './drag-handle.tsx';
import parts from './parts.module.css';
import classes from './property-features.module.css';

const Name = FeatureNames.shape.data.def.element;

type Features = PropertyForms['features'];
type FeatureRow = Features['rows'][number];

/** Features of the property, in the order of its public page. */
export default function PropertyFeatures({ features, readOnly }: { features: Features; readOnly: boolean }) {
  const { rows, move } = features;
  return (
    <>
      {!readOnly && <AddFeatures features={features} />}
      {rows.length === 0 && (
        <EmptyState
          icon={IconSparkles}
          title="Nenhuma característica"
          below="Piscina, portaria 24 horas, armários: o que o imóvel tem, na ordem em que aparece no anúncio."
        />
      )}
      {rows.length > 0 && !readOnly && (
        <p className={parts.below}>A ordem e as remoções valem na hora; as novas, ao salvar as alterações.</p>
      )}
      <Sortable layout="grid" items={rows.map(({ key, value }) => ({ id: key, name: value.name }))} onMove={move}>
        <ul className={classes.features} aria-label="Características">
          {rows.map((row) => (
            <Feature key={row.key} row={row} features={features} readOnly={readOnly} />
          ))}
        </ul>
      </Sortable>
    </>
  );
}

function Feature({ row, features, readOnly }: { row: FeatureRow; features: Features; readOnly: boolean }) {
  const { item, handle } = useSorting(row.key);
  const { name } = row.value;
  return (
    <li className={classes.feature} data-fresh={row.id === undefined || undefined} {...item}>
      {!readOnly && <DragHandle handle={handle} label={`Ordenar ${name}`} />}
      <span className={classes.name} title={name}>
        {name}
      </span>
      {!readOnly && (
        <ActionIcon
          size={32}
          aria-label={`Remover ${name}`}
          ref={removeButtonRef}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            features.drop(row, name);
          }}
        >
          <IconX size={15} />
        </ActionIcon>
      )}
    </li>
  );
}

/** One name, or a whole list pasted: a comma or a new line parts them. */
function AddFeatures({ features: { rows, add } }: { features: Features }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  function put(text: string) {
    const names = namesIn(text);
    const fresh = names.filter((name) => !rows.some(({ value }) => isAlike(value.name, name)));
    const wrong = fresh.map((name) => Name.safeParse(name).error?.issues[0]?.message).find(Boolean);
    if (fresh.length === 0 || wrong) {
      setError(wrong ?? (names.length === 0 ? 'Informe o nome' : 'Já está na lista'));
      return;
    }
    add(fresh.map((name) => ({ name })));
    setTyped('');
    setError(undefined);
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text');
    if (namesIn(text).length < 2) return;
    event.preventDefault();
    put(text);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    put(typed);
  }

  return (
    <form noValidate className={classes.add} onSubmit={submit}>
      <TextInput
        label="Nova característica"
        description="Várias de uma vez: separe por vírgulas ou cole uma lista."
        autoComplete="off"
        error={error}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setError(undefined);
        }}
        onPaste={paste}
      />
      <Button type="submit" variant="default" className={classes.button} leftSection={<IconPlus size={15} />}>
        Adicionar
      </Button>
    </form>
  );
}

const isAlike = (one: string, other: string) => one.localeCompare(other, 'pt-BR', { sensitivity: 'base' }) === 0;

/** `Piscina, Sauna` → each once, without the bullets of a pasted list. */
function namesIn(text: string): string[] {
  const names = text.split(/[,;\n]/).map((name) => name.replace(/^[\s•*–-]+/, '').trim());
  return names.filter((name, index) => name && names.findIndex((other) => isAlike(other, name)) === index);
}
