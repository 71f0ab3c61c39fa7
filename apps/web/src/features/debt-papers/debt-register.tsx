import { type DebtEntry, debtPapers } from '@morada/contract/collection/debt-papers';
import { formatDate } from '@morada/domain/base/calendar';
import { ACT_ENDS, DEBT_ACTS, DEBTOR_PARTIES, NOTICE_WAYS } from '@morada/domain/debt-papers/debt-register';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconGavel,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { compact, RowMore } from '#web/ui/base/actions.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Day, Money } from '#web/ui/display/figures.tsx';
import { Status } from '#web/ui/display/status.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import type { Loadable } from '#web/ui/feedback/query-boundary.tsx';
import { type Column, DataTable, type RowPage } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { useUndo } from './debt-queries.ts';

const DeliveryWindow = lazyWindow(
  () => import('./day-windows.tsx'),
  (windows) => windows.DeliveryWindow,
);
const EndWindow = lazyWindow(
  () => import('./day-windows.tsx'),
  (windows) => windows.EndWindow,
);
const AttachWindow = lazyWindow(
  () => import('./attach-window.tsx'),
  (window) => window.AttachWindow,
);

/** `Negativação, Serasa` */
const nameOf = ({ kind, body }: DebtEntry) => [DEBT_ACTS[kind], body].filter(Boolean).join(', ');

function State({ entry }: { entry: DebtEntry }) {
  const { kind, undone, end, delivered_on, term, remove_by } = entry;
  if (undone)
    return (
      <Status tone="gray" icon={IconCircleMinus}>
        Desfeito
      </Status>
    );
  if (kind === 'NOTICE')
    return delivered_on && term ? (
      <Status
        tone={term < today() ? 'green' : 'yellow'}
        icon={IconCircleCheckFilled}
        note={`prazo até ${formatDate(term)}`}
      >
        Entregue
      </Status>
    ) : (
      <Undelivered mail={entry.mail} />
    );
  if (end)
    return (
      <Status tone="green" icon={IconCircleCheckFilled} note={formatDate(end.done_on)}>
        {ACT_ENDS[kind]}
      </Status>
    );
  if (remove_by)
    return (
      <Status tone="red" icon={IconAlertTriangleFilled} note="a dívida foi paga">
        Remover até {formatDate(remove_by)}
      </Status>
    );
  return (
    <Status tone="blue" icon={IconCircleDashed}>
      Em vigor
    </Status>
  );
}

function Undelivered({ mail }: Pick<DebtEntry, 'mail'>) {
  if (mail === 'FAILED')
    return (
      <Status tone="red" icon={IconAlertTriangleFilled} note="entregue por carta ou em mãos">
        O e-mail não saiu
      </Status>
    );
  return (
    <Status tone="yellow" icon={IconCircleDashed}>
      {mail === 'WAITING' ? 'E-mail a caminho' : 'Sem entrega registrada'}
    </Status>
  );
}

const COLUMNS: Column<DebtEntry>[] = [
  { title: 'Registro', kind: 'main', phone: 'main', cell: nameOf },
  {
    title: 'Pessoa',
    kind: 'soft',
    phone: 'below',
    cell: ({ client, role }) => `${client.name}, ${DEBTOR_PARTIES[role].toLowerCase()}`,
  },
  { title: 'Dia', phone: 'side', cell: ({ done_on }) => <Day value={done_on} /> },
  {
    title: 'Forma ou protocolo',
    kind: 'soft',
    hideBelow: 1100,
    cell: ({ way, protocol }) => [way && NOTICE_WAYS[way], protocol].filter(Boolean).join(', '),
  },
  { title: 'Valor', kind: 'number', phone: 'amount', cell: ({ amount }) => <Money value={amount} /> },
  { title: 'Situação', phone: 'state', cell: (entry) => <State entry={entry} /> },
];

type Open = { window: 'deliver' | 'end' | 'attach'; entry: DebtEntry };

type DebtRegisterProps = {
  /** Entries of a contract, or a page of those of all. */
  query: Loadable<RowPage<DebtEntry & { proposal_id?: number }> | (DebtEntry & { proposal_id?: number })[]>;
  onPage?: (page: number) => void;
};

type Line = DebtEntry & { proposal_id?: number };

const OF_ALL: Column<Line>[] = [
  {
    title: 'Contrato',
    kind: 'id',
    cell: ({ proposal_id }) =>
      proposal_id !== undefined && (
        <Link to="/contracts/info/$id" params={{ id: String(proposal_id) }}>
          {proposal_id}
        </Link>
      ),
  },
  ...COLUMNS,
];

/** Notices, listings, protests and actions, the newest first. */
export function DebtRegister({ query, onPage }: DebtRegisterProps) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <DataTable
        what="os registros de cobrança"
        query={query}
        columns={onPage ? OF_ALL : COLUMNS}
        {...(onPage && { onPage })}
        cards
        actions={(entry) => <EntryActions entry={entry} onOpen={(window) => setOpen({ window, entry })} />}
        empty={
          <EmptyState
            icon={IconGavel}
            title="Nenhum registro"
            below="Avisos, negativações, protestos e ações feitos fora daqui ficam registrados neste lugar."
          />
        }
      />
      {open?.window === 'deliver' && <DeliveryWindow entry={open.entry} onClose={close} />}
      {open?.window === 'end' && <EndWindow entry={open.entry} onClose={close} />}
      {open?.window === 'attach' && <AttachWindow entry={open.entry} onClose={close} />}
    </>
  );
}

function EntryActions({ entry, onOpen }: { entry: DebtEntry; onOpen: (window: Open['window']) => void }) {
  const { id, kind, undone, end, delivered_on, file } = entry;
  const { mutateAsync: undo } = useUndo();
  const confirm = useConfirm();
  const isNotice = kind === 'NOTICE';
  const changes = may(debtPapers.undo.access) && !undone;
  const filed = end ? end.file : file;

  async function ask() {
    const undoing = end
      ? `o fim registrado: ${ACT_ENDS[kind as keyof typeof ACT_ENDS].toLowerCase()}`
      : 'este registro';
    const done = await confirm({
      title: 'Desfazer o registro',
      body: `Só para o que foi registrado por engano. Desfazer ${undoing}? O histórico continua guardado.`,
      verb: 'Desfazer',
      danger: true,
      run: () => undo({ params: { id } }),
    });
    if (done) toast.success('Registro desfeito');
  }

  const open = (path: string) => () => openFile(path).catch(toast.failure);
  return (
    <RowMore
      label={`Ações de ${nameOf(entry)}, ${entry.client.name}`}
      actions={compact(
        isNotice && { label: 'Abrir o aviso', onClick: open(`/api/debt/register/${id}/notice`) },
        file !== null && { label: 'Abrir o comprovante', onClick: open(`/api/files/${file.id}`) },
        end?.file !== undefined &&
          end.file !== null && { label: 'Abrir o comprovante do fim', onClick: open(`/api/files/${end.file.id}`) },
        changes &&
          isNotice &&
          delivered_on === null && { label: 'Registrar a entrega', onClick: () => onOpen('deliver') },
        changes && !isNotice && end === null && { label: END_VERBS[kind], onClick: () => onOpen('end') },
        changes && filed === null && { label: 'Anexar comprovante', onClick: () => onOpen('attach') },
      )}
      {...(changes && { danger: { label: 'Desfazer', onClick: ask } })}
    />
  );
}

const END_VERBS = {
  LISTING: 'Registrar a remoção',
  PROTEST: 'Registrar o cancelamento',
  EVICTION: 'Registrar o fim da ação',
  COLLECTION: 'Registrar o fim da ação',
} as const;
