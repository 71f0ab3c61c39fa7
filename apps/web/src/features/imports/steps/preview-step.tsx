import type { ImportPreview, RefusedCell, StagedImport } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { IconTableOff } from '@tabler/icons-react';
import { useState } from 'react';
import { KIND_WORDS } from '#web/features/imports/import-words.ts';
import type { Import } from '#web/features/imports/use-import.ts';
import { count } from '#web/lib/count.ts';
import { Tabs } from '#web/ui/display/tabs/tabs.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Counters } from '#web/ui/list/counters.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { FirstBilling } from './first-billing.tsx';
import { LineNumber } from './line-number.tsx';
import { MendWindow } from './mend-window.tsx';
import classes from './preview-step.module.css';
import { Questions, type QuestionsProps } from './questions.tsx';
import { CellTable, RefusalTable } from './refusal-table.tsx';

type PreviewStepProps = Pick<QuestionsProps, 'asked' | 'answers' | 'busy'> & {
  staged: StagedImport;
  preview: ImportPreview;
  onChange: Import['change'];
  onMend: Import['mend'];
};

/** Preview of the import: the records to create, and the rejected lines. */
export function PreviewStep({ staged, preview, asked, answers, busy, onChange, onMend }: PreviewStepProps) {
  const { id, kind } = staged;
  const { fresh, known, refused, lines, refusals, warnings, billing } = preview;
  const [mending, setMending] = useState<RefusedCell>();
  const [tab, setTab] = useState<string>();
  return (
    <>
      <Counters
        items={[
          {
            label: KIND_WORDS[kind].fresh,
            value: count(fresh),
            below: fresh === 1 ? 'entra no cadastro' : 'entram no cadastro',
          },
          { label: 'Já cadastrados', value: count(known), below: known === 1 ? 'fica como está' : 'ficam como estão' },
          {
            label: 'Linhas recusadas',
            value: count(refused),
            below: refused === 0 ? 'tudo certo com a planilha' : 'ficam de fora; as outras entram',
            tone: refused > 0 ? 'red' : undefined,
          },
        ]}
      />
      {billing && <FirstBilling billing={billing} onFirstDue={(firstDue) => onChange({ firstDue })} />}
      <Questions {...{ kind, asked, answers, busy }} onAnswers={(given) => onChange({ answers: given })} />
      <div className={classes.tabs}>
        <Tabs
          label="Linhas da planilha"
          value={tab ?? (lines.length === 0 ? 'refused' : 'lines')}
          onChange={setTab}
          tabs={[
            { value: 'lines', label: 'Primeiras linhas', panel: <Lines kind={kind} lines={lines} /> },
            {
              value: 'refused',
              label: 'Recusadas',
              count: refused,
              panel: <RefusalTable run={id} kind={kind} refusals={refusals} total={refused} onMend={setMending} />,
            },
            ...(warnings.length > 0
              ? [
                  {
                    value: 'warnings',
                    label: 'Entram incompletas',
                    count: warnings.length,
                    panel: <CellTable kind={kind} cells={warnings} onMend={setMending} />,
                  },
                ]
              : []),
          ]}
        />
      </div>
      {mending && <MendWindow kind={kind} cell={mending} onMend={onMend} onClose={() => setMending(undefined)} />}
    </>
  );
}

type Line = ImportPreview['lines'][number];

function Lines({ kind, lines }: { kind: ImportKind; lines: Line[] }) {
  const { main, below } = KIND_WORDS[kind];
  const served = IMPORT_FIELDS[kind].filter(({ name }) => lines.some(({ cells }) => cells[name]));
  const columns: Column<Line & { id: number }>[] = [
    {
      title: 'Linha',
      kind: 'id',
      cell: ({ line }) => <LineNumber line={line} />,
      phone: 'side',
    },
    { title: 'Situação', cell: ({ known }) => (known ? 'Já cadastrado' : 'Novo'), phone: 'state' },
    ...served.map(
      ({ name, label }): Column<Line & { id: number }> => ({
        title: label,
        cell: ({ cells }) => cells[name] || '—',
        kind: name === main ? 'main' : undefined,
        phone: name === main ? 'main' : name === below ? 'below' : undefined,
      }),
    ),
  ];
  return (
    <DataTable
      what="as primeiras linhas"
      query={{ data: lines.map((line) => ({ ...line, id: line.line })) }}
      columns={columns}
      empty={<EmptyState icon={IconTableOff} title="Nenhuma linha vai entrar" below="Todas foram recusadas." />}
    />
  );
}
