import { Button, Checkbox } from '@mantine/core';
import type { useSimulation } from '#web/features/readjustments/use-simulation.ts';
import classes from './choose-all.module.css';
import { SetAll } from './set-all.tsx';

type ChooseAllProps = Pick<
  ReturnType<typeof useSimulation>,
  'shown' | 'simulations' | 'total' | 'choose' | 'seeAll' | 'loading'
>;

/** Above the table: all of the page, and those of the pages that were not looked at. */
export function ChooseAll({ shown, simulations, total, choose, seeAll, loading }: ChooseAllProps) {
  const reckoned = shown.filter(({ after }) => after !== null);
  const chosen = reckoned.filter((simulation) => simulation.chosen);
  const unseen = total - simulations.length;
  return (
    <div className={classes.all}>
      <Checkbox
        label={unseen > 0 || total > shown.length ? 'Escolher todos desta página' : 'Escolher todos'}
        disabled={reckoned.length === 0}
        checked={reckoned.length > 0 && chosen.length === reckoned.length}
        indeterminate={chosen.length > 0 && chosen.length < reckoned.length}
        onChange={({ currentTarget }) =>
          choose(
            reckoned.map(({ contract }) => contract.id),
            { chosen: currentTarget.checked },
          )
        }
      />
      {unseen > 0 && (
        <Button size="xs" variant="default" loading={loading} onClick={seeAll}>
          {unseen === 1 ? 'Escolher também o da outra página' : `Escolher também os ${unseen} das outras páginas`}
        </Button>
      )}
      <div className={classes.end}>
        <SetAll
          onSet={(choice) =>
            choose(
              shown.map(({ contract }) => contract.id),
              choice,
            )
          }
        />
      </div>
    </div>
  );
}
