import { Button } from '@mantine/core';
import { type Cents, formatMoney } from '@morada/domain/base/money';
import { IconAlertTriangleFilled, IconChecks } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { Panel } from '#web/ui/display/panel.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { type Loadable, QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import classes from './today-queue.module.css';

export type Task = {
  /** Title: "Fatura 10431". */
  title: string;
  who: string;
  /** "vencida há 15 dias" */
  when: string;
  late: boolean;
  amount?: Cents;
  /** The button's word, and where it leads, or what it does at once. */
  verb: string;
} & ({ link: LinkProps } | { run: () => Promise<unknown> });

/** The first tasks of one kind and the total, or `atLeast` as a lower bound. */
export type Found = { tasks: Task[]; count: number; atLeast?: boolean };

/** All tasks of one kind. */
export const allOf = (tasks: Task[]): Found => ({ tasks, count: tasks.length });

export type TaskGroup = {
  label: string;
  icon: ComponentType<{ size?: number; className?: string }>;
  query: Pick<Loadable<Found>, 'data' | 'error'>;
  /** The list that holds all of them, and how it calls them: "faturas", one of them "fatura". */
  list: LinkProps;
  names: [one: string, many: string];
};

/** Rows on the dashboard; its figures begin below them. */
const MAX_TASKS = 5;
const EVERYTHING = 'Tudo';

type TodayQueueProps = { groups: TaskGroup[]; onRetry: () => unknown; most?: number };

