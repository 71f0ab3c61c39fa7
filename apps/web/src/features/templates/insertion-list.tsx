import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './insertion-list.module.css';
import { findInsertions, type InsertionGroup } from './insertions.ts';

type InsertionListProps = { onInsert: (written: string) => void };

/** Everything that may be put into the text, by groups, with what it will be in the example. */
export function InsertionList({ onInsert }: InsertionListProps) {
  const [typed, setTyped] = useState('');
  const groups = findInsertions(typed);
  return (
    <section aria-label="Variáveis e blocos" className={classes.list}>
      <TextInput
        size="xs"
        type="search"
        aria-label="Buscar variável"
        placeholder="Buscar variável"
        leftSection={<IconSearch />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.scroll}>
        {groups.map((group) => (
          <Group key={group.title} group={group} onInsert={onInsert} />
        ))}
        {groups.length === 0 && (
          <p role="status" className={classes.none}>
            Nenhuma variável com estas letras
          </p>
        )}
      </div>
    </section>
  );
}

function Group({ group: { title, below, insertions }, onInsert }: { group: InsertionGroup } & InsertionListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {below && <p className={classes.below}>{below}</p>}
      <ul>
        {insertions.map(({ written, label, example }) => (
          <li key={written}>
            <button type="button" className={classes.insertion} onClick={() => onInsert(written)}>
              <span>{label}</span>
              {example && <span className={classes.example}>{example}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
