import type { Answer } from '@morada/contract/base/endpoint';
import type { CollectionRow, collection } from '@morada/contract/collection/collection';
import { formatMoney } from '@morada/domain/base/money';
import type { Stage } from '@morada/domain/collection/stage-order';
import { STAGES } from '@morada/domain/collection/stages';
import { IconChecks } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { count } from '#web/lib/count.ts';
import touch from '#web/ui/base/touch.module.css';
import { Panel } from '#web/ui/display/panel.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import classes from './board.module.css';
import { nextWords } from './collection-words.ts';
import { Place } from './place.tsx';

type Board = Answer<typeof collection.board>;

/** Open invoices by stage, with the first of each; the empty stages are named in one line. */
export function CollectionBoard({ board, onOpen }: { board: Board; onOpen: (id: number) => void }) {
  const [filled, empty] = [
    board.stages.filter(({ invoices }) => invoices > 0),
    board.stages.filter(({ invoices }) => invoices === 0),
  ];
  if (filled.length === 0)
    return <EmptyState icon={IconChecks} title="Nenhuma fatura aberta" below="Com estes filtros." />;
  return (
    <>
      <div className={classes.board}>
        {filled.map((stage) => (
          <div key={stage.stage} className={classes.stage}>
            <StagePanel {...stage} active={board.active} onOpen={onOpen} />
          </div>
        ))}
      </div>
      {empty.length > 0 && (
        <p className={classes.none}>Sem faturas: {empty.map(({ stage }) => STAGES[stage]).join(', ')}.</p>
      )}
    </>
  );
}

type StagePanelProps = Board['stages'][number] & { active: boolean; onOpen: (id: number) => void };

function StagePanel({ stage, invoices, amount, rows, active, onOpen }: StagePanelProps) {
  return (
    <Panel
      title={STAGES[stage]}
      count={count(invoices)}
      tools={<span className={classes.sum}>{formatMoney(amount)}</span>}
    >
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <BoardRow row={row} active={active} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {invoices > rows.length && <RestLink stage={stage} invoices={invoices} />}
    </Panel>
  );
}

const RestLink = ({ stage, invoices }: { stage: Stage; invoices: number }) => (
  <p className={classes.rest}>
    <Link
      className={touch.alone}
      aria-label={`Ver todas, ${count(invoices)}, em ${STAGES[stage]}`}
      to="."
      search={((now: object) => ({ ...now, stage, page: undefined })) as never}
    >
      Ver todas, {count(invoices)}
    </Link>
  </p>
);

function BoardRow({ row, active, onOpen }: { row: CollectionRow; active: boolean; onOpen: (id: number) => void }) {
  const { id, tenant, property, amount, days, call, failed } = row;
  return (
    <button type="button" className={classes.row} onClick={() => onOpen(id)}>
      <span className={classes.name} title={tenant.name}>
        {tenant.name}
      </span>
      <span className={classes.amount}>{formatMoney(amount)}</span>
      <Place property={property} days={days} />
      <span className={classes.below}>{nextWords(row, active)}</span>
      {(call || failed) && <span className={classes.alert}>{call ? 'Ligação a fazer' : 'Uma mensagem não saiu'}</span>}
    </button>
  );
}
