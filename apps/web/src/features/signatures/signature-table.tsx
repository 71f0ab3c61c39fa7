import type { SignatureRow } from '@morada/contract/desk/signatures';
import { IconSignature } from '@tabler/icons-react';
import { Day } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import { EnvelopeStatus } from './signature-status.tsx';

/** Papers that are signed electronically, the newest first. */
export function SignatureTable({ list }: { list: ListPage<SignatureRow> }) {
  return (
    <DataTable
      what="as assinaturas"
      {...list.table}
      columns={COLUMNS}
      open={{ name: ({ id, title }) => `documento ${id}, ${title}`, onOpen: ({ id }) => list.show(id) }}
      empty={
        list.isNarrowed ? (
          <NoneFound
            title="Nenhum documento com estes filtros"
            below="A busca olha o título, o nome de quem assina e o número."
            onClear={list.clear}
          />
        ) : (
          <EmptyState
            icon={IconSignature}
            title="Nenhum documento em andamento"
            below="Contrato, acordo, ficha e imóvel têm “Enviar para assinatura”: cada pessoa assina pelo celular, e o arquivo volta com as provas."
          />
        )
      }
    />
  );
}

/** Whose turn it is, in few words. */
export function waitingWords({ state, waiting }: Pick<SignatureRow, 'state' | 'waiting'>) {
  if (state !== 'OUT') return '';
  const [first = '', second, ...others] = waiting;
  if (second === undefined) return first;
  return others.length === 0 ? `${first} e ${second}` : `${first} e mais ${waiting.length - 1}`;
}

const COLUMNS: Column<SignatureRow>[] = [
  { title: 'ID', kind: 'id', cell: ({ id }) => id },
  { title: 'Documento', kind: 'main', phone: 'main', cell: ({ title }) => title },
  { title: 'Sobre', kind: 'soft', phone: 'below', cell: ({ subject }) => subject.label },
  { title: 'Situação', phone: 'state', cell: (row) => <EnvelopeStatus envelope={row} /> },
  { title: 'Falta assinar', kind: 'soft', hideBelow: 1100, cell: waitingWords },
  { title: 'Último dia', phone: 'side', hideBelow: 1024, cell: ({ deadline }) => <Day value={deadline} /> },
];
