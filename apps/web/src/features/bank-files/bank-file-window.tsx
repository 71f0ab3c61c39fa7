import type { BankFilePreview, BankLine, bankFiles } from '@morada/contract/bank/bank-files';
import type { Sent } from '@morada/contract/base/endpoint';
import { invoices } from '@morada/contract/money/invoices';
import { formatMoney } from '@morada/domain/base/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import type { FootActions } from '#web/ui/base/actions.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { bankFileQuery, canSettle, canUndo, isRunning, useAssignLine, useSettleBankFile } from './bank-file-queries.ts';
import classes from './bank-file-window.module.css';
import { boletosText, kindWords, paidSum } from './bank-file-words.ts';
import { ChooseFile, type FilePart } from './choose-file.tsx';
import { FileStatus } from './file-history.tsx';
import { AssignStep, useAssignment } from './lines/assign-step.tsx';
import type { Rest } from './lines/difference.ts';
import { OpenLineStep, useOpenLine } from './lines/open-line-step.tsx';
import { RestStep, useRestChoice } from './lines/rest-step.tsx';
import { Piles } from './piles.tsx';
import { previewCounters } from './preview-counters.ts';
import { Ended, Failed, Running } from './run-state.tsx';
import { SeenBefore } from './seen-before.tsx';
import { useAccepted, useRests, useSending } from './use-bank-file.ts';
import { useFileActions } from './use-file-actions.ts';

type BankFileWindowProps = {
  /** The file that lies open; without one it is to be chosen. */
  id: number | undefined;
  /** The list shown: earlier files, or the open payments. */
  part: FilePart;
  onPart: (part: FilePart) => void;
  onOpen: (id: number | undefined) => void;
  onClose: () => void;
};

/** "Efetuar baixa": a file of the bank is read, looked at, settled, and undone as a whole. */
export function BankFileWindow({ id, part, onPart, onOpen, onClose }: BankFileWindowProps) {
  const sending = useSending(onOpen);
  const [resolving, setResolving] = useState<number>();
  if (id !== undefined) {
    const toOpenLines = () => onPart('open');
    return <OneFile key={id} id={id} onOpen={onOpen} onClose={onClose} onOpenLines={toOpenLines} />;
  }
  if (resolving !== undefined) {
    const back = () => setResolving(undefined);
    return <OneOpenLine key={resolving} id={resolving} onBack={back} onClose={onClose} />;
  }
  return (
    <RecordWindow
      title="Efetuar baixa"
      terms={['reconciliation', 'remittance']}
      width={WIDTH}
      onClose={onClose}
      actions={{ close: 'Fechar' }}
    >
      <div className={classes.body}>
        <ChooseFile sending={sending} part={part} onPart={onPart} onOpen={onOpen} onResolve={setResolving} />
      </div>
    </RecordWindow>
  );
}

const WIDTH = 1120;

type OneOpenLineProps = { id: number; onBack: () => void; onClose: () => void };

function OneOpenLine({ id, onBack, onClose }: OneOpenLineProps) {
  const step = useOpenLine(id, onBack);
  return (
    <RecordWindow
      title="Efetuar baixa"
      terms={['reconciliation', 'remittance']}
      width={WIDTH}
      onClose={onClose}
      actions={step.actions}
    >
      <div className={classes.body}>
        <OpenLineStep step={step} />
      </div>
    </RecordWindow>
  );
}

type OneFileProps = Omit<BankFileWindowProps, 'id' | 'part' | 'onPart'> & { id: number; onOpenLines: () => void };

