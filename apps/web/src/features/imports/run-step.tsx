import { Button } from '@mantine/core';
import type { ImportDetail } from '@morada/contract/imports';
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loaded } from '#web/ui/loaded.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { runQuery, useImportActions } from './import-queries.ts';
import { count, counted, KIND_WORDS } from './import-words.ts';
import { RefusalTable } from './refusal-table.tsx';
import classes from './run-step.module.css';

/** A run under way, and what became of it. */
export function RunStep({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(runQuery(id));
  const { refresh } = useImportActions();
  const status = query.data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the run comes to its end
  useEffect(() => {
    if (status === 'DONE') refresh();
  }, [status]);
  return (
    <Loaded query={query} what="a importação" lines={4}>
      {(run) => (run.status === 'RUNNING' ? <Running run={run} /> : <Ended run={run} onClose={onClose} />)}
    </Loaded>
  );
}

function Running({ run: { file_name, done, total } }: { run: ImportDetail }) {
  return (
    <div className={classes.state} aria-live="polite">
      <p className={classes.title}>Importando {file_name}</p>
      <Progress label="Linhas importadas" part={total > 0 ? done / total : 0}>
        {`${count(done)} de ${count(total)} ${total === 1 ? 'linha' : 'linhas'}`}
      </Progress>
      <p className={classes.note}>Pode fechar esta janela: a importação continua e fica aqui quando você voltar.</p>
    </div>
  );
}

function Ended({ run, onClose }: { run: ImportDetail; onClose: () => void }) {
  const { id, kind, status, file_name, known, refused, refusals } = run;
  if (status === 'FAILED') {
    return (
      <div className={classes.state} role="alert">
        <IconAlertTriangleFilled size={28} className={classes.failed} aria-hidden="true" />
        <p className={classes.title}>A importação não foi concluída</p>
        <p className={classes.note}>
          Algo falhou ao importar {file_name}. Nada entrou no cadastro: tente de novo, ou escolha o arquivo outra vez.
        </p>
      </div>
    );
  }
  return (
    <>
      <div className={classes.state} role="status">
        <IconCircleCheckFilled size={28} className={classes.done} aria-hidden="true" />
        <p className={classes.title}>{cameIn(run)}</p>
        <p className={classes.note}>
          {[
            known > 0 && `${counted(kind, known)} já ${known === 1 ? 'estava cadastrado' : 'estavam cadastrados'}.`,
            refused > 0 && `${refused === 1 ? '1 linha não entrou' : `${count(refused)} linhas não entraram`}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        <Button renderRoot={(props) => <Link to={KIND_WORDS[kind].list.to} {...props} />} onClick={onClose}>
          {KIND_WORDS[kind].list.label}
        </Button>
      </div>
      {refused > 0 && <RefusalTable run={id} kind={kind} refusals={refusals} total={refused} />}
    </>
  );
}

function cameIn({ kind, fresh, status }: ImportDetail): string {
  if (status === 'UNDONE') return 'Esta importação foi desfeita';
  if (fresh === 0) return `Nenhum ${KIND_WORDS[kind].one} novo`;
  return fresh === 1 ? `1 ${KIND_WORDS[kind].one} entrou` : `${counted(kind, fresh)} entraram`;
}
