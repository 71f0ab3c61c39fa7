import { bankLink } from '@morada/contract/bank/bank-link';
import { boletoLink } from '@morada/contract/bank/boleto-link';
import { TODAY_CALLS, type Today, type TodayGroup } from '@morada/contract/desk/today';
import {
  IconArrowsLeftRight,
  IconBarcode,
  IconBell,
  IconBuildingBank,
  IconCalendarEvent,
  IconCalendarOff,
  IconCashBanknote,
  IconClipboardList,
  IconClock,
  IconFileDollar,
  IconFilter,
  IconHomeQuestion,
  IconMail,
  IconMessageCircle,
  IconPlugConnected,
  IconReceipt,
  IconReceiptTax,
  IconRepeat,
  IconServer,
  IconSignature,
  IconTrendingUp,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useConfirmVisit } from '#web/entities/visit/visit-queries.ts';
import { accountTasks } from '#web/features/dashboard/tasks/account-request-tasks.ts';
import { applicationTasks } from '#web/features/dashboard/tasks/applications.ts';
import { bankTasks } from '#web/features/dashboard/tasks/bank-link-tasks.ts';
import { bidTasks } from '#web/features/dashboard/tasks/bids.ts';
import { boletoTasks } from '#web/features/dashboard/tasks/boleto-link-tasks.ts';
import { useClockTasks } from '#web/features/dashboard/tasks/clock-tasks.ts';
import { callTasks } from '#web/features/dashboard/tasks/collection-tasks.ts';
import { listingTasks } from '#web/features/dashboard/tasks/debt-tasks.ts';
import { diskTasks } from '#web/features/dashboard/tasks/disk-tasks.ts';
import { endingTasks } from '#web/features/dashboard/tasks/endings.ts';
import { fiscalTasks } from '#web/features/dashboard/tasks/fiscal-tasks.ts';
import { invoiceTasks } from '#web/features/dashboard/tasks/invoices.ts';
import { leadTasks } from '#web/features/dashboard/tasks/leads.ts';
import { repairTasks } from '#web/features/dashboard/tasks/maintenance-tasks.ts';
import { messageTasks } from '#web/features/dashboard/tasks/messages.ts';
import { openPaymentTasks } from '#web/features/dashboard/tasks/open-payments.ts';
import { payingTasks } from '#web/features/dashboard/tasks/payout-tasks.ts';
import { readjustmentTasks } from '#web/features/dashboard/tasks/readjustments.ts';
import { statementTasks } from '#web/features/dashboard/tasks/reconciliation-tasks.ts';
import { debitTasks } from '#web/features/dashboard/tasks/recurring-tasks.ts';
import { requestTasks } from '#web/features/dashboard/tasks/requests.ts';
import { signatureTasks } from '#web/features/dashboard/tasks/signature-tasks.ts';
import { ticketTasks } from '#web/features/dashboard/tasks/tickets.ts';
import { transferTasks } from '#web/features/dashboard/tasks/transfers.ts';
import { visitTasks } from '#web/features/dashboard/tasks/visits.ts';
import { todayQuery } from '#web/features/dashboard/today-query.ts';
import type { Found, TaskGroup } from '#web/features/dashboard/today-queue.tsx';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

type About<Name extends TodayGroup> = Omit<TaskGroup, 'query' | 'list'> & {
  list: TaskGroup['list'] | ((answer: Today[Name]) => TaskGroup['list']);
  tasks: (answer: NonNullable<Today[Name]>) => Found;
  /** Shown even where nothing waits; else it has a tab of its own only while something does, or it could not be read. */
  always?: true;
  /** Neither its loading nor its failure is shown. */
  quiet?: true;
};

