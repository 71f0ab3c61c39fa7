import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiProblem, Versioned } from '#web/lib/api/api.ts';
import { addConflictPlace, settleConflict, useConflictOf, whoSaved } from '#web/lib/api/conflicts.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import type { Conflict } from '#web/ui/form/use-conflicts.ts';
import { useConfirm } from './confirm.tsx';
import { Notice } from './notice.tsx';
import { StaleNotice } from './stale-notice.tsx';

// Few conflicts need it.
const Comparison = lazyPanel(
  'a comparação',
  () => import('#web/ui/form/comparison.tsx'),
  ({ Comparison }) => Comparison,
  1,
);

/** Any form of `useForm` that follows a record. */
export type MergingForm = {
  formState: { isDirty: boolean };
  conflicts: Conflict[];
  forgetConflicts: () => void;
  reset: () => void;
};

type Reload = (options: { throwOnError: true }) => Promise<unknown>;

/** A record that several users may change: what `useConflict` and the windows need of it. */
export type SharedRecord = {
  /** With its article: "este cadastro". */
  what: string;
  key: QueryKey;
  reload: Reload;
};

/**
 * Reads a record, whose changes are `recordMutation` of the same query. `RecordWindow` and `FormWindow` take it as `record`, and a page
 * gives it to `useConflict`: there a conflict (412) is shown, of forms and buttons alike.
 */
export function useRecord<T, K extends QueryKey>({
  what,
  query,
}: {
  what: string;
  query: UseQueryOptions<Versioned<T>, Error, Versioned<T>, K>;
}) {
  const read = useQuery(query);
  const record: SharedRecord = { what, key: query.queryKey, reload: read.refetch };
  return { record, query: read, data: read.data?.data, version: read.data?.version };
}

/**
 * Resolves a conflict of two users who change one record. The notice for the foot names who saved first.
 * "Comparar" loads their values, keeps what was typed here, and offers a choice for each field that both changed.
 * "Recarregar" takes their values only.
 */
export function useConflict({ what, key, reload }: SharedRecord, forms: readonly MergingForm[]): ReactNode {
  const confirm = useConfirm();
  const open = useConflictOf(key);
  const [merged, setMerged] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);

  const name = JSON.stringify(key);
  useEffect(() => addConflictPlace(JSON.parse(name)), [name]);

  const conflicts = forms.flatMap((form) => form.conflicts);
  const dirty = forms.some(({ formState }) => formState.isDirty);
  if (merged && !dirty && conflicts.length === 0) setMerged(undefined);

  /** Reloads the record, and runs `then` in the next task, when the forms have received the record. */
  async function read(then?: () => void) {
    setBusy(true);
    try {
      await reload({ throwOnError: true });
      await new Promise((resolve) => setTimeout(resolve));
      if (then) then();
      settleConflict(key);
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

  if (open) {
    return (
      <StaleNotice
        what={what}
        extra={open.extra}
        onReload={takeTheirs}
        onCompare={dirty ? compare : undefined}
        busy={busy}
      />
    );
  }
  if (conflicts.length > 0) return <Comparison who={whoSaved(merged?.extra)} conflicts={conflicts} onDone={done} />;
  if (!merged || !dirty) return undefined;
  return (
    <Notice>{`O que ${whoSaved(merged.extra)} salvou já está aqui, junto com as suas alterações. Confira e salve.`}</Notice>
  );
}

/** The same as a part of a window. */
export const ConflictNotice = ({ record, forms }: { record: SharedRecord; forms: readonly MergingForm[] }) =>
  useConflict(record, forms);
