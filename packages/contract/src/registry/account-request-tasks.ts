import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, instant } from '../base/fields.ts';

const account = {
  code: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  holder_name: z.string(),
  agency_number: z.nullable(z.string()),
  account_number: z.nullable(z.string()),
  account_type: z.enum(['CORRENTE', 'POUPANCA']),
  operation_number: z.nullable(z.string()),
  document: z.string(),
  pix_key: z.nullable(z.string()),
};

/** A change of bank account that an owner asked for and confirmed by a code: the agency decides. */
export const AccountRequest = z.object({
  id: z.int(),
  client: z.object({ id: z.int(), name: z.string(), cpf_cnpj: z.string() }),
  confirmed_at: instant,
  ...account,
  /** Account to replace; null: the new one is added. */
  present: z.nullable(z.object(account)),
  /** Day on which the e-mail address that received the code was changed, if less than 30 days ago. */
  email_changed_on: z.nullable(calendarDate()),
});
export type AccountRequest = z.output<typeof AccountRequest>;

/** A module of its own: the dashboard loads the list without the calls that decide on a request. */
export const accountRequestTasks = endpoints('clients', {
  list: {
    method: 'GET',
    path: '/account-request',
    access: 'CLIENT_EDIT',
    summary: 'Trocas de conta bancária que os proprietários pediram e confirmaram, à espera da imobiliária',
    response: z.array(AccountRequest),
  },
});
