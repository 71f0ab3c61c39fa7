import type { BoletoBankCode } from './boleto-banks/boleto-bank.ts';

/** A value that a bank's API requires beside the agreement. */
export type CallField = {
  key: string;
  label: string;
  help: string;
  digits?: number;
  initial?: string;
  /** Stored sealed, and never shown. */
  secret?: true;
};

/** A bank at which boletos are registered by calls. */
export type CallBank = {
  code: BoletoBankCode;
  /** Addresses of production, as the bank publishes them. */
  base_url: string;
  token_url: string;
  fields: readonly CallField[];
  /** Credentials that the API requires beside the client id. */
  hasSecret: boolean;
  hasCertificate: boolean;
  /** Fine and interest can start on given days; otherwise they start on the day after the due date. */
  keepsGrace: boolean;
  /** The bank assigns number, barcode and line, some time after it accepted the request. */
  numbersItself: boolean;
  /** A person registers the webhook's address, in the bank's own screens or at its counter. */
  noticesByHand: boolean;
  /** Number of digits of the agreements whose boletos the API registers; absent: all. */
  agreementDigits?: number;
};

/** OpenAPI of «Cobrança Bancária» v3, 2026-05. */
const sicoob: CallBank = {
  code: '756',
  base_url: 'https://api.sicoob.com.br/cobranca-bancaria/v3',
  token_url: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
  fields: [
    {
      key: 'account',
      label: 'Conta corrente',
      help: 'A conta que recebe, com o dígito e sem traço.',
      digits: 10,
    },
    {
      key: 'scope',
      label: 'Escopos',
      help: 'O que a credencial permite, como aparece no portal do banco.',
      initial:
        'boletos_inclusao boletos_consulta boletos_alteracao webhooks_inclusao webhooks_consulta webhooks_alteracao',
    },
  ],
  hasSecret: false,
  hasCertificate: true,
  keepsGrace: true,
  numbersItself: false,
  noticesByHand: false,
};

/** «Cobranças» v2: interest has no start date in its form. */
const bancoDoBrasil: CallBank = {
  code: '001',
  base_url: 'https://api.bb.com.br/cobrancas/v2',
  token_url: 'https://oauth.bb.com.br/oauth/token',
  fields: [
    {
      key: 'application_key',
      label: 'Chave da aplicação',
      help: 'A «gw-dev-app-key» da aplicação, como aparece no portal do banco.',
      secret: true,
    },
  ],
  hasSecret: true,
  hasCertificate: false,
  keepsGrace: false,
  numbersItself: false,
  noticesByHand: true,
  agreementDigits: 7,
};

/** «Cobrança» v3: neither fine nor interest has a start date in its form. The account is that of the agreement. */
const inter: CallBank = {
  code: '077',
  base_url: 'https://cdpj.partners.bancointer.com.br',
  token_url: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
  fields: [],
  hasSecret: true,
  hasCertificate: true,
  keepsGrace: false,
  numbersItself: true,
  noticesByHand: false,
};

const CALL_BANKS: readonly CallBank[] = [bancoDoBrasil, inter, sicoob];

/** Undefined for a bank whose boletos are registered by file only. */
export const callBank = (code: string): CallBank | undefined => CALL_BANKS.find((bank) => bank.code === code);

/** Keys of the fields of all banks that are stored sealed. */
export const SECRET_CALL_FIELDS: readonly string[] = CALL_BANKS.flatMap(({ fields }) =>
  fields.flatMap(({ key, secret }) => (secret ? key : [])),
);
