/** Permissions in the order in which the group form shows them. */
const AREAS = [
  {
    area: 'Clientes',
    permissions: [
      { code: 'CLIENT_VIEW', label: 'Ver clientes' },
      { code: 'USER_CREATE', label: 'Cadastrar clientes' },
      { code: 'CLIENT_EDIT', label: 'Editar clientes' },
      { code: 'CLIENT_DESTROY', label: 'Deletar clientes' },
    ],
  },
  {
    area: 'Imóveis',
    permissions: [
      { code: 'PROPERTY_VIEW', label: 'Ver imóveis' },
      { code: 'PROPERTY_REQUEST_VIEW', label: 'Ver imóveis pendentes' },
      { code: 'PROPERTY_CREATE', label: 'Cadastrar imóveis' },
      { code: 'PROPERTY_EDIT', label: 'Editar imóveis' },
      { code: 'PROPERTY_REMOVE', label: 'Deletar imóveis' },
    ],
  },
  {
    area: 'Contratos',
    permissions: [
      { code: 'PROPOSAL_VIEW', label: 'Ver contratos' },
      { code: 'PROPOSAL_CREATE', label: 'Cadastrar contratos' },
      { code: 'PROPOSAL_EDIT', label: 'Editar contratos' },
      { code: 'PROPOSAL_UPDATE', label: 'Atualizar contratos' },
      { code: 'PROPOSAL_UPLOAD', label: 'Enviar documentos do contrato' },
      { code: 'PROPOSAL_DELETE', label: 'Deletar contratos' },
    ],
  },
  {
    area: 'Fichas',
    permissions: [
      { code: 'APPLICATION_VIEW', label: 'Ver fichas e documentos de interessados' },
      { code: 'APPLICATION_APPROVE', label: 'Aprovar e recusar fichas' },
    ],
  },
  {
    area: 'Assinaturas',
    permissions: [
      { code: 'SIGNATURE_VIEW', label: 'Ver documentos para assinatura e as provas' },
      { code: 'SIGNATURE_SEND', label: 'Preparar, enviar e retirar documentos para assinatura' },
    ],
  },
  {
    area: 'Modelos de contrato',
    permissions: [
      { code: 'CONTRACT_TEMPLATE_VIEW', label: 'Ver modelos de contrato' },
      { code: 'CONTRACT_TEMPLATE_CREATE', label: 'Cadastrar modelos de contrato' },
      { code: 'CONTRACT_TEMPLATE_EDIT', label: 'Editar modelos de contrato' },
      { code: 'CONTRACT_TEMPLATE_DESTROY', label: 'Deletar modelos de contrato' },
    ],
  },
  {
    area: 'Financeiro',
    permissions: [
      { code: 'FINANCIAL_VIEW', label: 'Ver todo o financeiro' },
      { code: 'FINANCIAL_INVOICE_VIEW', label: 'Ver faturas' },
      { code: 'FINANCIAL_INVOICE_CREATE', label: 'Antecipar, baixar, estornar e deletar faturas' },
      { code: 'FINANCIAL_SHALL_VIEW', label: 'Ver inadimplências' },
      { code: 'FINANCIAL_SHALL_UPDATE', label: 'Dar baixa em inadimplências' },
      { code: 'FINANCIAL_TRANSFER_VIEW', label: 'Ver repasses' },
      { code: 'FINANCIAL_TRANSFER_CREATE', label: 'Adicionar repasses' },
      { code: 'FINANCIAL_TRANSFER_EDIT', label: 'Concluir, estornar e reagendar repasses' },
      { code: 'PAYOUT_EDIT', label: 'Pagar repasses por Pix, pelo banco' },
      { code: 'PAYOUT_APPROVE', label: 'Aprovar e recusar pagamentos de repasses' },
      { code: 'FINANCIAL_COMMISSION_VIEW', label: 'Ver comissões' },
      { code: 'FINANCIAL_MOVIMENTATION_VIEW', label: 'Ver movimentações' },
      { code: 'FINANCIAL_MOVIMENTATION_CREATE', label: 'Cadastrar, editar e deletar movimentações' },
      { code: 'FINANCIAL_REPORTS_VIEW', label: 'Baixar relatórios' },
    ],
  },
  {
    area: 'Cobrança',
    permissions: [
      { code: 'COLLECTION_VIEW', label: 'Ver a cobrança e as mensagens' },
      { code: 'COLLECTION_EDIT', label: 'Alterar a régua, as mensagens e os canais' },
      { code: 'COLLECTION_REGISTER', label: 'Emitir papéis de cobrança e registrar negativação, protesto e ação' },
      { code: 'COLLECTION_AGREE', label: 'Fazer e desfazer acordos' },
    ],
  },
  {
    area: 'Boletos',
    permissions: [
      { code: 'BOLETO_VIEW', label: 'Ver boletos' },
      { code: 'BOLETO_CREATE', label: 'Gerar boletos' },
      { code: 'BOLETO_DOWN', label: 'Efetuar baixa de boletos' },
    ],
  },
  {
    area: 'Conciliação bancária',
    permissions: [
      { code: 'RECONCILIATION_VIEW', label: 'Ver a conciliação com o extrato do banco' },
      { code: 'RECONCILIATION_EDIT', label: 'Importar extratos e conciliar movimentos' },
    ],
  },
  {
    area: 'Impostos',
    permissions: [
      { code: 'FISCAL_VIEW', label: 'Ver impostos, informes e arquivos' },
      { code: 'FISCAL_EDIT', label: 'Gerar arquivos e configurar impostos' },
    ],
  },
  {
    area: 'Agendamentos',
    permissions: [
      { code: 'SCHEDULE_VIEW', label: 'Ver agendamentos' },
      { code: 'SCHEDULE_EDIT', label: 'Agendar, confirmar e cancelar visitas' },
    ],
  },
  {
    area: 'Suporte',
    permissions: [
      { code: 'SUPPORT_VIEW', label: 'Ver tickets' },
      { code: 'SUPPORT_REPLY', label: 'Responder tickets' },
      { code: 'SUPPORT_UPDATE', label: 'Fechar tickets' },
      { code: 'SUPPORT_DELETE', label: 'Deletar tickets' },
    ],
  },
  {
    area: 'Manutenções',
    permissions: [
      { code: 'MAINTENANCE_VIEW', label: 'Ver manutenções' },
      { code: 'MAINTENANCE_EDIT', label: 'Abrir, orçar e concluir manutenções' },
    ],
  },
  {
    area: 'Contatos',
    permissions: [
      { code: 'CONTACT_VIEW', label: 'Ver mensagens do site' },
      { code: 'CONTACT_DESTROY', label: 'Remover mensagens do site' },
      { code: 'LEAD_VIEW', label: 'Ver o funil e os leads' },
      { code: 'LEAD_EDIT', label: 'Cadastrar, responder e mover leads' },
      { code: 'LEAD_ASSIGN', label: 'Escolher o responsável e as regras da distribuição' },
    ],
  },
  {
    area: 'Blog',
    permissions: [
      { code: 'FEED_VIEW', label: 'Ver notícias' },
      { code: 'FEED_CREATE', label: 'Publicar notícias' },
      { code: 'FEED_EDIT', label: 'Editar notícias' },
      { code: 'FEED_DESTROY', label: 'Deletar notícias' },
    ],
  },
  {
    area: 'Notificações personalizadas',
    permissions: [
      { code: 'SYSTEM_NOTIFICATION_VIEW', label: 'Ver notificações' },
      { code: 'SYSTEM_NOTIFICATION_CREATE', label: 'Cadastrar notificações' },
      { code: 'SYSTEM_NOTIFICATION_EDIT', label: 'Editar notificações' },
      { code: 'SYSTEM_NOTIFICATION_DESTROY', label: 'Deletar notificações' },
    ],
  },
  {
    area: 'Usuários e permissões',
    permissions: [
      { code: 'ADMIN_USER_VIEW', label: 'Ver usuários' },
      { code: 'ADMIN_USER_CREATE', label: 'Cadastrar usuários' },
      { code: 'ADMIN_USER_DESTROY', label: 'Deletar usuários' },
      { code: 'GROUP_VIEW', label: 'Ver grupos de permissões' },
      { code: 'ADMIN_GROUP_CREATE', label: 'Cadastrar e editar grupos de permissões' },
      { code: 'GROUP_DESTROY', label: 'Deletar grupos de permissões' },
    ],
  },
] as const;