function OneFile({ id, onOpen, onClose, onOpenLines }: OneFileProps) {
  const query = useQuery(bankFileQuery(id));
  const file = query.data;
  const [assigning, setAssigning] = useState<BankLine>();
  const assignment = useAssignment(id, assigning, () => setAssigning(undefined));
  const { mutateAsync: assign } = useAssignLine(id);
  const { accepted, accept } = useAccepted();
  const { rests, choose } = useRests();
  const [resting, setResting] = useState<BankLine>();
  const restChoice = useRestChoice(resting, resting && rests.get(resting.line), (line, rest) => {
    choose(line, rest);
    accept([line], true);
    setResting(undefined);
  });
  const actions = useActions(file, { accepted, rests }, onOpen);
  const step = assigning
    ? {
        others: [{ label: 'Voltar', onClick: () => setAssigning(undefined) }],
        primary: { label: 'Atribuir à fatura', loading: assignment.formState.isSubmitting, onClick: assignment.save },
      }
    : resting && {
        others: [{ label: 'Voltar', onClick: () => setResting(undefined) }],
        primary: { label: 'Escolher e liquidar assim', onClick: restChoice.save },
      };

  return (
    <RecordWindow
      title="Efetuar baixa"
      terms={['reconciliation', 'remittance']}
      width={WIDTH}
      status={file && <FileStatus status={file.status} />}
      onClose={onClose}
      actions={step ?? actions}
    >
      <div className={classes.body}>
        <QueryBoundary query={query} what="o arquivo" lines={12}>
          {(found) => {
            if (assigning) return <AssignStep line={assigning} form={assignment} />;
            if (resting) return <RestStep line={resting} form={restChoice} />;
            if (isRunning(found)) return <Running file={found} />;
            return (
              <>
                <Head file={found} onOpen={onOpen} />
                {canSettle(found) ? (
                  <>
                    {found.status === 'FAILED' && <Failed file={found} />}
                    <Counters items={previewCounters(found)} />
                    <div className={classes.piles}>
                      <Piles
                        file={found}
                        accepted={accepted}
                        onAccept={accept}
                        onAssign={may(invoices.list.access) ? setAssigning : undefined}
                        onRelease={({ line }) =>
                          assign({ params: { id, line }, body: { invoice_id: null } }).catch(toast.failure)
                        }
                        rests={rests}
                        onRest={setResting}
                      />
                    </div>
                  </>
                ) : (
                  <Ended file={found} onOpenLines={onOpenLines} />
                )}
              </>
            );
          }}
        </QueryBoundary>
      </div>
    </RecordWindow>
  );
}

function Head({ file, onOpen }: { file: BankFilePreview; onOpen: (id: number) => void }) {
  const { name, seen } = file;
  return (
    <div className={classes.head}>
      <p className={classes.name} title={name}>
        {name}
      </p>
      <p className={classes.kind}>{kindWords(file)}</p>
      {seen && (
        <div className={classes.seen}>
          <SeenBefore seen={seen} onOpen={onOpen} />
        </div>
      )}
    </div>
  );
}

function useActions(
  file: BankFilePreview | undefined,
  { accepted, rests }: { accepted: ReadonlySet<number>; rests: ReadonlyMap<number, Rest> },
  onOpen: (id: number | undefined) => void,
): FootActions {
  const settling = useSettleBankFile();
  const phone = usePhone();
  const { askUndo, askDiscard } = useFileActions();
  const another = { label: 'Enviar outro arquivo', onClick: () => onOpen(undefined) };
  if (!file || isRunning(file)) return { close: 'Fechar' };
  const undo = canUndo(file) && { label: 'Desfazer baixa', onClick: () => askUndo(file) };
  if (!canSettle(file)) return { close: 'Fechar', others: [another], danger: undo };
  const settle = (body: Sent<typeof bankFiles.settle>['body']) =>
    settling.mutate({ params: { id: file.id }, body }, { onError: toast.failure });
  const chosen = file.divergent.filter(({ line }) => accepted.has(line));
  const wanted = [...file.matched, ...chosen];
  const discard = {
    label: 'Descartar arquivo',
    onClick: async () => {
      if (await askDiscard(file)) onOpen(undefined);
    },
  };
  // When nothing of the file can be settled now, its payments can still be left open for later.
  const left = file.divergent.length + file.unmatched.length;
  const later = wanted.length + file.news.length === 0 &&
    left > 0 && { label: 'Resolver depois', onClick: () => settle({ accept: [] }) };
  return {
    danger: file.status === 'STAGED' ? discard : undo,
    others: [later],
    close: phone ? undefined : 'Fechar', // The amount wants the room.
    primary: {
      label: settleVerb(wanted, file.news.length),
      disabled: wanted.length + file.news.length === 0,
      loading: settling.isPending,
      onClick: () =>
        settle({
          accept: chosen.map(({ line }) => line),
          rests: chosen.flatMap(({ line }) => {
            const rest = rests.get(line);
            return rest ? [{ line, ...rest }] : [];
          }),
        }),
    },
  };
}

/** A file may hold nothing but the bank's news. */
function settleVerb(wanted: readonly BankLine[], news: number): string {
  if (wanted.length > 0) return `Liquidar ${boletosText(wanted.length)} · ${formatMoney(paidSum(wanted))}`;
  if (news > 0) return news === 1 ? 'Registrar 1 aviso do banco' : `Registrar ${news} avisos do banco`;
  return 'Liquidar';
}
