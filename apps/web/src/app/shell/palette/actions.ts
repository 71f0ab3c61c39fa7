import { bankFiles } from '@morada/contract/bank/bank-files';
import { boletos } from '@morada/contract/bank/boletos';
import { BOLETO_READERS } from '@morada/contract/bank/boletos.search';
import { schedules } from '@morada/contract/desk/schedules';
import { INVOICE_READERS } from '@morada/contract/money/invoices.search';
import { properties } from '@morada/contract/registry/properties';
import type { Access } from '@morada/domain/access/permissions';
import {
  IconAlertTriangle,
  IconBarcode,
  IconCalendarPlus,
  IconCalendarStats,
  IconFileImport,
  IconFilePlus,
  IconFileTypography,
  IconHomePlus,
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
    label: 'Adicionar contrato',
    also: 'novo nova proposta cadastrar criar fazer aluguel locação',
    icon: IconFilePlus,
    access: ['PROPOSAL_CREATE'],
    place: { to: '/contracts/create' },
  },
  {
    label: 'Reajustes do mês',
    also: 'reajustar aluguel aplicar índice igpm igp-m ipca inpc correção aniversário contratos',
    icon: IconCalendarStats,
    access: ['PROPOSAL_VIEW'],
    place: { to: '/contracts/readjustments' },
  },
  {
    label: 'Importar retorno do banco',
    also: 'efetuar baixa arquivo cnab boletos liquidação',
    icon: IconFileImport,
    access: [BOLETO_READERS, bankFiles.down.access],
    place: { to: '/financial/boletos', search: { down: 'new' } },
  },
  {
    label: 'Gerar boleto',
    also: 'emitir novo cobrança fatura avulso',
    icon: IconBarcode,
    access: [BOLETO_READERS, boletos.create.access],
    place: { to: '/financial/boletos', search: { issue: 'new' } },
  },
  {
    label: 'Nova visita',
    also: 'agendar marcar agendamento chaves mostrar',
    icon: IconCalendarPlus,
    access: ['SCHEDULE_VIEW', schedules.create.access, properties.list.access],
    place: { to: '/schedules', search: { book: 'new' } },
  },
  {
    label: 'Faturas atrasadas',
    also: 'vencidas em atraso vencimento',
    icon: IconAlertTriangle,
    access: [INVOICE_READERS],
    place: { to: '/financial/invoices', search: { status: 'LATE' } },
  },
  {
    label: 'Novo modelo de contrato',
    also: 'criar minuta documento',
    icon: IconFileTypography,
    access: ['CONTRACT_TEMPLATE_CREATE'],
    place: { to: '/settings/contracts/create' },
  },
];

/** What people say for a page of the menu, beside its name: what they look for there, and what else they call it. */
export const ALSO: Record<string, string> = {
  '/': 'início painel hoje tarefas home pendências',
  '/clients': 'pessoas inquilinos locatários proprietários locadores fiadores cônjuge avalista cadastro cpf cnpj',
  '/properties':
    'casas apartamentos anúncios anunciar portais chaves iptu condomínio vitrine captação salas lojas terrenos',
  '/properties/requests': 'solicitações pedidos aprovar aprovação oferecidos reprovar',
  '/contracts':
    'propostas locações aluguéis rescisão rescindir encerrar distrato prorrogar renovação vistoria caução garantia seguro fiança multa aditivo desocupação',
  '/financial': 'financeiro balanço resultado faturamento gráfico',
  '/financial/invoices':
    'cobranças aluguéis receber mensalidade antecipar recibo quitação desconto pagamento estornar estorno',
  '/financial/boletos': 'remessa enviar registro segunda 2 via linha digitável código barras nosso número carnê',
  '/financial/transfers': 'proprietários pagar calendário locador retenção',
  '/financial/payments': 'pagar proprietários lote arquivo pix ted aprovar',
  '/financial/statements': 'prestação contas demonstrativo proprietário',
  '/financial/people': 'comissão captador corretor divisão rateio rpa autônomo',
  '/financial/comissions': 'taxas administração corretor corretagem',
  '/financial/shall':
    'quem está inadimplentes atrasados devedores negativar em aberto juros mora protesto negativação serasa spc despejo',
  '/financial/collection': 'cobrar inquilino etapas ligar atraso promessa telefonar',
  '/financial/agreements': 'parcelar parcelamento renegociar negociação confissão dívida',
  '/financial/register': 'cartório notificação extrajudicial ação ajuizada avisos formais',
  '/financial/movimentations':
    'entradas saídas despesas receitas lançar lançamentos folha salários pagamento contas fluxo movimentações',
  '/financial/payables': 'vencimentos fornecedores fixas recorrentes luz água aluguel da sede programadas',
  '/financial/transactions': 'razão livro pagamentos departamento',
  '/financial/reconciliation': 'conciliar ofx conferir banco divergência',
  '/financial/reports': 'planilha relação rol exportar gerar',
  '/fiscal': 'dimob entregar gerar receita federal declaração leão imposto renda',
  '/fiscal/statements': 'informe rendimentos irpf imposto renda comprovante anual',
  '/fiscal/withholding': 'darf irrf retenção fonte reinf efd',
  '/fiscal/issued': 'nfse xml',
  '/fiscal/reform': 'ibs cbs iva imposto consumo tributária',
  '/fiscal/rehearsal': 'ibs cbs simulação simular 2027 reforma aditivo',
  '/fiscal/accounting': 'contador domínio plano partidas contábil',
  '/fiscal/tables': 'alíquota faixas dedução progressiva',
  '/schedules': 'visitas agenda horário compromissos',
  '/support': 'tickets chamados responder atendimento reclamação conversa chat',
  '/contacts': 'mensagens site leads interessados formulário',
  '/contacts/funnel': 'oportunidades portais distribuição rodízio etapas kanban',
  '/contacts/indicators':
    'números relatório desempenho tempos de resposta vacância conversão corretores métricas gráficos',
  '/contracts/applications':
    'proponente pretendente ficha cadastral holerite comprovante de renda análise de crédito score birô aprovação do inquilino',
  '/contracts/bids': 'oferta contraproposta sinal reserva parcelas',
  '/contracts/signatures': 'assinar documento assinatura eletrônica digital clicksign icp sem papel',
  '/maintenance': 'reparos consertos obras orçamento reforma prestador vazamento',
  '/blog': 'notícias artigos posts publicar',
  '/settings/agency': 'empresa logotipo creci convênio dados endereço carteira',
  '/settings/banks': 'api ligar conectar banco ligação integração convênio certificado',
  '/settings/bank-link': 'ligação convênio api certificado webhook cobrança qr code',
  '/settings/boleto-link': 'ligação convênio api certificado registro online',
  '/settings/payouts': 'repasses pix aprovação limite proteção banco inter alçada',
  '/settings/statements': 'ligação api conta corrente leitura automática',
  '/settings/collection': 'lembrete vencimento mensagem automática aviso',
  '/settings/messages': 'configurar ligar whatsapp sms avisos e-mail canais notificar inquilino mensagem',
  '/settings/users': 'equipe funcionários usuário colaborador convidar convite colega',
  '/settings/permissions': 'grupos acesso perfil liberar',
  '/settings/notifications': 'comunicado sino recado',
  '/settings/contracts': 'minuta template cláusulas documento',
  '/settings/password-change': 'trocar mudar nova',
  '/settings/audit': 'histórico trilha quem alterou log',
  '/settings/doctor': 'saúde servidor backup disco certificado',
};
