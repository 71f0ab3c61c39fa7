import { Button } from '@mantine/core';
import { type reconciliation, STATEMENT_UPLOAD, type StatementImport } from '@morada/contract/bank/reconciliation';
import type { StatementAccount } from '@morada/contract/bank/reconciliation-tasks';
import type { Answer } from '@morada/contract/base/endpoint';
import { formatDate } from '@morada/domain/base/calendar';
import { IconFileImport, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { count, counted } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { Day, Moment, Money } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import classes from './ofx-window.module.css';
import { importsQuery, useImport, useSetMain } from './reconciliation-queries.ts';

type Imported = Answer<typeof reconciliation.import>;

type OfxWindowProps = {
  account: StatementAccount | null;
  onClose: () => void;
  onImported: (imported: Imported) => void;
};

const ACCEPT = { 'application/x-ofx': ['.ofx'], 'text/plain': ['.ofx', '.txt'] };

/** A statement of the bank by drop or choice, and the statements of the account that were read before. */
export function OfxWindow({ account, onClose, onImported }: OfxWindowProps) {
  const send = useImport();
  const sending = useOneFile({
    maxBytes: STATEMENT_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 10 MB. Baixe do banco um período menor.',
    send,
    onSent: (_, imported) => {
      toast.success(importedWords(imported));
      onImported(imported);
    },
  });
  return (
    <FormWindow title="Importar extrato" terms={['ofx']} onClose={onClose} actions={{ close: 'Fechar' }}>
      <OneFileArea
        sending={sending}
        label="Extrato OFX"
        icon={IconFileImport}
        invites={{ wide: 'Arraste o extrato do banco para cá', phone: 'Escolha o extrato do banco' }}
        reading="Lendo e conciliando"
        note="Extrato OFX da conta da imobiliária, até 10 MB. Períodos que se repetem contam uma vez."
        accept={ACCEPT}
        otherKind="Este formato não é lido aqui. No site do banco, exporte o extrato em OFX (às vezes chamado de Money)."
      />
      {account && <History account={account} />}
    </FormWindow>
  );
}

function importedWords({ added, movements, explained, unread }: Imported): string {
  const fresh =
    added === 0
      ? 'Nenhum movimento novo'
      : `${count(added)} de ${counted(movements, 'movimento lido é novo', 'movimentos lidos são novos')}`;
  const matched = explained === 0 ? '' : `; ${counted(explained, 'conciliado', 'conciliados')}`;
  return `${fresh}${matched}.${unread === 0 ? '' : ` ${counted(unread, 'linha não pôde ser lida', 'linhas não puderam ser lidas')}.`}`;
}

function History({ account }: { account: StatementAccount }) {
  const query = useQuery(importsQuery(account.id));
  const { mutateAsync: setMain, isPending } = useSetMain();
  const choose = () =>
    setMain({ params: { id: account.id } }).then(() => toast.success('Esta é agora a conta principal.'), toast.failure);
  return (
    <section className={classes.history}>
      <h3 className={classes.title}>
        Extratos de {account.bank_name}, conta {account.account}
      </h3>
      {!account.is_main && (
        <p className={classes.main}>
          Lançamentos sem movimento são esperados na conta principal.
          <Button size="xs" variant="default" loading={isPending} onClick={choose}>
            Tornar principal
          </Button>
        </p>
      )}
      <DataTable
        what="os extratos importados"
        query={query}
        columns={COLUMNS}
        cards
        empty={<EmptyState icon={IconHistory} title="Nenhum extrato desta conta" />}
      />
    </section>
  );
}

const COLUMNS: Column<StatementImport>[] = [
  {
    title: 'Período',
    kind: 'main',
    phone: 'main',
    cell: (statement) => <Period {...statement} />,
  },
  {
    title: 'Novos',
    kind: 'number',
    cell: ({ added, movements }) => `${count(added)} de ${count(movements)}`,
    phone: 'state',
  },
  { title: 'Saldo', kind: 'number', phone: 'amount', cell: ({ balance }) => <Money value={balance} /> },
  { title: 'Quando', kind: 'soft', phone: 'side', cell: ({ created_at }) => <Moment value={created_at} /> },
];

function Period({ from_day, until_day, by_call }: StatementImport) {
  const origin = by_call ? ', lido no banco' : '';
  return (
    <span title={`${formatDate(from_day)} a ${formatDate(until_day)}${origin}`}>
      <Day value={from_day} /> a <Day value={until_day} />
      {origin}
    </span>
  );
}
