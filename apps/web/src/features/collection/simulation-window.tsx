import type { Answer } from '@morada/contract/base/endpoint';
import { collection } from '@morada/contract/collection/collection';
import { formatDate } from '@morada/domain/base/calendar';
import { stepDaysText } from '@morada/domain/collection/ruler';
import { IconTimeline } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { count, counted } from '#web/lib/count.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import touch from '#web/ui/base/touch.module.css';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { simulationQuery, useSwitchOn } from './collection-queries.ts';
import classes from './invoice-collection.module.css';

type Simulation = Answer<typeof collection.simulate>;

/** Simulation of the ruler: who would receive what, and when. The ruler is switched on from here. */
export function SimulationWindow({ active, onClose }: { active: boolean; onClose: () => void }) {
  const query = useQuery(simulationQuery);
  const { mutateAsync: switchOn, isPending } = useSwitchOn();
  const seen = query.data;
  const start = () =>
    seen &&
    switchOn({ body: { version: seen.version, from: seen.from } }).then(() => {
      toast.success('Régua ligada');
      onClose();
    }, toast.failure);
  return (
    <RecordWindow
      title={active ? 'O que vem nos próximos 30 dias' : 'Simulação dos próximos 30 dias'}
      onClose={onClose}
      actions={{
        close: 'Fechar',
        primary: !active &&
          may(collection.switchOn.access) && {
            label: 'Ligar a régua',
            loading: isPending,
            disabled: !seen || query.isFetching,
            onClick: start,
          },
      }}
    >
      <QueryBoundary query={query} what="a simulação" lines={12}>
        {(found) => <Days simulation={found} />}
      </QueryBoundary>
    </RecordWindow>
  );
}

function Days({ simulation: { from, until, messages, calls, steps } }: { simulation: Simulation }) {
  const days = Map.groupBy(steps, ({ day }) => day);
  if (steps.length === 0)
    return (
      <EmptyState
        icon={IconTimeline}
        title="Nenhum passo nestes dias"
        below={`De ${formatDate(from)} a ${formatDate(until)} nenhuma fatura aberta chega a um passo.`}
      />
    );
  return (
    <>
      <p>
        De {formatDate(from)} a {formatDate(until)}, se nenhuma fatura for paga: {counted(messages, 'passo', 'passos')}{' '}
        com mensagem e {counted(calls, 'ligação', 'ligações')} a fazer.
        {steps.length < messages + calls && ` Os primeiros ${count(steps.length)}:`}
      </p>
      {[...days].map(([day, those]) => (
        <section key={day} className={classes.part}>
          <h3>{formatDate(day)}</h3>
          <ul className={classes.list}>
            {those.map(({ invoice_id, days, action, people }) => (
              <li key={invoice_id} className={classes.line}>
                <span>
                  {action === 'CALL' ? 'Ligar para ' : ''}
                  {people.join(', ')}
                </span>
                <Link to="/financial/collection" search={{ open: invoice_id }} className={touch.alone}>
                  Fatura {invoice_id}, {stepDaysText(days).toLowerCase()}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