export type Permission = (typeof AREAS)[number]['permissions'][number]['code'];

export const PERMISSION_AREAS: readonly {
  area: string;
  permissions: readonly { code: Permission; label: string }[];
}[] = AREAS;

export const PERMISSIONS: readonly Permission[] = PERMISSION_AREAS.flatMap(({ permissions }) =>
  permissions.map(({ code }) => code),
);

/** Grants everything. */
export const ALL = '*';

/** Spellings in the specification that mean a code of the catalogue. */
export const PERMISSION_ALIASES = {
  PROPERTY_REQUESTS_VIEW: 'PROPERTY_REQUEST_VIEW',
  USER_VIEW: 'CLIENT_VIEW',
} as const satisfies Record<string, Permission>;

/** Two codes for one right: the specification uses both interchangeably. */
const SYNONYMS: readonly (readonly string[])[] = [['PROPOSAL_EDIT', 'PROPOSAL_UPDATE']];

/** Permission that a call requires; every endpoint declares one. */
export type Access =
  | 'public'
  | 'login'
  /** Only for users who hold every permission. */
  | typeof ALL
  | Permission
  /** Any one of them. */
  | readonly Permission[]
  /** The full answer with one of `any`, the reduced projection with one of `ref`. */
  | { any: readonly Permission[]; ref: readonly Permission[] }
  | { all: readonly Permission[] };

