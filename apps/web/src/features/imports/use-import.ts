import type { ImportAnswers, ImportMapping, ImportPreview, StagedImport } from '@morada/contract/desk/imports';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useUnsaved } from '#web/ui/base/unsaved.ts';
import { runsQuery, useDiscardImport, useMendCell, usePreviewImport, useStartImport } from './import-queries.ts';
import { useFile } from './use-file.ts';

type Chosen = {
  file: File;
  staged: StagedImport;
  mapping: ImportMapping;
  doubtful: readonly string[];
  answers: ImportAnswers;
  /** Questions of the previews until now: one that has its answer stays, so that it can be changed. */
  asked: Pick<ImportPreview, 'unknown_words' | 'unconfirmed_people' | 'unconfirmed_amounts'>;
  /** For contracts: nothing due before this day is billed. */
  firstDue: CalendarDate;
};
/** Settings that can change during the preview. */
type Changes = Partial<Pick<Chosen, 'answers' | 'firstDue'>>;
type Stage =
  | { at: 'choose' }
  | ({ at: 'map' } & Chosen)
  | ({ at: 'preview'; preview: ImportPreview } & Chosen)
  | { at: 'run'; id: number };

/** From the choice of a file to its run; a run that is under way is found again. */
export function useImport(kind: ImportKind) {
  const [stage, setStage] = useState<Stage>();
  const preview = usePreviewImport();
  const mend = useMendCell();
  const discard = useDiscardImport();
  const start = useStartImport();
  const runs = useQuery(runsQuery(kind));
  const running = runs.data?.find(({ status }) => status === 'RUNNING')?.id;
  const sending = useFile(kind, (file, staged) =>
    setStage({
      ...{ at: 'map', file, staged, mapping: staged.mapping, doubtful: staged.doubtful, firstDue: today() },
      answers: { words: [], people: [], amounts: [] },
      asked: { unknown_words: [], unconfirmed_people: [], unconfirmed_amounts: [] },
    }),
  );
  const looks = useRef(0);
  const release = useUnsaved(stage?.at === 'map' || stage?.at === 'preview');

  // The stage stays at the run once it has ended.
  if (running !== undefined && !stage) setStage({ at: 'run', id: running });

  /** Ignores the response of a preview that a later one has superseded. */
  async function look(chosen: Chosen) {
    const { staged, mapping, answers, firstDue, asked } = chosen;
    const first_due = staged.kind === 'contracts' ? firstDue : undefined;
    looks.current += 1;
    const mine = looks.current;
    const found = await preview.mutateAsync({ params: { id: staged.id }, body: { mapping, answers, first_due } });
    if (mine !== looks.current) return;
    setStage({ ...chosen, at: 'preview', preview: found, asked: stillAsked(asked, answers, found) });
  }

  /** Discards the staged lines; if that fails, the server removes them within a day. */
  function giveUp() {
    if (stage && 'staged' in stage) discard.mutate({ params: { id: stage.staged.id } });
  }

  return {
    stage: stage ?? { at: 'choose' as const },
    busy: preview.isPending || start.isPending,
    sending,
    giveUp,
    map: (mapping: ImportMapping, chosen: string) =>
      stage &&
      'staged' in stage &&
      setStage({ ...stage, at: 'map', mapping, doubtful: stage.doubtful.filter((name) => name !== chosen) }),
    changeSheet: (sheet: number) => stage && 'staged' in stage && sending.chooseSheet(stage.file, sheet),
    backToMap: () => stage?.at === 'preview' && setStage({ ...stage, at: 'map' }),
    show: (id: number) => setStage({ at: 'run', id }),

    restart() {
      giveUp();
      release();
      setStage({ at: 'choose' });
    },

    check: () => stage?.at === 'map' && look(stage).catch(toast.failure),

    /** The lines again, with another answer or another first due date. */
    change(changes: Changes) {
      if (stage?.at !== 'preview') return;
      // Shown at once: what is changed meanwhile builds on it.
      setStage({ ...stage, ...changes });
      look({ ...stage, ...changes }).catch((error) => {
        setStage(stage);
        toast.failure(error);
      });
    },

    /** A cell put right; throws what the server refuses. */
    mend: async (cell: { line: number; field: string; value: string }) => {
      if (stage?.at !== 'preview') return;
      const { line, ...body } = cell;
      await mend.mutateAsync({ params: { id: stage.staged.id, line }, body });
      await look(stage);
    },

    begin: (id: number) =>
      start.mutate(
        { params: { id } },
        {
          onSuccess: () => {
            release();
            setStage({ at: 'run', id });
          },
          onError: toast.failure,
        },
      ),
  };
}

function stillAsked(before: Chosen['asked'], answers: ImportAnswers, now: ImportPreview): Chosen['asked'] {
  const words = before.unknown_words.filter(({ field, word }) => wordAnswer(answers, field, word));
  const people = before.unconfirmed_people.filter(({ name }) => personAnswer(answers, name));
  const amounts = before.unconfirmed_amounts.filter((one) => isConfirmed(answers, one));
  const isNew = <T>(one: T, others: readonly T[], key: (one: T) => string) =>
    !others.some((other) => key(other) === key(one));
  return {
    unknown_words: [
      ...words,
      ...now.unknown_words.filter((one) => isNew(one, words, ({ field, word }) => `${field} ${word}`)),
    ],
    unconfirmed_people: [...people, ...now.unconfirmed_people.filter((one) => isNew(one, people, ({ name }) => name))],
    unconfirmed_amounts: [...amounts, ...now.unconfirmed_amounts].sort((one, other) => one.line - other.line),
  };
}

export const wordAnswer = ({ words }: ImportAnswers, field: string, word: string) =>
  words.find((one) => one.field === field && one.word === word);
export const personAnswer = ({ people }: ImportAnswers, name: string) => people.find((one) => one.name === name);

type Amount = ImportAnswers['amounts'][number];
export const isSameAmount = (one: Amount, other: Amount) =>
  one.line === other.line && one.field === other.field && one.amount === other.amount;
export const isConfirmed = ({ amounts }: ImportAnswers, amount: Amount) =>
  amounts.some((one) => isSameAmount(one, amount));

export type Import = ReturnType<typeof useImport>;
