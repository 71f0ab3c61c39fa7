import type { BulkRun } from '@morada/contract/desk/bulk';
import { formatMoney } from '@morada/domain/base/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import type { FootActions } from '#web/ui/base/actions.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { isGoing, runQuery, saveRun, useDiscardRun, useStartRun } from './bulk-queries.ts';
import type { BulkRequest } from './bulk-request.ts';
import classes from './bulk-window.module.css';
import { verbOf, wordsOf } from './bulk-words.ts';
import { areGiven, OptionFields, startingOptions } from './option-fields.tsx';
import { Preview } from './preview.tsx';
import { previewQuery } from './preview-query.ts';
import { Ended, Going } from './run-state.tsx';
import { useUndo } from './use-undo.ts';

type BulkWindowProps = { request?: BulkRequest; run?: number; onClose: () => void };

/** Bulk action window: preview, progress, result and undo. */
export default function BulkWindow({ request, run, onClose }: BulkWindowProps) {
  const [started, setStarted] = useState(run);
  if (started !== undefined) return <OneRun id={started} onClose={onClose} />;
  if (!request) return null;
  return (
    <Asked
      request={request}
      onClose={onClose}
      onStarted={(id) => {
        setStarted(id);
        request.onStarted?.();
      }}
    />
  );
}

const WIDTH = 880;

function Asked({
  request: { action, chosen, options },
  onStarted,
  onClose,
}: {
  request: BulkRequest;
  onStarted: (id: number) => void;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<object>(() => ({ ...startingOptions(action), ...options }));
  const given = areGiven(asked);
  const query = useQuery({ ...previewQuery(action, { ...chosen, ...asked }), enabled: given });
  const start = useStartRun();
  const discard = useDiscardRun();
  const preview = query.data;

  const close = () => {
    // Best effort: the server removes previews that are never run.
    if (preview) discard.mutate({ params: { id: preview.id } });
    onClose();
  };
  const able = preview?.states.READY;

  return (
    <RecordWindow
      title={wordsOf(action).title}
      width={WIDTH}
      onClose={close}
      actions={{
        close: 'Cancelar',
        primary: {
          label: able ? verbOf(action, able.count) : wordsOf(action).title,
          disabled: !given || !able || able.count === 0 || query.isFetching,
          loading: start.isPending,
          onClick: () =>
            preview &&
            start.mutate(
              { params: { id: preview.id } },
              { onSuccess: ({ id }) => onStarted(id), onError: toast.failure },
            ),
        },
      }}
    >
      <div className={classes.body}>
        <OptionFields values={asked} onChange={setAsked} />
        {given && (
          <QueryBoundary query={query} what="a conferência" lines={10}>
            {(found) => <Preview key={found.id} run={found} />}
          </QueryBoundary>
        )}
      </div>
    </RecordWindow>
  );
}

function OneRun({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(runQuery(id));
  const run = query.data;
  const actions = useActions(run);
  return (
    <RecordWindow
      title={run ? wordsOf(run.action).title : 'Ação em lote'}
      width={WIDTH}
      onClose={onClose}
      actions={{ close: 'Fechar', ...actions }}
    >
      <div className={classes.body}>
        <QueryBoundary query={query} what="a ação em lote" lines={10}>
          {(found) => (isGoing(found) ? <Going run={found} /> : <Ended run={found} />)}
        </QueryBoundary>
      </div>
    </RecordWindow>
  );
}

function useActions(run: BulkRun | undefined): FootActions {
  const start = useStartRun();
  const askUndo = useUndo();
  const phone = usePhone();
  if (!run || isGoing(run)) return {};
  const save = (format: 'xlsx' | 'csv') => () => saveRun(run.id, format).catch(toast.failure);
  const undo = run.reversible && run.undo_until !== null && run.states.DONE.count > 0;
  const again = run.status === 'FAILED' && run.states.READY.count > 0;
  return {
    danger: undo && { label: 'Desfazer', onClick: () => askUndo(run) },
    more: [
      { label: 'Salvar resultado (XLSX)', onClick: save('xlsx') },
      { label: 'Salvar resultado (CSV)', onClick: save('csv') },
    ],
    close: phone && again ? undefined : 'Fechar',
    primary: again && {
      label: `Continuar · ${formatMoney(run.states.READY.amount)}`,
      loading: start.isPending,
      onClick: () => start.mutate({ params: { id: run.id } }, { onError: toast.failure }),
    },
  };
}
