import { Button } from '@mantine/core';
import type { ImportDetail } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { runQuery } from '#web/features/imports/import-queries.ts';
import { counted, KIND_WORDS } from '#web/features/imports/import-words.ts';
import { count } from '#web/lib/count.ts';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { WorkNote, WorkState } from '#web/ui/feedback/work-state.tsx';
import { billedFrom } from './first-billing.tsx';
import { RefusalTable } from './refusal-table.tsx';

/** Progress of a run and its result. */
export function RunStep({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(runQuery(id));
  return (
    <QueryBoundary query={query} what="a importação" lines={4}>
      {(run) => (run.status === 'RUNNING' ? <Running run={run} /> : <Ended run={run} onClose={onClose} />)}
    </QueryBoundary>
  );
}

function Running({ run: { file_name, done, total } }: { run: ImportDetail }) {
  return (
    <WorkState title={`Importando ${file_name}`}>
      <Progress label="Linhas importadas" part={total > 0 ? done / total : 0}>
        {`${count(done)} de ${count(total)} ${total === 1 ? 'linha' : 'linhas'}`}
      </Progress>
      <WorkNote>Pode fechar esta janela: a importação continua e fica aqui quando você voltar.</WorkNote>
    </WorkState>
  );
}

function Ended({ run, onClose }: { run: ImportDetail; onClose: () => void }) {
  const { id, kind, status, file_name, fresh, known, refused, refusals, warnings, billing } = run;
  if (status === 'FAILED') {
    return (
      <WorkState came="failed" title="A importação não foi concluída">
        <WorkNote>
          Algo falhou ao importar {file_name}. Nada entrou no cadastro: tente de novo, ou escolha o arquivo outra vez.
        </WorkNote>
      </WorkState>
    );
  }
  return (
    <>
      <WorkState came="done" title={cameIn(run)}>
        <WorkNote>
          {[
            known > 0 && `${counted(kind, known)} já ${known === 1 ? 'estava cadastrado' : 'estavam cadastrados'}.`,
            refused > 0 && `${refused === 1 ? '1 linha não entrou' : `${count(refused)} linhas não entraram`}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </WorkNote>
        {warnings.length > 0 && <WorkNote>{incomplete(run)}</WorkNote>}
        {billing && fresh > 0 && status === 'DONE' && <WorkNote>{billedFrom(billing)}</WorkNote>}
        <Button renderRoot={(props) => <Link to={KIND_WORDS[kind].list.to} {...props} />} onClick={onClose}>
          {KIND_WORDS[kind].list.label}
        </Button>
      </WorkState>
      {refused > 0 && <RefusalTable run={id} kind={kind} refusals={refusals} total={refused} />}
    </>
  );
}

const list = new Intl.ListFormat('pt-BR');

/** "2 linhas entraram sem uma célula: 3 (E-mail) e 9 (E-mail)." */
function incomplete({ kind, warnings }: ImportDetail): string {
  const labels = new Map(IMPORT_FIELDS[kind].map(({ name, label }) => [name, label]));
  const first = warnings.slice(0, 10).map(({ line, field }) => `${count(line)} (${labels.get(field) ?? field})`);
  const more = warnings.length - first.length;
  const lines =
    warnings.length === 1 ? '1 linha entrou incompleta' : `${count(warnings.length)} linhas entraram incompletas`;
  return `${lines}: ${list.format(more > 0 ? [...first, `mais ${count(more)}`] : first)}.`;
}

function cameIn({ kind, fresh, status }: ImportDetail): string {
  if (status === 'UNDONE') return 'Esta importação foi desfeita';
  if (fresh === 0) return `Nenhum ${KIND_WORDS[kind].one} novo`;
  return fresh === 1 ? `1 ${KIND_WORDS[kind].one} entrou` : `${counted(kind, fresh)} entraram`;
}
