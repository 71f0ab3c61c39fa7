import type { BulkRun } from '@morada/contract/desk/bulk';
import { formatMoney } from '@morada/domain/base/money';
import { count } from '#web/lib/count.ts';
import { Moment } from '#web/ui/display/figures.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { WorkNote, WorkState } from '#web/ui/feedback/work-state.tsx';
import { doneWords, records, wordsOf } from './bulk-words.ts';
import { Piles } from './piles.tsx';

/** While it is carried out or taken back. */
export function Going({ run: { action, status, done, total } }: { run: BulkRun }) {
  const going = status === 'UNDOING' ? 'Desfazendo' : wordsOf(action).going;
  return (
    <WorkState title={going}>
      <Progress label={going} part={total > 0 ? done / total : 0}>
        {`${count(done)} de ${records(action, total)}`}
      </Progress>
      <WorkNote>Pode fechar esta janela ou sair da página: o andamento fica no alto da tela.</WorkNote>
    </WorkState>
  );
}

/** Result of the run. */
export function Ended({ run }: { run: BulkRun }) {
  return (
    <>
      <Outcome run={run} />
      <Piles run={run} able="Resultado" left="Ficaram como estavam" />
    </>
  );
}

function Outcome({ run }: { run: BulkRun }) {
  const { action, status, states, undo_until, reversible } = run;
  const { sum } = wordsOf(action);
  if (status === 'UNDONE') {
    const { UNDONE, LEFT } = states;
    return (
      <WorkState
        came="undone"
        title={UNDONE.count === 0 ? 'Nada foi desfeito' : `Desfeito: ${records(action, UNDONE.count)}`}
      >
        {LEFT.count > 0 && <WorkNote>{leftWords(LEFT.count)}</WorkNote>}
      </WorkState>
    );
  }
  const { DONE, FAILED, READY } = states;
  const broken = status === 'FAILED';
  return (
    <WorkState
      came={broken ? 'failed' : 'done'}
      title={
        <>
          {DONE.count === 0 ? 'Nenhum registro foi alterado' : doneWords(action, DONE.count)}
          {sum && DONE.count > 0 && ` · ${formatMoney(DONE.amount)}`}
        </>
      }
    >
      <WorkNote>
        {broken && `A ação não chegou ao fim: ${records(action, READY.count)} ainda por fazer. `}
        {FAILED.count > 0 && `${failedWords(FAILED.count)} `}
        {reversible && undo_until !== null && DONE.count > 0 && (
          <>
            Dá para desfazer até <Moment value={undo_until} timeOnly />.
          </>
        )}
      </WorkNote>
    </WorkState>
  );
}

const failedWords = (number: number) =>
  number === 1
    ? '1 não pôde ser feito: veja o motivo abaixo.'
    : `${count(number)} não puderam ser feitos: veja o motivo de cada um abaixo.`;

const leftWords = (number: number) =>
  number === 1
    ? '1 mudou desde então e ficou como está.'
    : `${count(number)} mudaram desde então e ficaram como estão.`;
