import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import classes from './comparison.module.css';
import { type Conflict, isSame } from './use-conflicts.ts';

type ComparisonProps = { who: string; conflicts: Conflict[]; onDone: () => void };

/** Fields that two people changed, one choice for each. It takes effect in the form at once, and is saved with it. */
export function Comparison({ who, conflicts, onDone }: ComparisonProps) {
  const id = useId();
  const fields = conflicts.length === 1 ? 'o mesmo campo' : 'os mesmos campos';
  return (
    <section className={classes.comparison} aria-labelledby={id}>
      <div className={classes.head}>
        <p id={id} role="alert">
          {`Você e ${who} mudaram ${fields}. Escolha o que fica e salve.`}
        </p>
        <Button size="xs" variant="default" onClick={onDone}>
          Concluir
        </Button>
      </div>
      <div className={classes.fields}>
        {conflicts.map((conflict) => (
          <Choice key={conflict.name} conflict={conflict} who={who} />
        ))}
      </div>
    </section>
  );
}

function Choice({ conflict, who }: { conflict: Conflict; who: string }) {
  const id = useId();
  const { name, control, words, theirs, take } = conflict;
  const value: unknown = useWatch({ control, name });
  const [mine, setMine] = useState(conflict.mine);
  const { label, show } = words;
  const theirsIn = isSame(value, theirs);

  function choose(wanted: unknown) {
    if (!theirsIn) setMine(value); // As it was typed last.
    take(wanted);
  }

  const options = [
    { whose: 'Você', shown: show(theirsIn ? mine : value), chosen: !theirsIn, onChoose: () => choose(mine) },
    { whose: who, shown: show(theirs), chosen: theirsIn, onChoose: () => choose(theirs) },
  ];
  return (
    <div className={classes.choice} role="radiogroup" aria-labelledby={id}>
      <span className={classes.label} id={id}>
        {label}
      </span>
      {options.map(({ whose, shown, chosen, onChoose }) => (
        <label key={whose} className={classes.option}>
          <input type="radio" name={id} checked={chosen} onChange={onChoose} />
          <span className={classes.whose}>{whose}</span>
          <span className={classes.value}>{shown || 'em branco'}</span>
        </label>
      ))}
    </div>
  );
}
