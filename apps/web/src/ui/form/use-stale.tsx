import { type ReactNode, useState } from 'react';
import { isStale } from '#web/lib/api/failure.ts';
import { toast } from '#web/lib/toast.ts';
import { StaleNotice, whoSaved } from '#web/ui/feedback/stale-notice.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { Notice } from '#web/ui/overlay/windows.tsx';
import { Comparison } from './comparison.tsx';
import type { Conflict } from './use-conflicts.ts';
import type { Refusal } from './use-form.ts';

/** Any form of `useForm` that follows a record. */
export type MergingForm = {
  formState: { isDirty: boolean };
  failure: Refusal | undefined;
  conflicts: Conflict[];
  forgetConflicts: () => void;
  reset: () => void;
};

type StaleOptions = {
  /** With its article: "este cadastro". */
  what: string;
  /** Every form over the record. */
  forms: MergingForm[];
  /** Reads the record again: `query.refetch`. */
  reload: (options: { throwOnError: true }) => Promise<unknown>;
};

export type UnlessStale = (run: () => Promise<unknown>) => () => Promise<void>;

/**
 * Resolves a conflict of two users who change one record (412). The notice for the foot names who saved first.
 * "Comparar" loads their values, keeps what was typed here, and offers a choice for each field that both changed.
 * "Recarregar" takes their values only.
 */
export function useStale({ what, forms, reload }: StaleOptions): {
  notice: ReactNode;
  /** For a refusal that none of the forms met: a button's, say. */
  report: (refusal: Refusal) => void;
  /** Runs a change that a question confirmed: of a stale version (412) the question closes and the notice is shown. */
  unlessStale: UnlessStale;
} {
  const confirm = useConfirm();
  const [reported, setReported] = useState<Refusal>();
  const [settled, setSettled] = useState<readonly unknown[]>([]);
  const [merged, setMerged] = useState<Refusal>();
  const [busy, setBusy] = useState(false);

  const refusals = [reported, ...forms.map(({ failure }) => failure)].filter(isStale);
  const open = refusals.find((refusal) => !settled.includes(refusal));
  const conflicts = forms.flatMap((form) => form.conflicts);
  const dirty = forms.some(({ formState }) => formState.isDirty);
  const over = !dirty && conflicts.length === 0;

  if (over && merged) setMerged(undefined);

  /** Reloads the record, and runs `then` in the next task, when the forms have received the record. */
  async function read(then?: () => void) {
    setBusy(true);
    try {
      await reload({ throwOnError: true });
      await new Promise((resolve) => setTimeout(resolve));
      if (then) then();
      setSettled(refusals);
    } catch (error) {
      toast.failure(error);
    }
    setBusy(false);
  }

  function compare() {
    setMerged(open);
    read();
  }

  async function takeTheirs() {
    const sure =
      !dirty ||
      (await confirm({
        title: 'Recarregar',
        body: `O que você mudou e não salvou se perde, e fica o que ${whoSaved(open?.extra)} salvou.`,
        verb: 'Recarregar',
        danger: true,
      }));
    if (sure) await read(startOver);
  }

  function startOver() {
    for (const form of forms) {
      form.reset();
      form.forgetConflicts();
    }
  }

  function done() {
    setMerged(undefined);
    for (const form of forms) form.forgetConflicts();
  }

  const unlessStale: UnlessStale = (run) => async () => {
    try {
      await run();
    } catch (error) {
      if (!isStale(error)) throw error;
      setReported(error);
    }
  };

  const notice = open ? (
    <StaleNotice
      what={what}
      extra={open.extra}
      onReload={takeTheirs}
      onCompare={dirty ? compare : undefined}
      busy={busy}
    />
  ) : conflicts.length > 0 ? (
    <Comparison who={whoSaved(merged?.extra)} conflicts={conflicts} onDone={done} />
  ) : (
    merged &&
    dirty && (
      <Notice>{`O que ${whoSaved(merged.extra)} salvou já está aqui, junto com as suas alterações. Confira e salve.`}</Notice>
    )
  );
  return { notice: notice || undefined, report: setReported, unlessStale };
}
