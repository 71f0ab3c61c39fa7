import { invoices } from '@morada/contract/invoices';
import { proposals } from '@morada/contract/proposals';
import { transfers } from '@morada/contract/transfers';
import { IconArrowsLeftRight, IconLayoutDashboard, IconReceipt, IconTrendingUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { readjustmentsQuery } from '#web/features/dashboard/readjustments.ts';
import { type Pile, TodayQueue } from '#web/features/dashboard/today-queue.tsx';
import { invoiceCounters } from '#web/features/invoices/invoice-counters.ts';
import { invoiceTasksQuery } from '#web/features/invoices/invoice-tasks.ts';
import { QuickLinks } from '#web/features/shell/quick-links.tsx';
import { transferCounters } from '#web/features/transfers/transfer-counters.ts';
import { transferTasksQuery } from '#web/features/transfers/transfer-tasks.ts';
import { may } from '#web/lib/session.ts';
import { today } from '#web/lib/today.ts';
import { Counters } from '#web/ui/counters.tsx';
import { PageHead } from '#web/ui/page.tsx';
import classes from './-dashboard.module.css';

export const Route = createFileRoute('/_app/')({
  staticData: { menu: { group: null, label: 'Dashboard', icon: IconLayoutDashboard, order: 0 }, access: 'login' },
  component: Dashboard,
});

function Dashboard() {
  const piles = usePiles();
  return (
    <>
      <PageHead title="Dashboard" below={dayInWords(today())} />
      {piles.length > 0 ? <TodayQueue piles={piles} /> : <QuickLinks />}
      <Figures />
    </>
  );
}

/** What waits, of what the session may read. */
function usePiles(): Pile[] {
  const sees = {
    invoices: may(invoices.list.access),
    transfers: may(transfers.overview.access),
    contracts: may(proposals.list.access),
  };
  const late = useQuery({ ...invoiceTasksQuery, enabled: sees.invoices });
  const pending = useQuery({ ...transferTasksQuery, enabled: sees.transfers });
  const readjustments = useQuery({ ...readjustmentsQuery, enabled: sees.contracts });
  const piles: (Pile | false)[] = [
    sees.invoices && {
      label: 'Faturas',
      icon: IconReceipt,
      query: late,
      list: { to: '/financial/invoices', search: { status: 'LATE' } },
      names: ['fatura', 'faturas'],
    },
    sees.transfers && {
      label: 'Repasses',
      icon: IconArrowsLeftRight,
      query: pending,
      list: { to: '/financial/transfers' },
      names: ['repasse', 'repasses'],
    },
    sees.contracts && {
      label: 'Reajustes',
      icon: IconTrendingUp,
      query: readjustments,
      list: { to: '/contracts', search: { readjustment: readjustments.data?.late ? 'LATE' : 'SOON' } },
      names: ['reajuste', 'reajustes'],
    },
  ];
  return piles.filter((pile) => pile !== false);
}

/** How much is open and how much is to be paid. */
function Figures() {
  const sees = { invoices: may(invoices.list.access), transfers: may(transfers.overview.access) };
  const late = useQuery({ ...invoiceTasksQuery, enabled: sees.invoices });
  const pending = useQuery({ ...transferTasksQuery, enabled: sees.transfers });
  const [, defaulted, subtotal] = invoiceCounters({ data: late.data?.figures, isError: late.isError });
  const [, total, overdue] = transferCounters({ data: pending.data?.figures, isError: pending.isError });
  const items = [
    sees.invoices && defaulted,
    sees.invoices && subtotal && { ...subtotal, label: 'Faturas em aberto', below: 'a receber, sem multa e juros' },
    sees.transfers && total && { ...total, label: 'Repasses pendentes', below: 'a repassar' },
    sees.transfers && overdue && { ...overdue, label: 'Repasses atrasados' },
  ].filter((item) => item !== false && item !== undefined);
  if (items.length === 0) return null;
  return (
    <div className={classes.figures}>
      <Counters items={items} />
    </div>
  );
}

/** `Sexta-feira, 20 de novembro de 2026` */
function dayInWords(day: string): string {
  const words = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  return words.charAt(0).toUpperCase() + words.slice(1);
}
