import type { ImportMapping, ImportPreview, StagedImport } from '@morada/contract/imports';
import type { ImportKind } from '@morada/contract/imports.search';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/ui/unsaved.tsx';
import { runsQuery, useImportActions } from './import-queries.ts';
import { useFile } from './use-file.ts';

type Chosen = { file: File; staged: StagedImport; mapping: ImportMapping; doubtful: readonly string[] };
type Stage =
  | { at: 'choose' }
  | ({ at: 'map' } & Chosen)
  | ({ at: 'preview'; preview: ImportPreview } & Chosen)
  | { at: 'run'; id: number };

/** From the choice of a file to its run; a run that is under way is found again. */
export function useImport(kind: ImportKind) {
  const [stage, setStage] = useState<Stage>();
  const [busy, setBusy] = useState(false);
  const { discard, preview, start } = useImportActions();
  const runs = useQuery(runsQuery(kind));
  const running = runs.data?.find(({ status }) => status === 'RUNNING')?.id;
  const sending = useFile(kind, (file, staged) =>
    setStage({ at: 'map', file, staged, mapping: staged.mapping, doubtful: staged.doubtful }),
  );
  const release = useUnsaved(stage?.at === 'map' || stage?.at === 'preview');

  useEffect(() => {
    if (running !== undefined) setStage((now) => now ?? { at: 'run', id: running });
  }, [running]);

  async function during(work: () => Promise<void>) {
    setBusy(true);
    await work()
      .catch(toast.failure)
      .finally(() => setBusy(false));
  }

  /** Its lines go at once; should that fail, the server forgets them in a day. */
  function giveUp() {
    if (stage && 'staged' in stage) discard(stage.staged.id).catch(() => {});
  }

  return {
    stage: stage ?? { at: 'choose' as const },
    busy,
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

    check: () =>
      during(async () => {
        if (stage?.at !== 'map') return;
        setStage({ ...stage, at: 'preview', preview: await preview(stage.staged.id, stage.mapping) });
      }),

    begin: (id: number) =>
      during(async () => {
        await start(id);
        release();
        runs.refetch();
        setStage({ at: 'run', id });
      }),
  };
}

export type Import = ReturnType<typeof useImport>;
