import type { BulkRun } from '@morada/contract/bulk';
import { IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { count } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { useBulk } from './bulk-provider.tsx';
import { isGoing, recentQuery, useBulkActions } from './bulk-queries.ts';
import { doneWords, records, wordsOf } from './bulk-words.ts';
import classes from './bulk-work.module.css';

/** In the head of every page: what goes on, and for some minutes what can be taken back. */
export default function BulkWork() {
  const { data: runs = NONE } = useQuery(recentQuery);
  const { open } = useBulk();
  useNews(runs);
  const going = runs.find(isGoing);
  const shown = going ?? runs.find(canUndo);
  if (!shown) return null;
  const { action, done, total, states, id } = shown;
  const part = total > 0 ? done / total : 0;
  return (
    <button type="button" className={classes.work} aria-haspopup="dialog" onClick={() => open(id)}>
      {going ? <IconLoader2 size={15} className={classes.turning} /> : <IconCircleCheck size={15} />}
      <span className={classes.words}>
        {going
          ? shown.status === 'UNDOING'
            ? 'Desfazendo'
            : wordsOf(action).going
          : doneWords(action, states.DONE.count)}
      </span>
      <span className={classes.figure}>{going ? `${count(done)} de ${count(total)}` : 'Desfazer'}</span>
      {going && <span className={classes.bar} style={{ '--part': part } as React.CSSProperties} aria-hidden="true" />}
    </button>
  );
}

const NONE: BulkRun[] = [];

const canUndo = ({ status, undo_until, reversible, states }: BulkRun) =>
  status === 'DONE' && reversible && undo_until !== null && states.DONE.count > 0;

/** A run that came to its end is said once, wherever its maker is by now, and every list reads again. */
function useNews(runs: BulkRun[]) {
  const { refresh } = useBulkActions();
  const known = useRef<Map<number, string>>(undefined);
  const announce = useEffectEvent((now: BulkRun[]) => {
    const before = known.current;
    known.current = new Map(now.map(({ id, status }) => [id, status]));
    // Runs that ended before the page was opened are not announced.
    if (!before) return;
    const ended = now.filter((run) => !isGoing(run) && before.get(run.id) !== run.status);
    if (ended.length === 0) return;
    for (const run of ended) toast.success(newsOf(run));
    refresh();
  });
  useEffect(() => {
    if (runs !== NONE) announce(runs);
  }, [runs]);
}

function newsOf({ action, status, states: { DONE, FAILED, UNDONE, LEFT } }: BulkRun): string {
  if (status === 'UNDONE')
    return `Desfeito: ${records(action, UNDONE.count)}.${LEFT.count > 0 ? ` ${LEFT.count === 1 ? '1 ficou como estava' : `${count(LEFT.count)} ficaram como estavam`}.` : ''}`;
  return `${doneWords(action, DONE.count)}.${FAILED.count > 0 ? ` ${FAILED.count === 1 ? '1 ficou de fora' : `${count(FAILED.count)} ficaram de fora`}.` : ''}`;
}