/** `ref` is the reduced projection for select boxes: id, label and status. */
export type Grant = 'full' | 'ref';

const aliases = new Map<string, string>(Object.entries(PERMISSION_ALIASES));
const known = new Set<string>([ALL, ...PERMISSIONS]);
const canonical = (code: string) => aliases.get(code) ?? code;
const isKnown = (code: string): code is Permission | typeof ALL => known.has(code);

/** Codes as stored: aliases replaced, without duplicates; the caller refuses `unknown` ones. */
export function normalisePermissions(codes: readonly string[]): {
  codes: (Permission | typeof ALL)[];
  unknown: string[];
} {
  const distinct = [...new Set(codes.map(canonical))];
  return { codes: distinct.filter(isKnown), unknown: distinct.filter((code) => !isKnown(code)) };
}

function holds(held: readonly string[], code: string): boolean {
  const wanted = SYNONYMS.find((synonyms) => synonyms.includes(code)) ?? [code];
  return held.some((one) => one === ALL || wanted.includes(canonical(one)));
}

/** Grant for a user who holds the codes `held`; undefined is a refusal. */
export function granted(held: readonly string[], access: Access): Grant | undefined {
  const any = (codes: readonly Permission[]) => codes.some((code) => holds(held, code));
  if (access === 'public' || access === 'login') return 'full';
  if (typeof access === 'string') return holds(held, access) ? 'full' : undefined;
  if ('all' in access) return access.all.every((code) => holds(held, code)) ? 'full' : undefined;
  if ('any' in access) return any(access.any) ? 'full' : any(access.ref) ? 'ref' : undefined;
  return any(access) ? 'full' : undefined;
}

/** Users can only grant codes they hold; applies to creating and editing groups and to choosing a user's group. */
export function mayGrant(held: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((code) => holds(held, canonical(code)));
}
