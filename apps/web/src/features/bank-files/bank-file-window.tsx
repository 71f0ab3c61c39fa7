import type { BankFilePreview, BankLine } from '@morada/contract/bank-files';
import { formatMoney } from '@morada/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import type { FootActions } from '#web/ui/actions.tsx';
import { Counters } from '#web/ui/counters.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { RecordModal } from '#web/ui/windows.tsx';
import { AssignStep, useAssignment } from './assign-step.tsx';
import { bankFileQuery, canSettle, canUndo, isRunning, useBankFileActions } from './bank-file-queries.ts';
import classes from './bank-file-window.module.css';
import { boletosText, kindWords, paidSum, settledWords } from './bank-file-words.ts';
import { ChooseFile } from './choose-file.tsx';
import { FileStatus } from './file-history.tsx';
import { Piles } from './piles.tsx';
import { previewCounters } from './preview-counters.ts';
import { Ended, Failed, Running } from './run-state.tsx';
import { SeenBefore } from './seen-before.tsx';
import type { InvoiceSlot } from './slots.ts';
import { useAccepted, useBusy, useSending } from './use-bank-file.ts';
import { useFileDeeds } from './use-file-deeds.ts';

type BankFileWindowProps = {
  /** The file that lies open; without one it is to be chosen. */
  id: number | undefined;
  /** Undefined for those who may look for no invoice. */
  invoiceField: InvoiceSlot | undefined;
  onOpen: (id: number | undefined) => void;
  onClose: () => void;
};

/** "Efetuar baixa": a file of the bank is read, looked at, settled, and undone as a whole. */
export function BankFileWindow({ id, onOpen, onClose, ...props }: BankFileWindowProps) {
  const sending = useSending(onOpen);
  if (id !== undefined) return <OneFile key={id} id={id} onOpen={onOpen} onClose={onClose} {...props} />;
  return (
    <RecordModal
      title="Efetuar baixa"
      terms={['reconciliation', 'remittance']}
      width={WIDTH}
      onClose={onClose}
      actions={{ close: 'Fechar' }}
    >
      <div className={classes.body}>
        <ChooseFile sending={sending} onOpen={onOpen} />
      </div>
    </RecordModal>
  );
}

const WIDTH = 1120;

function OneFile({ id, invoiceField, onOpen, onClose }: BankFileWindowProps & { id: number }) {
  const query = useQuery(bankFileQuery(id));
  const file = query.data;
  const [assigning, setAssigning] = useState<BankLine>();
  const assignment = useAssignment(id, assigning, () => setAssigning(undefined));
  const { assign } = useBankFileActions();
  const { accepted, accept } = useAccepted();
  const actions = useActions(file, accepted, onOpen);
  useNews(file);

  return (
    <RecordModal
      title="Efetuar baixa"
      terms={['reconciliation', 'remittance']}
      width={WIDTH}
      status={file && <FileStatus status={file.status} />}
      onClose={onClose}
      actions={
        assigning
          ? {
              others: [{ label: 'Voltar', onClick: () => setAssigning(undefined) }],
              primary: {
                label: 'Atribuir à fatura',
                loading: assignment.formState.isSubmitting,
                onClick: assignment.save,
              },
            }
          : actions
      }
    >
      <div className={classes.body}>
        <Loaded query={query} what="o arquivo" lines={12}>
          {(found) => {
            if (assigning && invoiceField)
              return <AssignStep line={assigning} form={assignment} invoiceField={invoiceField} />;
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
                        onAssign={invoiceField && setAssigning}
                        onRelease={({ line }) => assign(id, line, null).catch(toast.failure)}
                      />
                    </div>
                  </>
                ) : (
                  <Ended file={found} />
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </RecordModal>
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

/** Says once what a run came to that ended while the window was open. */
function useNews(file: BankFilePreview | undefined) {
  const { refresh } = useBankFileActions();
  const before = useRef(file?.status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the run comes to its end
  useEffect(() => {
    const was = before.current;
    before.current = file?.status;
    // A short run is over before it is seen to go on.
    if (!file || was === undefined || was === file.status || isRunning(file)) return;
    if (file.status === 'DONE' && was !== 'UNDOING') toast.success(settledWords(file.settled));
    if (file.status === 'UNDONE') toast.success('A baixa foi desfeita.');
    refresh();
  }, [file?.status]);
}

function useActions(
  file: BankFilePreview | undefined,
  accepted: ReadonlySet<number>,
  onOpen: (id: number | undefined) => void,
): FootActions {
  const { settle } = useBankFileActions();
  const { busy, during } = useBusy();
  const phone = usePhone();
  const { askUndo, askDiscard } = useFileDeeds();
  const another = { label: 'Enviar outro arquivo', onClick: () => onOpen(undefined) };
  if (!file || isRunning(file)) return { close: 'Fechar' };
  const undo = canUndo(file) && { label: 'Desfazer baixa', onClick: () => askUndo(file) };
  if (!canSettle(file)) return { close: 'Fechar', others: [another], danger: undo };
  const chosen = file.divergent.filter(({ line }) => accepted.has(line));
  const wanted = [...file.matched, ...chosen];
  const discard = {
    label: 'Desistir do arquivo',
    onClick: async () => {
      if (await askDiscard(file)) onOpen(undefined);
    },
  };
  return {
    danger: file.status === 'STAGED' ? discard : undo,
    close: phone ? undefined : 'Fechar', // The amount wants the room.
    primary: {
      label: settleVerb(wanted, file.news.length),
      disabled: wanted.length + file.news.length === 0,
      loading: busy,
      onClick: () =>
        during(() =>
          settle(
            file.id,
            chosen.map(({ line }) => line),
          ),
        ),
    },
  };
}

/** A file may hold nothing but the bank's news. */
function settleVerb(wanted: readonly BankLine[], news: number): string {
  if (wanted.length > 0) return `Liquidar ${boletosText(wanted.length)} · ${formatMoney(paidSum(wanted))}`;
  if (news > 0) return news === 1 ? 'Registrar 1 aviso do banco' : `Registrar ${news} avisos do banco`;
  return 'Liquidar';
}