/** Today's tasks, overdue first. */
export function TodayQueue({ groups, onRetry, most = MAX_TASKS }: TodayQueueProps) {
  const [chosen, setChosen] = useState(EVERYTHING);
  const shown = groups.filter(({ label }) => chosen === EVERYTHING || label === chosen);
  const total = counted(groups);
  const failed = shown.filter(isFailed);
  const query: Loadable<TaskGroup[]> =
    failed.length > 0 && failed.length === shown.length
      ? { error: failed[0]?.query.error ?? null, refetch: onRetry }
      : { data: isSettled(groups) ? shown.filter((group) => !isFailed(group)) : undefined };

  return (
    <Panel
      title="Hoje"
      count={total}
      tools={
        groups.length > 1 &&
        total !== undefined &&
        total !== '0' && (
          <fieldset className={classes.kinds} aria-label="Mostrar">
            <Kind label={EVERYTHING} count={total} chosen={chosen} onChoose={setChosen} />
            {groups.map((group) => (
              <Kind
                key={group.label}
                label={group.label}
                count={counted([group])}
                chosen={chosen}
                onChoose={setChosen}
              />
            ))}
          </fieldset>
        )
      }
    >
      <QueryBoundary query={query} what="as pendências de hoje" lines={5}>
        {(loaded) => (
          <>
            <Rows groups={loaded} whole={failed.length === 0} most={most} />
            {failed.length > 0 && <Failed groups={failed} onRetry={onRetry} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

/** Whether every kind has answered. */
const isSettled = (groups: TaskGroup[]) => groups.every(({ query }) => query.data || query.error);

const isFailed = ({ query }: TaskGroup) => Boolean(query.error) && !query.data;

/** `14`, or `57+` where there may be more; undefined while it loads. */
function counted(groups: TaskGroup[]): string | undefined {
  if (!isSettled(groups) || groups.every(isFailed)) return undefined;
  const sum = groups.reduce((total, { query }) => total + (query.data?.count ?? 0), 0);
  return `${sum}${groups.some((group) => group.query.data?.atLeast || isFailed(group)) ? '+' : ''}`;
}

/** Kinds that could not be loaded: the others are there. */
function Failed({ groups, onRetry }: { groups: TaskGroup[]; onRetry: () => unknown }) {
  return (
    <Callout
      tone="failed"
      action={
        <Button size="xs" variant="default" onClick={onRetry}>
          Tentar de novo
        </Button>
      }
    >
      {`Não foi possível carregar: ${groups.map(({ label }) => label).join(', ')}.`}
    </Callout>
  );
}

function Kind({
  label,
  count,
  chosen,
  onChoose,
}: {
  label: string;
  count: string | undefined;
  chosen: string;
  onChoose: (label: string) => void;
}) {
  return (
    <button type="button" className={classes.kind} aria-pressed={chosen === label} onClick={() => onChoose(label)}>
      {label} <span>{count}</span>
    </button>
  );
}

/** Overdue tasks come first, and each kind gets a fair share of the rows. */
function Rows({ groups, whole, most }: { groups: TaskGroup[]; whole: boolean; most: number }) {
  const fair = Math.ceil(most / Math.max(1, groups.filter(({ query }) => query.data?.count).length));
  const rows = groups
    .flatMap(({ icon, query }) => (query.data?.tasks ?? []).slice(0, fair).map((task) => ({ icon, task })))
    .sort((a, b) => Number(b.task.late) - Number(a.task.late))
    .slice(0, most);
  if (rows.length === 0) {
    return (
      whole && <EmptyState icon={IconChecks} title="Nada pendente para hoje" below="Tudo o que vencia foi resolvido." />
    );
  }
  return (
    <>
      <ul>
        {rows.map(({ icon: Icon, task }) => (
          <li key={task.title} className={classes.row} data-late={task.late || undefined}>
            {task.late ? <IconAlertTriangleFilled size={15} className={classes.late} /> : <Icon size={17} />}
            <span className={classes.what}>
              <b>{task.title}</b>
              <span title={task.who}>{task.who}</span>
            </span>
            <span className={classes.facts}>
              <span className={classes.when}>{task.when}</span>
              {task.amount !== undefined && <span className={classes.amount}>{formatMoney(task.amount)}</span>}
            </span>
            <Act task={task} />
          </li>
        ))}
      </ul>
      <Rest groups={groups} shown={rows.map(({ task }) => task)} brief={most === MAX_TASKS} />
    </>
  );
}

/** Leads to where it is done, or does it where that takes no more than a press. */
function Act({ task }: { task: Task }) {
  const run = useMutation({ mutationFn: async () => 'run' in task && task.run() });
  const { verb, title, who } = task;
  const look = {
    size: 'xs',
    variant: 'default',
    className: classes.act,
    'aria-label': `${verb}: ${title}, ${who}`,
  } as const;
  if ('link' in task) {
    return (
      <Button {...look} renderRoot={(props) => <Link {...task.link} {...props} />}>
        {verb}
      </Button>
    );
  }
  return (
    <Button {...look} loading={run.isPending} onClick={() => run.mutate()}>
      {verb}
    </Button>
  );
}

/** "Ver mais 8 pendências", in the lists they belong to. */
function Rest({ groups, shown, brief }: { groups: TaskGroup[]; shown: Task[]; brief: boolean }) {
  const rest = groups
    .map(({ label, query, list, names }) => {
      const { tasks = [], count = 0, atLeast = false } = query.data ?? {};
      return { label, list, names, atLeast, left: count - tasks.filter((task) => shown.includes(task)).length };
    })
    .filter(({ left, atLeast }) => left > 0 || atLeast);
  if (rest.length === 0) return null;
  const total = rest.reduce((sum, { left }) => sum + left, 0);
  const open = rest.some(({ atLeast }) => atLeast) ? '+' : '';
  const words = `Ver mais ${total}${open} ${total === 1 ? 'pendência' : 'pendências'}`;
  const [only, ...others] = rest;
  return (
    <p className={classes.rest}>
      {brief && <Link to="/today">Ver Hoje inteiro</Link>}
      {only && others.length === 0 ? (
        <Link {...only.list}>{words}</Link>
      ) : (
        <>
          {words}:
          {rest.map(({ label, list, names, left, atLeast }) => (
            <Link key={label} {...list}>
              {left}
              {atLeast && '+'} {names[left === 1 ? 0 : 1]}
            </Link>
          ))}
        </>
      )}
    </p>
  );
}
