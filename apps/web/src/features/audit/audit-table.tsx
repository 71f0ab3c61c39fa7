import { IconHistory } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import type { ListPage } from '#web/ui/list/use-list-page.ts';
import type { AuditEntry } from './audit-queries.ts';
import classes from './audit-table.module.css';

/** Records that have a page of their own. */
const PAGES: Record<string, (id: number) => LinkProps> = {
  client: (id) => ({ to: '/clients/info/$id', params: { id: String(id) } }),
  property: (id) => ({ to: '/properties/info/$id', params: { id: String(id) } }),
  proposal: (id) => ({ to: '/contracts/info/$id', params: { id: String(id) } }),
  contract_template: (id) => ({ to: '/settings/contracts/$id', params: { id: String(id) } }),
  invoice: (id) => ({ to: '/financial/invoices', search: { open: id } }),
  transfer: (id) => ({ to: '/financial/transfers', search: { open: id } }),
  agency: () => ({ to: '/settings/agency' }),
  message_channel: () => ({ to: '/settings/messages', search: { tab: 'canais' } }),
  message_news: () => ({ to: '/settings/messages', search: { tab: 'avisos' } }),
  message_setting: () => ({ to: '/settings/messages', search: { tab: 'canais' } }),
  bank_link: () => ({ to: '/settings/bank-link' }),
  payment_batch: (id) => ({ to: '/financial/payments', search: { open: id } }),
  collection_ruler: () => ({ to: '/settings/collection' }),
  payout_link: () => ({ to: '/settings/payouts' }),
  statement_link: () => ({ to: '/settings/statements' }),
  payout_safeguard: () => ({ to: '/settings/payouts' }),
};

function RecordName({ entry: { record, record_name, record_id } }: { entry: AuditEntry }) {
  const words = record === 'agency' ? record_name : `${record_name} ${record_id}`;
  const page = PAGES[record];
  return page ? <Link {...page(record_id)}>{words}</Link> : words;
}

function Changes({ entry: { changes } }: { entry: AuditEntry }) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          <span className={classes.label}>{label}</span> {before === undefined ? after : `${before} → ${after}`}
        </li>
      ))}
    </ul>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  { title: 'Quando', kind: 'soft', phone: 'side', cell: ({ at }) => <Moment value={at} /> },
  { title: 'Quem', phone: 'main', cell: ({ actor }) => actor },
  {
    title: 'O quê',
    phone: 'below',
    cell: (entry) => (
      <div className={classes.action}>
        <span>
          {entry.action_words}: <RecordName entry={entry} />
        </span>
        <Changes entry={entry} />
      </div>
    ),
  },
];

/** Audit trail: author, action, time and changes. */
export function AuditTable({ list }: { list: Pick<ListPage<AuditEntry>, 'table'> }) {
  return (
    <DataTable
      what="os registros da auditoria"
      {...list.table}
      columns={COLUMNS}
      empty={<EmptyState icon={IconHistory} title="Nenhum registro com estes filtros" />}
    />
  );
}
