import type { RehearsalRow } from '@morada/contract/fiscal/fiscal-rehearsal';
import { LEASE_TAX_MODES } from '@morada/domain/lease/lease-tax-modes';
import { IconReceiptTax } from '@tabler/icons-react';
import { Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';

type RehearsalTableProps = {
  list: ListPage<RehearsalRow>;
  choice: Pick<RowChoice<RehearsalRow>, 'chosen' | 'onChoose'> | undefined;
};

/** Contracts with what their owners kept, and would have kept with the tax on top of the rent or within it. */
export function RehearsalTable({ list, choice }: RehearsalTableProps) {
  return (
    <DataTable
      what="os contratos"
      {...list.table}
      columns={COLUMNS}
      cards
      open={{ name: ({ id }) => `ensaio do contrato ${id}`, onOpen: ({ id }) => list.show(id) }}
      {...(choice && { choice: { ...choice, name: ({ id }: RehearsalRow) => `contrato ${id}` } })}
      empty={
        list.isNarrowed ? (
          <NoneFound icon={IconReceiptTax} title="Nenhum contrato com estes filtros" onClear={list.clear} />
        ) : (
          <EmptyState
            icon={IconReceiptTax}
            title="Nenhum contrato de proprietário contribuinte"
            below="Quem é contribuinte se diz na aba Impostos do cliente. Ligue acima os que o radar aponta para ensaiar também os deles."
          />
        )
      }
    />
  );
}

const COLUMNS: Column<RehearsalRow>[] = [
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ tenant }) => tenant },
  { title: 'Imóvel', kind: 'soft', hideBelow: 1340, phone: 'below', cell: ({ property }) => property },
  {
    title: 'No contrato',
    phone: 'state',
    cell: ({ mode, in_force }) => (in_force ? LEASE_TAX_MODES[mode].name : 'Encerrado'),
  },
  { title: 'Boletos', kind: 'number', hideBelow: 1100, cell: ({ was }) => <Money value={was.slips} /> },
  { title: 'Por fora', kind: 'number', hideBelow: 1340, cell: ({ on_top }) => <Money value={on_top.slips} /> },
  { title: 'Repasses', kind: 'number', cell: ({ was }) => <Money value={was.net} /> },
  {
    title: 'Líquido, por fora',
    kind: 'number',
    phone: 'amount',
    cell: ({ on_top }) => <Money value={on_top.net} />,
  },
  { title: 'Líquido, incluído', kind: 'number', cell: ({ included }) => <Money value={included.net} /> },
];
