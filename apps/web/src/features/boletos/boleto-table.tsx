import type { BoletoRow } from '@morada/contract/bank/boletos';
import { formatDate, shownReference } from '@morada/domain/base/calendar';
import { IconBarcode, IconBarcodeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BoletoStatus, boletoNamed, numberShown, Registration } from '#web/entities/boleto/boleto-status.tsx';
import { compact, RowMore } from '#web/ui/base/actions.tsx';
import { useCards, usePhone } from '#web/ui/base/use-phone.ts';
import { Day, Figure, Money, Month } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { NoneFound } from '#web/ui/list/none-found.tsx';
import type { RowChoice } from '#web/ui/list/row-choice.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import classes from './boleto-table.module.css';
import { useBoletoActions } from './use-boleto-actions.ts';

type BoletoTableProps = {
  list: ListPage<BoletoRow>;
  choice: Pick<RowChoice<BoletoRow>, 'chosen' | 'onChoose'>;
  /** The button that makes the first. */
  create?: ReactNode;
};

export function BoletoTable({ list, choice, create }: BoletoTableProps) {
  const phone = useCards();
  const actions = useBoletoActions();
  return (
    <DataTable
      what="os boletos"
      cards
      {...list.table}
      columns={COLUMNS}
      open={{
        name: (boleto) => `${boletoNamed(boleto)}, ${boleto.user.name}`,
        onOpen: ({ id }) => list.show(id),
      }}
      choice={{ ...choice, name: (boleto) => `${boletoNamed(boleto)}, ${boleto.user.name}` }}
      tone={({ state }) => (state === 'LATE' ? { tone: 'late' } : undefined)}
      // On a phone a tap anywhere in the row opens the boleto, whose window offers all actions.
      actions={
        phone
          ? undefined
          : (boleto) => {
              const { pdf, page, link, line, whatsApp, cancel } = actions(boleto);
              return (
                <RowMore
                  label={`Ações do ${boletoNamed(boleto)}`}
                  actions={compact(pdf, page, link, line, whatsApp, cancel)}
                />
              );
            }
      }
      empty={
        list.isNarrowed ? (
          <NoneFound
            icon={IconBarcodeOff}
            title="Nenhum boleto com estes filtros"
            below="Confira o que foi digitado ou tire um filtro."
            onClear={list.clear}
          />
        ) : (
          <EmptyState
            icon={IconBarcode}
            title="Nenhum boleto pendente"
            below="Os boletos das faturas em aberto aparecem aqui."
            action={create}
          />
        )
      }
    />
  );
}

const COLUMNS: Column<BoletoRow>[] = [
  { title: 'Nosso número', kind: 'id', cell: numberShown },
  { title: 'Inquilino', kind: 'main', phone: 'main', cell: ({ user }) => <Cut>{user.name}</Cut> },
  {
    title: 'Contrato',
    kind: 'soft',
    hideBelow: 1100,
    phone: 'below',
    cell: ({ proposal_id, property }) => <Cut>{`${proposal_id} · ${property}`}</Cut>,
  },
  { title: 'Vencimento', phone: 'side', cell: (boleto) => <DueDay boleto={boleto} /> },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Situação', phone: 'state', cell: (boleto) => <States boleto={boleto} /> },
];

/** Names and addresses give way before figures do. */
function Cut({ children }: { children: string }) {
  return (
    <span className={classes.cut} title={children}>
      {children}
    </span>
  );
}

/** Due date; on a phone labelled and without its year: "vence 05/11". */
function DueDay({ boleto: { due_date, reference } }: { boleto: BoletoRow }) {
  const phone = usePhone();
  if (phone) return <Figure>vence {formatDate(due_date).slice(0, 5)}</Figure>;
  return (
    <span className={classes.two}>
      <Day value={due_date} />
      <span className={classes.below}>
        aluguel de <Month value={shownReference(reference)} />
      </span>
    </span>
  );
}

/** Our status of the boleto, with the bank's status below. */
function States({ boleto }: { boleto: BoletoRow }) {
  const open = boleto.state === 'OPEN' || boleto.state === 'LATE';
  return (
    <span className={classes.two}>
      <BoletoStatus boleto={boleto} />
      {open && (
        <span className={classes.registration} title={boleto.registration_note ?? undefined}>
          <Registration boleto={boleto} />
        </span>
      )}
    </span>
  );
}
