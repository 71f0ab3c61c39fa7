import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FootActions } from '#web/ui/base/actions.tsx';
import { Notice } from '#web/ui/overlay/notice.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { runQuery } from './import-queries.ts';
import classes from './import-window.module.css';
import { counted } from './import-words.ts';
import { RunHistory } from './run-history.tsx';
import { ChooseStep } from './steps/choose-step.tsx';
import { isMissing, MapStep } from './steps/map-step.tsx';
import { PreviewStep } from './steps/preview-step.tsx';
import { RunStep } from './steps/run-step.tsx';
import { Steps } from './steps/steps.tsx';
import { type Import, useImport } from './use-import.ts';

/** Brings a spreadsheet in: chosen, its columns mapped, looked at, imported; and what came in before. */
export function ImportWindow({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const work = useImport(kind);
  const [held, setHeld] = useState<string>();
  const body = useRef<HTMLDivElement>(null);
  const toFirstMissing = () => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  const actions = useActions(kind, work, toFirstMissing);
  const { stage, busy, sending } = work;

  const close = () => {
    work.giveUp();
    onClose();
  };

  return (
    <RecordWindow
      title="Importar planilha"
      width={960}
      actions={actions}
      notice={held && stage.at === 'choose' && <Notice>{held}</Notice>}
      onClose={close}
    >
      <div ref={body} className={classes.body}>
        <Steps current={PLACES[stage.at]} />
        {stage.at === 'choose' && (
          <>
            <ChooseStep kind={kind} sending={sending} />
            <RunHistory kind={kind} onOpen={work.show} onHeld={setHeld} />
          </>
        )}
        {stage.at === 'map' && (
          <MapStep
            staged={stage.staged}
            mapping={stage.mapping}
            doubtful={stage.doubtful}
            reading={sending.state}
            onMapping={work.map}
            onSheet={work.changeSheet}
          />
        )}
        {stage.at === 'preview' && <PreviewStep {...stage} busy={busy} onChange={work.change} onMend={work.mend} />}
        {stage.at === 'run' && <RunStep key={stage.id} id={stage.id} onClose={close} />}
      </div>
    </RecordWindow>
  );
}

const PLACES = { choose: 0, map: 1, preview: 2, run: 3 } as const;

function useActions(kind: ImportKind, work: Import, toFirstMissing: () => void): FootActions {
  const { stage, busy } = work;
  const run = useQuery({ ...runQuery(stage.at === 'run' ? stage.id : 0), enabled: stage.at === 'run' }).data;

  if (stage.at === 'choose') return { close: 'Fechar' };
  if (stage.at === 'map') {
    const missing = IMPORT_FIELDS[kind].filter(
      (field) => isMissing(field, stage.mapping) && !stage.doubtful.includes(field.name),
    ).length;
    const doubtful = stage.doubtful.length;
    return {
      note:
        missing > 0
          ? missing === 1
            ? 'Falta 1 campo obrigatório'
            : `Faltam ${missing} campos obrigatórios`
          : doubtful > 0 && (doubtful === 1 ? '1 campo em dúvida' : `${doubtful} campos em dúvida`),
      others: [{ label: 'Escolher outro arquivo', onClick: work.restart }],
      primary: {
        label: 'Conferir linhas',
        loading: busy,
        onClick: missing + doubtful > 0 ? toFirstMissing : work.check,
      },
    };
  }
  if (stage.at === 'preview') {
    const { fresh } = stage.preview;
    return {
      note: fresh === 0 && 'Nada novo para importar',
      others: [{ label: 'Voltar às colunas', onClick: work.backToMap }],
      close: fresh === 0 ? 'Fechar' : undefined,
      primary: fresh > 0 && {
        label: `Importar ${counted(kind, fresh)}`,
        loading: busy,
        onClick: () => work.begin(stage.staged.id),
      },
    };
  }
  return {
    close: 'Fechar',
    others: run && run.status !== 'RUNNING' ? [{ label: 'Importar outra planilha', onClick: work.restart }] : [],
    primary: run?.status === 'FAILED' && {
      label: 'Tentar de novo',
      loading: busy,
      onClick: () => work.begin(run.id),
    },
  };
}
