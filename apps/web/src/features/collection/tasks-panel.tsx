import type { Answer } from '@morada/contract/base/endpoint';
import type { CollectionTask, collectionTasks } from '@morada/contract/collection/collection-tasks';
import { formatDate } from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { count } from '#web/lib/count.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import classes from './board.module.css';
import { Place } from './place.tsx';

const ASKED: Readonly<Record<CollectionTask['kind'], (day: string) => string>> = {
  CALL: (day) => `Ligar, desde ${day}`,
  PROMISE: (day) => `Prometeu pagar em ${day}, e não pagou`,
  FAILED: (day) => `Mensagem de ${day} não saiu`,
};

type TasksPanelProps = { tasks: Answer<typeof collectionTasks.list>; onOpen: (id: number) => void };

/** What needs a person, first of all on the page; nothing when all is done. */
export function TasksPanel({ tasks, onOpen }: TasksPanelProps) {
  if (tasks.total === 0) return null;
  return (
    <div className={classes.tasks}>
      <Panel title="Precisa de atenção" count={count(tasks.total)}>
        <ul>
          {tasks.data.map(({ kind, id, tenant, property, amount, days, day }) => (
            <li key={`${kind} ${id}`}>
              <button type="button" className={classes.row} onClick={() => onOpen(id)}>
                <span className={classes.name} title={tenant}>
                  {tenant}
                </span>
                <span className={classes.amount}>{formatMoney(amount)}</span>
                <span className={classes.asked}>{ASKED[kind](formatDate(day))}</span>
                <Place property={property} days={days} />
              </button>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
