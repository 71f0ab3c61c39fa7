import { BULK_LIMITS, type BulkRun } from '@morada/contract/desk/bulk';
import { count } from '#web/lib/count.ts';
import { Money } from '#web/ui/display/figures.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import classes from './bulk-window.module.css';
import { towards, wordsOf } from './bulk-words.ts';
import { Piles } from './piles.tsx';

/** Before anything happens: how many, how much, which not and why. */
export function Preview({ run }: { run: BulkRun }) {
  const { action, options, states } = run;
  const { sum, note, back } = wordsOf(action);
  const to = towards(options);
  return (
    <>
      <Counters
        items={[
          { label: to ? `Passam para ${to.toLowerCase()}` : 'Entram nesta ação', value: count(states.READY.count) },
          ...(sum ? [{ label: sum, value: <Money value={states.READY.amount} /> }] : []),
          { label: 'Ficam de fora', value: count(states.REFUSED.count), tone: tone(states.REFUSED.count) },
        ]}
      />
      <p className={classes.note}>
        {note && `${note} `}
        {back === undefined
          ? 'Não dá para desfazer.'
          : run.reversible
            ? `Dá para desfazer por ${BULK_LIMITS.undoMinutes} minutos. ${back}`
            : 'Você não tem permissão para desfazer.'}
      </p>
      <Piles run={run} able="Entram" left="Ficam de fora" />
    </>
  );
}

const tone = (refused: number) => (refused > 0 ? ('red' as const) : undefined);
