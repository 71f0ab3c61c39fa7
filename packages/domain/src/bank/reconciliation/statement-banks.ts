/** A bank whose statements are read by calls. */
export type StatementBank = {
  /** Three digits. */
  code: '001' | '077' | '756';
  /** Addresses of production, as the bank publishes them. */
  base_url: string;
  token_url: string;
  /** Credentials that the API requires beside client id and certificate. */
  hasSecret: boolean;
  hasApplicationKey: boolean;
  /** Its account is named by agency and number. */
  hasAgency: boolean;
};

export const STATEMENT_BANK_CODES = ['001', '077', '756'] as const satisfies StatementBank['code'][];

/** «Extratos» v2; the first version was switched off on 2026-11-20. */
const bancoDoBrasil: StatementBank = {
  code: '001',
  base_url: 'https://extratos.mtls.api.bb.com.br/v2',
  token_url: 'https://oauth.bb.com.br/oauth/token',
  hasSecret: true,
  hasApplicationKey: true,
  hasAgency: true,
};

/** «Banking» v2. */
const inter: StatementBank = {
  code: '077',
  base_url: 'https://cdpj.partners.bancointer.com.br',
  token_url: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
  hasSecret: true,
  hasApplicationKey: false,
  hasAgency: false,
};

/** «Conta corrente» v4: client id and certificate are the only credentials. */
const sicoob: StatementBank = {
  code: '756',
  base_url: 'https://api.sicoob.com.br/conta-corrente/v4',
  token_url: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
  hasSecret: false,
  hasApplicationKey: false,
  hasAgency: false,
};

export const STATEMENT_BANKS: readonly StatementBank[] = [bancoDoBrasil, inter, sicoob];

export const statementBank = (code: StatementBank['code']): StatementBank =>
  STATEMENT_BANKS.find((bank) => bank.code === code) ?? inter;
