/** Names of the audit trail: each record, and each action as a phrase that follows the user's name. */
export const TRAIL = {
  admin_user: {
    name: 'Usuário',
    actions: {
      create: 'cadastrou',
      update: 'alterou',
      delete: 'deletou',
      password: 'trocou a senha',
      'reset-password': 'trocou a senha por um link enviado ao e-mail',
      export: 'baixou uma lista',
      'second-factor-on': 'ativou a verificação em duas etapas',
      'second-factor-off': 'desativou a verificação em duas etapas',
      'second-factor-reset': 'redefiniu a verificação em duas etapas',
      'recovery-codes': 'gerou códigos de recuperação',
      'recovery-code': 'entrou com um código de recuperação',
      'end-session': 'encerrou uma sessão',
      'end-sessions': 'encerrou as sessões',
    },
  },
  permission_group: {
    name: 'Grupo de permissões',
    actions: { create: 'cadastrou', update: 'alterou', delete: 'deletou' },
  },
  system_notification: { name: 'Notificação', actions: { create: 'cadastrou', update: 'alterou', delete: 'deletou' } },
  client: {
    name: 'Cliente',
    actions: {
      create: 'cadastrou',
      update: 'alterou',
      delete: 'deletou',
      password: 'trocou a senha',
      import: 'importou',
      'undo-import': 'desfez a importação',
      'personal-data': 'baixou os dados pessoais',
      anonymise: 'anonimizou',
      'mail-statement': 'avisou do informe de rendimentos',
      'declare-reform': 'anotou o que declara à reforma',
      'remove-reform-declaration': 'removeu o que declarou à reforma',
      'punctuality-paper': 'emitiu o comprovante de pontualidade',
      'refuse-messages': 'anotou que não quer mensagens',
      'accept-messages': 'anotou que voltou a querer mensagens',
      'consent-messages': 'anotou a autorização de mensagens',
      'withdraw-messages': 'anotou a retirada da autorização de mensagens',
    },
  },
  bank_account: {
    name: 'Conta bancária',
    actions: { create: 'cadastrou', update: 'alterou', import: 'importou', delete: 'deletou' },
  },
  property: {
    name: 'Imóvel',
    actions: {
      create: 'cadastrou',
      update: 'alterou',
      delete: 'deletou',
      clone: 'clonou',
      import: 'importou',
      'undo-import': 'desfez a importação',
      'add-image': 'adicionou uma imagem',
      'add-owner': 'adicionou um proprietário',
      'remove-owner': 'removeu um proprietário',
      share: 'alterou a parte de um proprietário',
      features: 'alterou as características',
      fees: 'alterou as taxas',
      sort: 'mudou a ordem',
      'remove-part': 'removeu uma parte',
      'mail-rejection': 'enviou a reprovação por e-mail',
      offer: 'ofereceu pelo site',
      'offer-state': 'mudou a oferta',
      'offer-link': 'criou outro link da oferta',
      'forget-offer': 'apagou os dados da oferta',
    },
  },
  proposal: {
    name: 'Contrato',
    actions: {
      create: 'cadastrou',
      update: 'alterou',
      extend: 'prorrogou',
      readjust: 'reajustou',
      'undo-readjustment': 'desfez o reajuste',
      close: 'encerrou',
      terminate: 'rescindiu',
      'undo-termination': 'desfez o encerramento',
      'bill-lapsed': 'cobrou os meses sem fatura depois do término',
      'waive-lapsed': 'dispensou os meses sem fatura depois do término',
      delete: 'deletou',
      'undo-import': 'desfez a importação',
      'add-guarantor': 'adicionou um fiador',
      'remove-guarantor': 'removeu um fiador',
      'add-document': 'adicionou um documento',
      'remove-document': 'removeu um documento',
      'read-document': 'abriu um documento',
      'offer-recurrence': 'ofereceu o Pix Automático',
      'recurrence-state': 'registrou a mudança do Pix Automático no banco',
      'cancel-recurrence': 'cancelou o Pix Automático',
      'reform-option': 'anotou a opção pela alíquota fixa',
      'remove-reform-option': 'removeu a opção pela alíquota fixa',
      'collection-step': 'fez um passo da cobrança',
      'collection-call': 'registrou uma ligação de cobrança',
      'collection-pause': 'deixou fora da régua de cobrança',
      'collection-resume': 'voltou a cobrar pela régua',
      'collection-exception': 'mudou a régua de cobrança',
      'debt-terms': 'alterou os encargos da dívida',
      'debt-statement': 'baixou o demonstrativo de débito',
      'debt-dossier': 'baixou o dossiê da dívida',
    },
  },
  debt_register: {
    name: 'Registro de cobrança',
    actions: {
      create: 'registrou',
      deliver: 'registrou a entrega',
      attach: 'anexou o documento',
      'read-document': 'abriu o documento',
      end: 'registrou o fim',
      'undo-end': 'desfez o registro do fim',
      undo: 'desfez',
    },
  },
  extra_value: { name: 'Acréscimo ou dedução', actions: { create: 'cadastrou', delete: 'deletou' } },
  contract_template: {
    name: 'Modelo de contrato',
    actions: { create: 'cadastrou', update: 'alterou', delete: 'deletou' },
  },
  readjustment_batch: { name: 'Lote de reajustes', actions: { create: 'aplicou', undo: 'desfez' } },
  termination: { name: 'Rescisão', actions: { create: 'cadastrou' } },
  invoice: {
    name: 'Fatura',
    actions: {
      issue: 'emitiu',
      pay: 'marcou como paga',
      refund: 'estornou',
      replace: 'substituiu por acordo',
      restore: 'reabriu do acordo',
      delete: 'deletou',
      'revoke-link': 'revogou o link',
      'retry-pix': 'enviou a cobrança Pix de novo ao banco',
      send: 'enviou ao inquilino',
    },
  },
  debt_agreement: {
    name: 'Acordo',
    actions: {
      create: 'ofereceu',
      send: 'enviou ao inquilino',
      accept: 'registrou o aceite',
      keep: 'deu por cumprido',
      reopen: 'reabriu',
      warn: 'avisou que está para romper',
      break: 'rompeu',
      cancel: 'cancelou',
      expire: 'deixou vencer',
      reinstate: 'retomou',
    },
  },
  transfer: {
    name: 'Repasse',
    actions: {
      create: 'criou',
      delete: 'deletou',
      restore: 'restaurou',
      conclude: 'concluiu',
      undo: 'estornou',
      reschedule: 'reagendou',
      'add-document': 'adicionou um comprovante',
      'remove-document': 'removeu um comprovante',
      'read-document': 'abriu um comprovante',
    },
  },
  payment_batch: {
    name: 'Lote de pagamentos',
    actions: {
      create: 'criou',
      export: 'baixou o arquivo',
      cancel: 'cancelou',
      approve: 'aprovou',
      reject: 'recusou',
    },
  },
  boleto: {
    name: 'Boleto',
    actions: {
      issue: 'emitiu',
      remit: 'enviou em remessa',
      pay: 'liquidou',
      cancel: 'cancelou',
      reopen: 'reabriu',
      registration: 'mudou o registro no banco',
      retry: 'enviou de novo ao banco',
    },
  },
  remittance: { name: 'Remessa', actions: { create: 'gerou' } },
  bank_file: { name: 'Arquivo do banco', actions: { settle: 'deu baixa', undo: 'desfez a baixa' } },
  bank_line: {
    name: 'Pagamento a resolver',
    actions: { settle: 'liquidou', ignore: 'ignorou', restore: 'voltou a resolver' },
  },
  billing_run: { name: 'Geração de faturas', actions: { run: 'executou' } },
  bulk_run: { name: 'Ação em lote', actions: { run: 'executou', undo: 'desfez' } },
  movimentation: { name: 'Movimentação', actions: { create: 'cadastrou', update: 'alterou', delete: 'deletou' } },
  post: { name: 'Notícia', actions: { create: 'publicou', update: 'alterou', delete: 'deletou' } },
  contact_message: {
    name: 'Mensagem do site',
    actions: { read: 'leu', unread: 'deixou como não lida', send: 'respondeu', delete: 'removeu' },
  },
  schedule: {
    name: 'Agendamento',
    actions: {
      create: 'agendou',
      confirm: 'confirmou',
      cancel: 'cancelou',
      checkIn: 'registrou a chegada',
      checkOut: 'registrou a saída',
      undoCheckIn: 'desfez a chegada',
      undoCheckOut: 'desfez a saída',
    },
  },
  ticket: {
    name: 'Ticket',
    actions: {
      create: 'abriu',
      ask: 'escreveu',
      reply: 'respondeu',
      close: 'fechou',
      reopen: 'reabriu',
      delete: 'deletou',
    },
  },
  agency: {
    name: 'Imobiliária',
    actions: {
      update: 'alterou',
      agreement: 'alterou o convênio de cobrança',
      'set-logo': 'trocou o logotipo',
      'remove-logo': 'removeu o logotipo',
      'set-logo-dark': 'trocou o logotipo para fundo escuro',
      'remove-logo-dark': 'removeu o logotipo para fundo escuro',
      'set-icon': 'trocou o ícone',
      'remove-icon': 'removeu o ícone',
      'set-cover': 'trocou a foto de capa',
      'remove-cover': 'removeu a foto de capa',
      'add-demonstration': 'colocou dados de demonstração',
      'remove-demonstration': 'removeu os dados de demonstração',
    },
  },
  bank_link: {
    name: 'Ligação com o banco',
    actions: { create: 'cadastrou', update: 'alterou', recurring: 'alterou o Pix Automático', delete: 'desligou' },
  },
  message: { name: 'Mensagem ao cliente', actions: { cancel: 'cancelou', copy: 'copiou o texto' } },
  message_channel: {
    name: 'Canal de mensagens',
    actions: { update: 'alterou', delete: 'desligou', test: 'testou' },
  },
  message_news: { name: 'Aviso aos clientes', actions: { update: 'alterou' } },
  message_setting: { name: 'Mensagens aos clientes', actions: { update: 'alterou' } },
  search_alert: {
    name: 'Alerta de imóveis do site',
    actions: { confirm: 'confirmou', leave: 'cancelou' },
  },
  payout: {
    name: 'Pagamento por Pix',
    actions: {
      send: 'enviou ao banco',
      withdraw: 'voltou a enviar',
      pay: 'pagou',
      refuse: 'recusou',
      giveBack: 'marcou como devolvido',
    },
  },
  payout_link: {
    name: 'Ligação para pagar por Pix',
    actions: { create: 'cadastrou', update: 'alterou', delete: 'desligou' },
  },
  payout_safeguard: { name: 'Proteções dos pagamentos', actions: { update: 'alterou' } },
  collection_ruler: {
    name: 'Régua de cobrança',
    actions: { update: 'alterou', 'switch-on': 'ligou', 'switch-off': 'desligou' },
  },
  fiscal_file: {
    name: 'Arquivo fiscal',
    actions: { create: 'gerou', download: 'baixou', receipt: 'anotou o recibo' },
  },
  fiscal_table: {
    name: 'Tabela fiscal',
    actions: { create: 'cadastrou', update: 'alterou', delete: 'deletou' },
  },
  accounting_chart: { name: 'Plano de contas do contador', actions: { update: 'alterou' } },
  statement_account: { name: 'Conta do extrato', actions: { create: 'cadastrou', update: 'tornou principal' } },
  statement_import: { name: 'Extrato do banco', actions: { create: 'importou', read: 'leu no banco' } },
  statement_link: {
    name: 'Ligação do extrato',
    actions: { create: 'cadastrou', update: 'alterou', delete: 'desligou' },
  },
  movement_explanation: { name: 'Conciliação', actions: { create: 'conciliou', undo: 'desfez' } },
  darf: { name: 'DARF', actions: { create: 'marcou como pago', undo: 'desfez o pagamento' } },
} as const satisfies Record<string, { name: string; actions: Record<string, string> }>;

export type TrailRecord = keyof typeof TRAIL;
/** Actions on a record; a new action needs its words here first. */
export type TrailAction<R extends TrailRecord> = keyof (typeof TRAIL)[R]['actions'] & string;

type Words = { name: string; actions: Readonly<Record<string, string>> };
const words = new Map<string, Words>(Object.entries(TRAIL));

export const trailRecordName = (record: string) => words.get(record)?.name ?? record;
export const trailActionWords = (record: string, action: string) => words.get(record)?.actions[action] ?? action;

/** Actions offered by a filter: those of one kind of record, or all without duplicates. */
export function trailActions(record?: string): { action: string; words: string }[] {
  const kinds = [...words].filter(([name]) => record === undefined || name === record);
  const found = new Map(kinds.flatMap(([, { actions }]) => Object.entries(actions)).reverse());
  return [...found]
    .map(([action, told]) => ({ action, words: told }))
    .sort((one, other) => one.words.localeCompare(other.words, 'pt-BR'));
}
