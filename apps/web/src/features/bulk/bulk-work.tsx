import type { BulkRun } from '@morada/contract/desk/bulk';
import { IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { count } from '#web/lib/count.ts';
import { useBulk } from './bulk-provider.tsx';
import { isGoing, recentQuery } from './bulk-queries.ts';
import { doneWords, wordsOf } from './bulk-words.ts';
import classes from './bulk-work.module.css';

/** In the head of every page: the run in progress, or for some minutes a finished one that can be undone. */
export default function BulkWork() {
  const { data: runs = [] } = useQuery(recentQuery);
  const { open } = useBulk();
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

const canUndo = ({ status, undo_until, reversible, states }: BulkRun) =>
  status === 'DONE' && reversible && undo_until !== null && states.DONE.count > 0;
