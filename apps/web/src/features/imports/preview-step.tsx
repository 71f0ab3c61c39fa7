import type { ImportPreview, StagedImport } from '@morada/contract/imports';
import { IMPORT_FIELDS } from '@morada/contract/imports.fields';
import type { ImportKind } from '@morada/contract/imports.search';
import { IconTableOff } from '@tabler/icons-react';
import { useState } from 'react';
import { count } from '#web/lib/count.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { Counters } from '#web/ui/counters.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { KIND_WORDS } from './import-words.ts';
import { PhoneWord } from './phone-word.tsx';
import classes from './preview-step.module.css';
import { RefusalTable } from './refusal-table.tsx';

type PreviewStepProps = { staged: StagedImport; preview: ImportPreview };

/** What would come in, as it will stand, and what would not. */
export function PreviewStep({ staged: { id, kind }, preview }: PreviewStepProps) {
  const { fresh, known, refused, lines, refusals } = preview;
  const [tab, setTab] = useState(lines.length === 0 ? 'refused' : 'lines');
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
      <div className={classes.tabs}>
        <Tabs
          label="Linhas da planilha"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'lines', label: 'Primeiras linhas', panel: <Lines kind={kind} lines={lines} /> },
            {
              value: 'refused',
              label: 'Recusadas',
              count: refused,
              panel: <RefusalTable run={id} kind={kind} refusals={refusals} total={refused} />,
            },
          ]}
        />
      </div>
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
      cell: ({ line }) => (
        <>
          <PhoneWord>Linha </PhoneWord>
          {count(line)}
        </>
      ),
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