/** Today's tasks that the user may read, by kind. */
export function useTaskGroups(): { groups: TaskGroup[]; reload: () => unknown } {
  const kinds = useKinds();
  const { data, error, refetch } = useQuery({
    ...todayQuery,
    enabled: Object.values(TODAY_CALLS).some(({ access }) => may(access)),
  });
  const groupOf = <Name extends TodayGroup>(name: Name, { tasks, list, always, quiet, ...about }: About<Name>) => {
    const answer = data?.[name];
    const found = answer ? tasks(answer) : undefined;
    if (found ? found.count === 0 && !always : quiet) return [];
    const failure = answer === null ? new Error('A leitura falhou no servidor.') : error;
    return [
      { ...about, list: typeof list === 'function' ? list(answer) : list, query: { data: found, error: failure } },
    ];
  };
  const names = (Object.keys(kinds) as TodayGroup[]).filter((name) => may(TODAY_CALLS[name].access));
  return { groups: names.flatMap((name) => groupOf(name, kinds[name] as About<typeof name>)), reload: refetch };
}

/** In the order of their tabs. */
function useKinds(): { [Name in TodayGroup]: About<Name> } {
  const confirm = useConfirmTask();
  return {
    clock: {
      tasks: useClockTasks(),
      label: 'Relógio',
      icon: IconClock,
      list: { to: '/settings/doctor' },
      names: ['aviso do relógio', 'avisos do relógio'],
      quiet: true,
    },
    disks: {
      tasks: diskTasks,
      label: 'Servidor',
      icon: IconServer,
      list: { to: '/settings/doctor' },
      names: ['aviso do servidor', 'avisos do servidor'],
      quiet: true,
    },
    invoices: {
      tasks: invoiceTasks,
      label: 'Faturas',
      icon: IconReceipt,
      list: { to: '/financial/invoices', search: { status: 'LATE' } },
      names: ['fatura', 'faturas'],
      always: true,
    },
    transfers: {
      tasks: transferTasks,
      label: 'Repasses',
      icon: IconArrowsLeftRight,
      list: { to: '/financial/transfers' },
      names: ['repasse', 'repasses'],
      always: true,
    },
    // While a payment has no invoice.
    payments: {
      tasks: openPaymentTasks,
      label: 'Pagamentos',
      icon: IconBuildingBank,
      list: { to: '/financial/boletos', search: { down: 'open' } },
      names: ['pagamento a resolver', 'pagamentos a resolver'],
    },
    // While the connection fails, a charge is refused, or a Pix of a settled invoice is returned.
    bank: {
      tasks: bankTasks,
      label: 'Banco',
      icon: IconPlugConnected,
      list: may(bankLink.show.access)
        ? { to: '/settings/bank-link' }
        : { to: '/financial/invoices', search: { status: 'PAID' } },
      names: ['aviso do banco', 'avisos do banco'],
    },
    // While a debit fails, or a tenant ends one.
    recurring: {
      tasks: debitTasks,
      label: 'Pix Automático',
      icon: IconRepeat,
      list: { to: '/financial/invoices', search: { status: 'LATE' } },
      names: ['aviso do Pix Automático', 'avisos do Pix Automático'],
    },
    // While the connection fails, a boleto is refused, or the bank cancels the payment of a settled invoice.
    boletos: {
      tasks: boletoTasks,
      label: 'Boletos no banco',
      icon: IconBarcode,
      list: may(boletoLink.show.access)
        ? { to: '/settings/boleto-link' }
        : { to: '/financial/boletos', search: { registration: 'REFUSED' } },
      names: ['aviso de boletos', 'avisos de boletos'],
    },
    payouts: {
      tasks: payingTasks,
      label: 'Pagar',
      icon: IconCashBanknote,
      list: { to: '/financial/payments' },
      names: ['aviso de pagamento', 'avisos de pagamento'],
    },
    // While the ruler asks for a call, or a message did not go out.
    collection: {
      tasks: callTasks,
      label: 'Cobrança',
      icon: IconBell,
      list: { to: '/financial/collection' },
      names: ['aviso da cobrança', 'avisos da cobrança'],
    },
    // While a listing of a paid debt is to be removed.
    debts: {
      tasks: listingTasks,
      label: 'Negativações',
      icon: IconCalendarOff,
      list: { to: '/contracts' },
      names: ['negativação a remover', 'negativações a remover'],
    },
    accounts: {
      tasks: accountTasks,
      label: 'Contas',
      icon: IconBuildingBank,
      list: { to: '/clients' },
      names: ['troca de conta', 'trocas de conta'],
    },
    taxes: {
      tasks: fiscalTasks,
      label: 'Impostos',
      icon: IconReceiptTax,
      list: { to: '/fiscal' },
      names: ['prazo fiscal', 'prazos fiscais'],
    },
    // While a movement of the bank has waited a week for its explanation.
    statements: {
      tasks: statementTasks,
      label: 'Conciliação',
      icon: IconBuildingBank,
      list: { to: '/financial/reconciliation', search: { state: 'OPEN' } },
      names: ['conta a conciliar', 'contas a conciliar'],
    },
    readjustments: {
      tasks: readjustmentTasks,
      label: 'Reajustes',
      icon: IconTrendingUp,
      list: (answer) => ({ to: '/contracts', search: { readjustment: answer?.late.total ? 'LATE' : 'SOON' } }),
      names: ['reajuste', 'reajustes'],
      always: true,
    },
    endings: {
      tasks: endingTasks,
      label: 'Términos',
      icon: IconCalendarOff,
      list: { to: '/contracts', search: { ending: 'DECIDE' } },
      names: ['término', 'términos'],
      always: true,
    },
    visits: {
      tasks: (answer) => visitTasks(answer, confirm),
      label: 'Visitas',
      icon: IconCalendarEvent,
      list: { to: '/schedules' },
      names: ['visita', 'visitas'],
      always: true,
    },
    tickets: {
      tasks: ticketTasks,
      label: 'Tickets',
      icon: IconMessageCircle,
      list: { to: '/support' },
      names: ['ticket', 'tickets'],
      always: true,
    },
    // While a repair waits for the next step.
    maintenance: {
      tasks: repairTasks,
      label: 'Manutenções',
      icon: IconHomeQuestion,
      list: { to: '/maintenance' },
      names: ['manutenção', 'manutenções'],
    },
    // While somebody waits for an answer.
    leads: {
      tasks: leadTasks,
      label: 'Leads',
      icon: IconFilter,
      list: { to: '/contacts/funnel', search: { situation: 'WAITING' } },
      names: ['lead à espera', 'leads à espera'],
    },
    // While a bid waits for an answer or for its contract.
    bids: {
      tasks: bidTasks,
      label: 'Propostas',
      icon: IconFileDollar,
      list: { to: '/contracts/bids' },
      names: ['proposta à espera', 'propostas à espera'],
    },
    // While an application waits for its analysis or for the decision.
    applications: {
      tasks: applicationTasks,
      label: 'Fichas',
      icon: IconClipboardList,
      list: { to: '/contracts/applications' },
      names: ['ficha à espera', 'fichas à espera'],
    },
    signatures: {
      tasks: signatureTasks,
      label: 'Assinaturas',
      icon: IconSignature,
      list: { to: '/contracts/signatures' },
      names: ['documento para assinar', 'documentos para assinar'],
    },
    messages: {
      tasks: messageTasks,
      label: 'Contatos',
      icon: IconMail,
      list: { to: '/contacts' },
      names: ['contato', 'contatos'],
      always: true,
    },
    requests: {
      tasks: requestTasks,
      label: 'Imóveis',
      icon: IconHomeQuestion,
      list: { to: '/properties/requests' },
      names: ['imóvel pendente', 'imóveis pendentes'],
      always: true,
    },
  };
}

function useConfirmTask() {
  const { run } = useConfirmVisit();
  return (visit: Parameters<typeof run>[0]) => run(visit).then(() => toast.success('Atualizado!'), toast.failure);
}
