/** Where everything of the area lies. */
export const PATHS = {
  home: '/cliente',
  signIn: '/cliente/entrar',
  signOut: '/cliente/sair',
  access: '/cliente/acesso',
  invoices: '/cliente/faturas',
  contracts: '/cliente/contratos',
  documents: '/cliente/documentos',
  transfers: '/cliente/repasses',
  statement: '/cliente/extrato',
  properties: '/cliente/imoveis',
  tickets: '/cliente/atendimento',
  newTicket: '/cliente/atendimento/novo',
  notices: '/cliente/avisos',
  account: '/cliente/conta',
} as const;

/** A page of the area to come back to, and nothing else that somebody wrote into an address. */
export const isComeback = (path: unknown): path is string =>
  typeof path === 'string' && /^\/cliente(?:\/[a-z0-9]+)*$/.test(path);

export const signInPath = (comeback: string | undefined) =>
  isComeback(comeback) && comeback !== PATHS.home
    ? `${PATHS.signIn}?voltar=${encodeURIComponent(comeback)}`
    : PATHS.signIn;
