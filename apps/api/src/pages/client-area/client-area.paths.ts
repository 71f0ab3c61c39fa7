/** Paths of all pages of the client area. */
export const PATHS = {
  home: '/cliente',
  signIn: '/cliente/entrar',
  signOut: '/cliente/sair',
  access: '/cliente/acesso',
  invoices: '/cliente/faturas',
  agreements: '/cliente/acordos',
  contracts: '/cliente/contratos',
  documents: '/cliente/documentos',
  transfers: '/cliente/repasses',
  statement: '/cliente/extrato',
  incomeStatements: '/cliente/informes',
  notes: '/cliente/notas',
  punctuality: '/cliente/pontualidade',
  properties: '/cliente/imoveis',
  tickets: '/cliente/atendimento',
  newTicket: '/cliente/atendimento/novo',
  maintenances: '/cliente/manutencoes',
  newMaintenance: '/cliente/manutencoes/nova',
  year: '/cliente/ano',
  notices: '/cliente/avisos',
  account: '/cliente/conta',
  contact: '/cliente/conta/dados',
  email: '/cliente/conta/email',
  bank: '/cliente/conta/repasses',
  people: '/cliente/conta/pessoas',
} as const;

/**
 * Whether a path is a page of the area that a sign-in may return to. Anything else in the parameter is ignored, to
 * prevent open redirects.
 */
export const isComeback = (path: unknown): path is string =>
  typeof path === 'string' && /^\/cliente(?:\/[\w-]+)*$/.test(path);

export const signInPath = (comeback: string | undefined) =>
  isComeback(comeback) && comeback !== PATHS.home
    ? `${PATHS.signIn}?voltar=${encodeURIComponent(comeback)}`
    : PATHS.signIn;
