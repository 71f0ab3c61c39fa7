import type { Endpoint } from './endpoint.ts';

/**
 * Effect of a writing call on money or rank. `money`: amounts owed or paid, to the same payees. `payee`: the person or
 * account that an owner's money goes to. `agency`: the accounts where the agency itself receives. `rank`: the rights of
 * staff, or how they sign in.
 */
export type Consequence = {
  moves: 'nothing' | 'money' | 'payee' | 'agency' | 'rank';
  /**
   * Re-authentication when the last one is older than ten minutes: `always` before anything is read, `sometimes` by the
   * service, for the part of the call that needs it.
   */
  confirm?: 'always' | 'sometimes';
  /** Refused to a caller whose group lacks any permission that the other person or group has, or would get. */
  ranked?: true;
  /** The next affected transfers show that the account or holder changed. */
  warns?: true;
};

const NOTHING: Consequence = { moves: 'nothing' };
const MONEY: Consequence = { moves: 'money' };

/**
 * Every writing call of the contract, read by the guard, the API description and the tests; a missing call fails the
 * tests.
 */
export const CONSEQUENCES: Readonly<Record<string, Consequence>> = {
  // Payees of owners' money
  'POST /user/:id/bank': { moves: 'payee', confirm: 'always', warns: true },
  'PATCH /user/:id/bank/:bankId': { moves: 'payee', confirm: 'always', warns: true },
  'DELETE /user/:id/bank/:bankId': { moves: 'payee', confirm: 'always', warns: true },
  'PUT /property/:id/member/OWNER/:clientId': { moves: 'payee', confirm: 'sometimes', warns: true },
  'DELETE /property/:id/member/:clientId': { moves: 'payee', confirm: 'sometimes', warns: true },
  'POST /proposal/manual': { moves: 'payee', confirm: 'sometimes', warns: true },
  'PATCH /proposal/:id': { moves: 'payee', confirm: 'sometimes', warns: true },
  'POST /import/:id/run': { moves: 'payee', confirm: 'sometimes', warns: true },

  // Accounts where the agency receives
  'PATCH /agency': { moves: 'agency', confirm: 'sometimes' },
  'PUT /agency/agreement': { moves: 'agency', confirm: 'sometimes' },
  'PUT /bank-link': { moves: 'agency', confirm: 'always' },
  'DELETE /bank-link': { moves: 'agency', confirm: 'always' },
  'PUT /payout-link': { moves: 'agency', confirm: 'always' },
  'DELETE /payout-link': { moves: 'agency', confirm: 'always' },
  'PUT /payout/safeguards': { moves: 'agency', confirm: 'always' },

  // Rights and sign-in of staff
  'POST /user/admin/user': { moves: 'rank', confirm: 'always', ranked: true },
  'PATCH /user/admin/user/:id': { moves: 'rank', confirm: 'sometimes', ranked: true },
  'DELETE /user/admin/user': { moves: 'rank', ranked: true },
  'DELETE /user/admin/user/:id/sessions': { moves: 'rank', ranked: true },
  'DELETE /user/admin/user/:id/second-factor': { moves: 'rank', confirm: 'always', ranked: true },
  'POST /user/admin/group': { moves: 'rank', confirm: 'sometimes', ranked: true },
  'PATCH /user/admin/group/:id': { moves: 'rank', confirm: 'sometimes', ranked: true },
  'DELETE /user/admin/group': { moves: 'rank', ranked: true },
  'PATCH /user/admin/password': { moves: 'rank', confirm: 'sometimes' },
  'PUT /user/admin/second-factor': { moves: 'rank', confirm: 'always' },
  'PATCH /user/admin/second-factor': { moves: 'rank' },
  'PUT /user/admin/second-factor/codes': { moves: 'rank', confirm: 'always' },
  'DELETE /user/admin/second-factor': { moves: 'rank', confirm: 'always' },
  'DELETE /user/admin/sessions': { moves: 'rank', confirm: 'always' },
  'DELETE /user/admin/sessions/:id': { moves: 'rank', confirm: 'always' },
  'POST /setup': { moves: 'rank' },

  // Amounts owed, received and paid
  'PUT /property/:id/fees': MONEY,
  'DELETE /property/:id/fees': MONEY,
  'PATCH /proposal/:id/close': MONEY,
  'DELETE /proposal/:id': MONEY,
  'PUT /proposal/:id/extra': MONEY,
  'DELETE /proposal/:id/extra': MONEY,
  'PUT /proposal/:id/termination': MONEY,
  'DELETE /proposal/:id/termination': MONEY,
  'POST /readjustment': MONEY,
  'DELETE /readjustment/batch/:id': MONEY,
  'POST /import/:id/undo': MONEY,
  'POST /financial/billing': MONEY,
  'POST /financial/billing/lapsed/:id': MONEY,
  'DELETE /financial/billing/lapsed/:id': MONEY,
  'POST /financial/invoice': MONEY,
  'DELETE /financial/invoice/:id/delete': MONEY,
  'PATCH /invoice/:id/down': MONEY,
  'DELETE /invoice/:id/refund': MONEY,
  'PATCH /financial/shall/:id/manual': MONEY,
  'POST /boleto/manual': MONEY,
  'POST /boleto/batch': MONEY,
  'POST /boleto/remittance': MONEY,
  'DELETE /boleto/:id': MONEY,
  'POST /bank-link/check': NOTHING,
  'POST /payout-link/check': NOTHING,
  'POST /bank-link/charges/:id/retry': NOTHING,
  'POST /bank-link/notices/:token/pix': NOTHING,
  'PUT /boleto/down': NOTHING,
  'PUT /boleto/down/:id/line/:line': NOTHING,
  'DELETE /boleto/down/:id': NOTHING,
  'POST /boleto/down/:id/settle': MONEY,
  'POST /boleto/down/:id/undo': MONEY,
  'POST /boleto/down/open/:id/settle': MONEY,
  'POST /boleto/down/open/:id/ignore': NOTHING,
  'DELETE /boleto/down/open/:id/ignore': NOTHING,
  'POST /financial/transfers': MONEY,
  'PATCH /financial/transfers/:id/date': MONEY,
  'PATCH /transfer/:id': MONEY,
  'DELETE /transfer/:id/refund': MONEY,
  'POST /financial/payments': MONEY,
  'POST /financial/payments/:id/conclude': MONEY,
  'DELETE /financial/payments/:id': MONEY,
  'POST /financial/payments/preview': NOTHING,
  'POST /financial/payouts': { moves: 'money', confirm: 'always' },
  'POST /payout/approvals/:id/approve': { moves: 'money', confirm: 'always' },
  'POST /payout/approvals/:id/reject': MONEY,
  'POST /payout/:id/settle': { moves: 'money', confirm: 'always' },
  'POST /payout/:id/return': { moves: 'money', confirm: 'always' },
  'POST /movimentation': MONEY,
  'PATCH /movimentation/:id': MONEY,
  'DELETE /movimentation/:id': MONEY,
  'POST /bulk/:id/run': MONEY,
  'POST /bulk/:id/undo': MONEY,
  'DELETE /demonstration': { moves: 'money', confirm: 'always' },

  // Neither
  'POST /bulk/boleto-cancel': NOTHING,
  'POST /bulk/boleto-settle': NOTHING,
  'POST /bulk/contact-read': NOTHING,
  'POST /bulk/invoice-boleto': NOTHING,
  'POST /bulk/invoice-pay': NOTHING,
  'POST /bulk/late-settle': NOTHING,
  'POST /bulk/property-status': NOTHING,
  'POST /bulk/ticket-close': NOTHING,
  'POST /bulk/transfer-conclude': NOTHING,
  'DELETE /bulk/:id': NOTHING,
  'PUT /agency/logo': NOTHING,
  'DELETE /agency/logo': NOTHING,
  'POST /user/manual': NOTHING,
  'DELETE /user/:id/admin': NOTHING,
  'PATCH /user/:id/anonymise': NOTHING,
  'PATCH /user/:id/user': NOTHING,
  'PATCH /user/:id/information': NOTHING,
  'PATCH /user/:id/address': NOTHING,
  'PATCH /user/:id/update/:column': NOTHING,
  'PATCH /contact/:id': NOTHING,
  'POST /contact/:id/sent': NOTHING,
  'POST /invoice/:id/sent': NOTHING,
  'DELETE /invoice/:id/link': NOTHING,
  'POST /invoice/:id/link/mail': NOTHING,
  'DELETE /contact/:id': NOTHING,
  'POST /demonstration': NOTHING,
  'POST /fiscal/darf': MONEY,
  'DELETE /fiscal/darf/:id': MONEY,
  'POST /fiscal/accounting': NOTHING,
  'PUT /fiscal/accounting/chart': NOTHING,
  'POST /fiscal/dimob': NOTHING,
  'PATCH /fiscal/file/:id/receipt': NOTHING,
  'PUT /fiscal/reform/:id/declaration/:year': NOTHING,
  'DELETE /fiscal/reform/:id/declaration/:year': NOTHING,
  'PUT /fiscal/reform/contract/:id/option': NOTHING,
  'DELETE /fiscal/reform/contract/:id/option': NOTHING,
  'POST /fiscal/statements/:year/file': NOTHING,
  'POST /fiscal/statements/:year/mail': NOTHING,
  'POST /feed': NOTHING,
  'PATCH /feed/:id': NOTHING,
  'DELETE /feed/:id': NOTHING,
  'POST /financial/commissions/filter': NOTHING,
  'POST /import/:kind/file/:sheet': NOTHING,
  'PUT /import/:id/mapping': NOTHING,
  'PATCH /import/:id/line/:line': NOTHING,
  'DELETE /import/:id': NOTHING,
  'POST /notification/system': NOTHING,
  'DELETE /notification/system/:id': NOTHING,
  'PATCH /notification/:id': NOTHING,
  'DELETE /notification/:id': NOTHING,
  'DELETE /notification': NOTHING,
  'POST /property': NOTHING,
  'PATCH /property/:id': NOTHING,
  'DELETE /property/:id': NOTHING,
  'PUT /property/:id/information': NOTHING,
  'POST /property/:id/clone': NOTHING,
  'PUT /property/:id/features': NOTHING,
  'PATCH /property/:id/features/position': NOTHING,
  'DELETE /property/:id/features': NOTHING,
  'PATCH /property/:id/fees/position': NOTHING,
  'PUT /property/:id/images': NOTHING,
  'PATCH /property/:id/images/position': NOTHING,
  'DELETE /property/:id/images': NOTHING,
  'PUT /proposal/:id/:documentType': NOTHING,
  'DELETE /proposal/:id/document': NOTHING,
  'PUT /proposal/:id/guarantor': NOTHING,
  'DELETE /proposal/:id/guarantor': NOTHING,
  'PUT /proposal/:id/contract': NOTHING,
  'POST /proposal/:id/termination/draft': NOTHING,
  'POST /proposal/:id/termination/draft/pdf': NOTHING,
  'POST /schedule/admin': NOTHING,
  'PATCH /schedule/admin/:id/:moment/date': NOTHING,
  'DELETE /schedule/admin/:id/:moment/date': NOTHING,
  'PATCH /schedule/admin/:id/:status/status': NOTHING,
  'PUT /transfer/:id/file': NOTHING,
  'DELETE /transfer/:fileId/file': NOTHING,
  'POST /user/admin/session': NOTHING,
  'DELETE /user/admin/session': NOTHING,
  'PUT /user/admin/confirmation': NOTHING,
  'POST /ticket': NOTHING,
  'POST /site/contact': NOTHING,
  'POST /site/visit': NOTHING,
  'PUT /chat/:id': NOTHING,
  'PATCH /chat/:id': NOTHING,
  'DELETE /chat/:id': NOTHING,
  'POST /contract/template': NOTHING,
  'PATCH /contract/template/:id': NOTHING,
  'DELETE /contract/template/:id': NOTHING,
  'POST /view': NOTHING,
  'PATCH /view/:id': NOTHING,
  'DELETE /view/:id': NOTHING,
};

type Call = Pick<Endpoint, 'method' | 'path'>;

/** Undefined for a call that only reads. */
export const consequenceOf = ({ method, path }: Call): Consequence | undefined => CONSEQUENCES[`${method} ${path}`];
