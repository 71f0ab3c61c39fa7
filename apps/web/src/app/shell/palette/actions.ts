import { bankFiles } from '@morada/contract/bank-files';
import { boletos } from '@morada/contract/boletos';
import { BOLETO_READERS } from '@morada/contract/boletos.search';
import { INVOICE_READERS } from '@morada/contract/invoices.search';
import { properties } from '@morada/contract/properties';
import { schedules } from '@morada/contract/schedules';
import { TRANSFER_READERS } from '@morada/contract/transfers.search';
import type { Access } from '@morada/domain/access/permissions';
import {
  IconAlertTriangle,
  IconBarcode,
  IconCalendarPlus,
  IconCalendarStats,
  IconCashBanknote,
  IconFileImport,
  IconFilePlus,
  IconFileTypography,
  IconHomePlus,
  IconHomeQuestion,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Place } from '#web/app/shell/use-go.ts';
import type { Named } from './command-parser.ts';

export type Icon = ComponentType<{ size?: number; className?: string }>;

/** An action with an address; it requires every permission in `access`. */
type PlacedAction = Named & { icon: Icon; access: Access[]; place: Place };

/** The first ones are offered before anything is typed. */
export const PLACED_ACTIONS: PlacedAction[] = [
  {
    label: 'Novo cliente',
    also: 'cadastrar adicionar criar inquilino proprietário fiador pessoa',
    icon: IconUserPlus,
    access: ['USER_CREATE'],
    place: { to: '/clients/create' },
  },
  {
    label: 'Novo imóvel',
    also: 'cadastrar adicionar criar captar casa apartamento',
    icon: IconHomePlus,
    access: ['PROPERTY_CREATE'],
    place: { to: '/properties/register' },
  },
  {
    label: 'Novo contrato',
    also: 'nova proposta cadastrar adicionar criar aluguel locação',
    icon: IconFilePlus,
    access: ['PROPOSAL_CREATE'],
    place: { to: '/contracts/create' },
  },
  {
    label: 'Reajustes do mês',
    also: 'reajustar aplicar índice igpm ipca contratos',
    icon: IconCalendarStats,
    access: ['PROPOSAL_VIEW'],
    place: { to: '/contracts/readjustments' },
  },
  {
    label: 'Importar retorno do banco',
    also: 'efetuar baixa arquivo cnab boletos ofx extrato conciliar',
    icon: IconFileImport,
    access: [BOLETO_READERS, bankFiles.down.access],
    place: { to: '/financial/boletos', search: { down: 'new' } },
  },
  {
    label: 'Gerar boleto',
    also: 'emitir novo cobrança fatura',
    icon: IconBarcode,
    access: [BOLETO_READERS, boletos.create.access],
    place: { to: '/financial/boletos', search: { issue: 'new' } },
  },
  {
    label: 'Nova visita',
    also: 'agendar marcar agendamento',
    icon: IconCalendarPlus,
    access: ['SCHEDULE_VIEW', schedules.create.access, properties.list.access],
    place: { to: '/schedules', search: { book: 'new' } },
  },
  {
    label: 'Faturas atrasadas',
    also: 'vencidas em atraso cobrar',
    icon: IconAlertTriangle,
    access: [INVOICE_READERS],
    place: { to: '/financial/invoices', search: { status: 'LATE' } },
  },
  {
    label: 'Pagamentos de repasses',
    also: 'pagar proprietários lote remessa',
    icon: IconCashBanknote,
    access: [TRANSFER_READERS],
    place: { to: '/financial/payments' },
  },
  {
    label: 'Imóveis pendentes de aprovação',
    also: 'solicitações pedidos aprovar anunciar',
    icon: IconHomeQuestion,
    access: ['PROPERTY_REQUEST_VIEW'],
    place: { to: '/properties/requests' },
  },
  {
    label: 'Novo modelo de contrato',
    also: 'criar minuta documento',
    icon: IconFileTypography,
    access: ['CONTRACT_TEMPLATE_CREATE'],
    place: { to: '/settings/contracts/create' },
  },
];

/** Synonyms for the pages of the menu. */
export const ALSO: Record<string, string> = {
  '/': 'início painel hoje',
  '/clients': 'pessoas inquilinos proprietários fiadores',
  '/properties': 'casas apartamentos anúncios',
  '/contracts': 'propostas locações aluguéis',
  '/financial': 'financeiro',
  '/financial/invoices': 'cobranças aluguéis receber',
  '/financial/boletos': 'remessa registro',
  '/financial/transfers': 'proprietários pagar calendário',
  '/financial/comissions': 'taxas administração',
  '/financial/shall': 'atrasados devedores cobrança',
  '/financial/movimentations': 'entradas saídas despesas receitas',
  '/fiscal/reform': 'ibs cbs iva imposto consumo',
  '/schedules': 'visitas agenda',
  '/support': 'tickets chamados atendimento',
  '/contacts': 'mensagens site',
  '/settings/boleto-link': 'ligação convênio api certificado registro remessa',
  '/settings/bank-link': 'ligação convênio api certificado webhook cobrança',
  '/settings/payouts': 'pagar repasses pix aprovação limite proteção banco inter',
  '/settings/messages': 'whatsapp sms avisos e-mail canais notificar inquilino mensagem',
  '/settings/users': 'equipe funcionários',
  '/settings/permissions': 'grupos acesso',
  '/settings/audit': 'histórico trilha',
  '/settings/doctor': 'saúde servidor backup disco certificado',
};
