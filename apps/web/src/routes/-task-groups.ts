import { bankFiles } from '@morada/contract/bank/bank-files';
import { bankLink } from '@morada/contract/bank/bank-link';
import { boletoLink } from '@morada/contract/bank/boleto-link';
import { payoutTasks } from '@morada/contract/bank/payout-tasks';
import { reconciliationTasks } from '@morada/contract/bank/reconciliation-tasks';
import { recurrences } from '@morada/contract/bank/recurrences';
import { collectionTasks } from '@morada/contract/collection/collection-tasks';
import { debtTasks } from '@morada/contract/collection/debt-tasks';
import { contacts } from '@morada/contract/desk/contacts';
import { doctor } from '@morada/contract/desk/doctor';
import { maintenanceTasks } from '@morada/contract/desk/maintenance-tasks';
import { schedules } from '@morada/contract/desk/schedules';
import { support } from '@morada/contract/desk/support';
import { fiscal } from '@morada/contract/fiscal/fiscal';
import { proposals } from '@morada/contract/lease/proposals';
import { invoices } from '@morada/contract/money/invoices';
import { transfers } from '@morada/contract/money/transfers';
import { accountRequestTasks } from '@morada/contract/registry/account-request-tasks';
import { properties } from '@morada/contract/registry/properties';
import {
  IconArrowsLeftRight,
  IconBarcode,
  IconBell,
  IconBuildingBank,
  IconCalendarEvent,
  IconCalendarOff,
  IconCashBanknote,
  IconClock,
  IconHomeQuestion,
  IconMail,
  IconMessageCircle,
  IconPlugConnected,
  IconReceipt,
  IconReceiptTax,
  IconRepeat,
  IconServer,
  IconTrendingUp,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { badgesQuery } from '#web/app/shell/menu.ts';
import { useConfirmVisit, visitsQuery } from '#web/entities/visit/visit-queries.ts';
import { contactsQuery } from '#web/features/contacts/contact-queries.ts';
import { accountRequestTasksQuery } from '#web/features/dashboard/tasks/account-request-tasks.ts';
import { bankLinkTasksQuery } from '#web/features/dashboard/tasks/bank-link-tasks.ts';
import { boletoLinkTasksQuery } from '#web/features/dashboard/tasks/boleto-link-tasks.ts';
import { clockQuery, useClockTasks } from '#web/features/dashboard/tasks/clock-tasks.ts';
import { collectionTasksQuery } from '#web/features/dashboard/tasks/collection-tasks.ts';
import { debtTasksQuery } from '#web/features/dashboard/tasks/debt-tasks.ts';
import { diskTasksQuery } from '#web/features/dashboard/tasks/disk-tasks.ts';
import { endingsQuery } from '#web/features/dashboard/tasks/endings.ts';
import { fiscalTasksQuery } from '#web/features/dashboard/tasks/fiscal-tasks.ts';
import { maintenanceTasksQuery } from '#web/features/dashboard/tasks/maintenance-tasks.ts';
import { messageTasks } from '#web/features/dashboard/tasks/messages.ts';
import { openPaymentsQuery } from '#web/features/dashboard/tasks/open-payments.ts';
import { payoutTasksQuery } from '#web/features/dashboard/tasks/payout-tasks.ts';
import { readjustmentsQuery } from '#web/features/dashboard/tasks/readjustments.ts';
import { reconciliationTasksQuery } from '#web/features/dashboard/tasks/reconciliation-tasks.ts';
import { recurringTasksQuery } from '#web/features/dashboard/tasks/recurring-tasks.ts';
import { requestTasksQuery } from '#web/features/dashboard/tasks/requests.ts';
import { ticketTasks } from '#web/features/dashboard/tasks/tickets.ts';
import { visitTasks } from '#web/features/dashboard/tasks/visits.ts';
import type { TaskGroup } from '#web/features/dashboard/today-queue.tsx';
import { invoiceTasksQuery } from '#web/features/invoices/list/invoice-tasks.ts';
import { ticketsQuery } from '#web/features/support/ticket-queries.ts';
import { transferTasksQuery } from '#web/features/transfers/transfer-tasks.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/** Today's tasks that the user may read. */
export function useTaskGroups(): TaskGroup[] {
  const groups = [...useServerGroups(), ...useMoneyGroups(), ...useContractGroups(), ...useAttendanceGroups()];
  return groups.filter((group) => group !== false);
}

type MaybeGroups = (TaskGroup | false)[];

function useServerGroups(): MaybeGroups {
  const disks = useQuery({ ...diskTasksQuery, enabled: may(doctor.disks.access) });
  const clock = useQuery({ ...clockQuery, enabled: may(doctor.clock.access), select: useClockTasks() });
  return [
    clock.data !== undefined &&
      clock.data.count > 0 && {
        label: 'Relógio',
        icon: IconClock,
        query: clock,
        list: { to: '/settings/doctor' },
        names: ['aviso do relógio', 'avisos do relógio'],
      },
    // None while there is room, and none that the others would wait for.
    disks.data !== undefined &&
      disks.data.count > 0 && {
        label: 'Servidor',
        icon: IconServer,
        query: disks,
        list: { to: '/settings/doctor' },
        names: ['aviso do servidor', 'avisos do servidor'],
      },
  ];
}

function useMoneyGroups(): MaybeGroups {
  const sees = {
    invoices: may(invoices.list.access),
    transfers: may(transfers.overview.access),
    payments: may(bankFiles.open.access),
    bank: may(bankLink.tasks.access),
    recurring: may(recurrences.tasks.access),
    boletos: may(boletoLink.tasks.access),
    payouts: may(payoutTasks.list.access),
    collection: may(collectionTasks.list.access),
    taxes: may(fiscal.agenda.access),
    statements: may(reconciliationTasks.list.access),
    debts: may(debtTasks.list.access),
    accounts: may(accountRequestTasks.list.access),
  };
  const due = useQuery({ ...invoiceTasksQuery, enabled: sees.invoices });
  const pending = useQuery({ ...transferTasksQuery, enabled: sees.transfers });
  const unsettled = useQuery({ ...openPaymentsQuery, enabled: sees.payments });
  const bank = useQuery({ ...bankLinkTasksQuery, enabled: sees.bank });
  const recurring = useQuery({ ...recurringTasksQuery, enabled: sees.recurring });
  const boletos = useQuery({ ...boletoLinkTasksQuery, enabled: sees.boletos });
  const paying = useQuery({ ...payoutTasksQuery, enabled: sees.payouts });
  const owed = useQuery({ ...collectionTasksQuery, enabled: sees.collection });
  const taxes = useQuery({ ...fiscalTasksQuery, enabled: sees.taxes });
  const unexplained = useQuery({ ...reconciliationTasksQuery, enabled: sees.statements });
  const listed = useQuery({ ...debtTasksQuery, enabled: sees.debts });
  const accounts = useQuery({ ...accountRequestTasksQuery, enabled: sees.accounts });
  return [
    sees.invoices && {
      label: 'Faturas',
      icon: IconReceipt,
      query: due,
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
    // No tab of its own while every payment has its invoice.
    sees.payments &&
      unsettled.data?.count !== 0 && {
        label: 'Pagamentos',
        icon: IconBuildingBank,
        query: unsettled,
        list: { to: '/financial/boletos', search: { down: 'open' } },
        names: ['pagamento a resolver', 'pagamentos a resolver'],
      },
    // None while the connection works, no charge is refused, and no Pix of a settled invoice is returned.
    sees.bank &&
      bank.data?.count !== 0 && {
        label: 'Banco',
        icon: IconPlugConnected,
        query: bank,
        list: may(bankLink.show.access)
          ? { to: '/settings/bank-link' }
          : { to: '/financial/invoices', search: { status: 'PAID' } },
        names: ['aviso do banco', 'avisos do banco'],
      },
    // None while every debit succeeds, and no tenant ends one.
    sees.recurring &&
      recurring.data?.count !== 0 && {
        label: 'Pix Automático',
        icon: IconRepeat,
        query: recurring,
        list: { to: '/financial/invoices', search: { status: 'LATE' } },
        names: ['aviso do Pix Automático', 'avisos do Pix Automático'],
      },
    // None while the connection works, no boleto is refused, and the bank cancels no payment of a settled invoice.
    sees.boletos &&
      boletos.data?.count !== 0 && {
        label: 'Boletos no banco',
        icon: IconBarcode,
        query: boletos,
        list: may(boletoLink.show.access)
          ? { to: '/settings/boleto-link' }
          : { to: '/financial/boletos', search: { registration: 'REFUSED' } },
        names: ['aviso de boletos', 'avisos de boletos'],
      },
    // None while nothing waits for a person.
    sees.payouts &&
      paying.data?.count !== 0 && {
        label: 'Pagar',
        icon: IconCashBanknote,
        query: paying,
        list: { to: '/financial/payments' },
        names: ['aviso de pagamento', 'avisos de pagamento'],
      },
    // None while the ruler asks for no call and every message goes out.
    sees.collection &&
      owed.data?.count !== 0 && {
        label: 'Cobrança',
        icon: IconBell,
        query: owed,
        list: { to: '/financial/collection' },
        names: ['aviso da cobrança', 'avisos da cobrança'],
      },
    // None while no listing of a paid debt is to be removed.
    sees.debts &&
      listed.data?.count !== 0 && {
        label: 'Negativações',
        icon: IconCalendarOff,
        query: listed,
        list: { to: '/contracts' },
        names: ['negativação a remover', 'negativações a remover'],
      },
    // None while no owner waits for a new account.
    sees.accounts &&
      accounts.data?.count !== 0 && {
        label: 'Contas',
        icon: IconBuildingBank,
        query: accounts,
        list: { to: '/clients' },
        names: ['troca de conta', 'trocas de conta'],
      },
    // Most days there is none.
    sees.taxes &&
      taxes.data?.count !== 0 && {
        label: 'Impostos',
        icon: IconReceiptTax,
        query: taxes,
        list: { to: '/fiscal' },
        names: ['prazo fiscal', 'prazos fiscais'],
      },
    // None while each movement of the bank is explained within a week.
    sees.statements &&
      unexplained.data?.count !== 0 && {
        label: 'Conciliação',
        icon: IconBuildingBank,
        query: unexplained,
        list: { to: '/financial/reconciliation', search: { state: 'OPEN' } },
        names: ['conta a conciliar', 'contas a conciliar'],
      },
  ];
}

function useContractGroups(): MaybeGroups {
  const sees = may(proposals.list.access);
  const readjustments = useQuery({ ...readjustmentsQuery, enabled: sees });
  const endings = useQuery({ ...endingsQuery, enabled: sees });
  return [
    sees && {
      label: 'Reajustes',
      icon: IconTrendingUp,
      query: readjustments,
      list: { to: '/contracts', search: { readjustment: readjustments.data?.late ? 'LATE' : 'SOON' } },
      names: ['reajuste', 'reajustes'],
    },
    sees && {
      label: 'Términos',
      icon: IconCalendarOff,
      query: endings,
      list: { to: '/contracts', search: { ending: 'DECIDE' } },
      names: ['término', 'términos'],
    },
  ];
}

function useAttendanceGroups(): MaybeGroups {
  const sees = {
    visits: may(schedules.list.access),
    tickets: may(support.list.access),
    messages: may(contacts.list.access),
    requests: may(properties.requests.access),
    maintenance: may(maintenanceTasks.list.access),
  };
  const confirm = useConfirmTask();
  const badges = useQuery(badgesQuery);
  const visits = useQuery({
    ...visitsQuery({}),
    enabled: sees.visits,
    select: ({ progress }) => visitTasks(progress, confirm),
  });
  const tickets = useQuery({ ...ticketsQuery(), enabled: sees.tickets, select: ({ opened }) => ticketTasks(opened) });
  const messages = useQuery({
    ...contactsQuery({}),
    enabled: sees.messages,
    select: ({ data }) => messageTasks(data, badges.data?.contacts ?? 0),
  });
  const requests = useQuery({ ...requestTasksQuery, enabled: sees.requests });
  const repairs = useQuery({ ...maintenanceTasksQuery, enabled: sees.maintenance });
  return [
    sees.visits && {
      label: 'Visitas',
      icon: IconCalendarEvent,
      query: visits,
      list: { to: '/schedules' },
      names: ['visita', 'visitas'],
    },
    sees.tickets && {
      label: 'Tickets',
      icon: IconMessageCircle,
      query: tickets,
      list: { to: '/support' },
      names: ['ticket', 'tickets'],
    },
    // None while no repair waits for the next step.
    sees.maintenance &&
      repairs.data?.count !== 0 && {
        label: 'Manutenções',
        icon: IconHomeQuestion,
        query: repairs,
        list: { to: '/maintenance' },
        names: ['manutenção', 'manutenções'],
      },
    sees.messages && {
      label: 'Contatos',
      icon: IconMail,
      query: messages,
      list: { to: '/contacts' },
      names: ['contato', 'contatos'],
    },
    sees.requests && {
      label: 'Imóveis',
      icon: IconHomeQuestion,
      query: requests,
      list: { to: '/properties/requests' },
      names: ['imóvel pendente', 'imóveis pendentes'],
    },
  ];
}

function useConfirmTask() {
  const { run } = useConfirmVisit();
  return (visit: Parameters<typeof run>[0]) => run(visit).then(() => toast.success('Atualizado!'), toast.failure);
}
