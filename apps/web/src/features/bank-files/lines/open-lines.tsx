import { Button } from '@mantine/core';
import type { OpenBankLine } from '@morada/contract/bank/bank-files';
import { formatMoney } from '@morada/domain/base/money';
import { IconArrowBackUp, IconChecks, IconEyeOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OpenState, openLinesQuery, useRestoreOpenLine } from '#web/features/bank-files/bank-file-queries.ts';
import { kindWords } from '#web/features/bank-files/bank-file-words.ts';
import classes from '#web/features/bank-files/piles.module.css';
import { toast } from '#web/lib/toast.ts';
import { Day, Missing, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import lineClasses from './line-columns.module.css';
import { lineName, Two } from './line-columns.tsx';

type OpenLinesProps = { state: OpenState; onResolve: (id: number) => void };

/** What the list of each state says. */
const WORDS = {
  OPEN: { what: 'os pagamentos a resolver', below: 'O banco recebeu, e nenhuma fatura foi baixada com isto.' },
  IGNORED: { what: 'os pagamentos ignorados', below: 'Ficaram de fora, com o motivo. Podem voltar.' },
  GIVEN_BACK: {
    what: 'os pagamentos devolvidos',
    below: 'O banco devolveu aos pagadores. Não pagam mais nenhuma fatura.',
  },
} satisfies Record<OpenState, object>;

/** Payments that no file settled, of all files; those that were set aside, or those that the bank gave back. */
export function OpenLines({ state, onResolve }: OpenLinesProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...openLinesQuery(state, page), placeholderData: keepPreviousData });
  const { mutateAsync: restoreLine } = useRestoreOpenLine();
  const open = state === 'OPEN';
  const restore = (id: number) =>
    restoreLine({ params: { id } }).then(() => toast.success('O pagamento voltou para A resolver.'), toast.failure);
  return (
    <>
      {query.data && query.data.total > 0 && (
        <p className={classes.sum}>
          <b>{formatMoney(query.data.amount)}</b>
          {WORDS[state].below}
        </p>
      )}
      <DataTable
        what={WORDS[state].what}
        query={query}
        columns={state === 'IGNORED' ? IGNORED : OPEN}
        onPage={setPage}
        open={open ? { word: 'Resolver', name: lineName, onOpen: ({ id }) => onResolve(id) } : undefined}
        actions={
          state !== 'IGNORED'
            ? undefined
            : (line) => (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Voltar a resolver ${lineName(line)}`}
                  onClick={() => restore(line.id)}
                >
                  Voltar a resolver
                </Button>
              )
        }
        empty={
          open ? (
            <EmptyState
              icon={IconChecks}
              title="Nada a resolver"
              below="O que um arquivo ou um aviso do banco não liquidar espera aqui, sem enviar o arquivo de novo."
            />
          ) : (
            <EmptyState
              icon={state === 'IGNORED' ? IconEyeOff : IconArrowBackUp}
              title={state === 'IGNORED' ? 'Nenhum pagamento ignorado' : 'Nenhum pagamento devolvido'}
            />
          )
        }
      />
    </>
  );
}

const who: Column<OpenBankLine> = {
  title: 'Pagamento',
  kind: 'main',
  phone: 'main',
  cell: ({ label, found }) =>
    found ? <Two main={found.user.name} below={`fatura ${found.invoice_id}, ${label}`} /> : <Two main={label} />,
};

const paidOn: Column<OpenBankLine> = {
  title: 'Pago em',
  phone: 'side',
  cell: ({ paid_on }) => <Day value={paid_on} />,
};

const paid: Column<OpenBankLine> = {
  title: 'Pago',
  kind: 'number',
  phone: 'amount',
  cell: ({ paid_amount }) => <Money value={paid_amount} />,
};

const file: Column<OpenBankLine> = {
  title: 'Arquivo',
  hideBelow: 1340,
  cell: ({ file, line }) => (
    <Two main={file.name} below={file.kind === 'PIX' ? 'avisados pelo banco' : `${kindWords(file)}, linha ${line}`} />
  ),
};

const OPEN: Column<OpenBankLine>[] = [
  paidOn,
  who,
  paid,
  {
    title: 'Motivo',
    phone: 'below',
    cell: ({ reason }) => <span className={lineClasses.reason}>{reason}</span>,
  },
  file,
];

const IGNORED: Column<OpenBankLine>[] = [
  paidOn,
  who,
  paid,
  {
    title: 'Ignorado porque',
    phone: 'below',
    cell: ({ ignored }) => <span className={lineClasses.reason}>{ignored?.reason ?? <Missing />}</span>,
  },
  { title: 'Ignorado por', kind: 'soft', hideBelow: 1100, cell: ({ ignored }) => ignored?.by ?? <Missing /> },
  file,
];
