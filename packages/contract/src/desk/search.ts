import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { searchId, searchText } from '../base/fields.ts';
import { ProposalRow } from '../lease/proposals.ts';
import { InvoiceRow } from '../money/invoices.ts';
import { ClientRow } from '../registry/clients.ts';
import { PropertyRow } from '../registry/property-rows.ts';

/** Maximum results of each kind; the lists find the rest. */
export const FOUND = 5;

const FoundKind = z.enum(['clients', 'properties', 'proposals', 'invoices']);
export type FoundKind = z.output<typeof FoundKind>;

export const FoundClient = z.pick(ClientRow, {
  id: true,
  name: true,
  type: true,
  cpf_cnpj: true,
  phone: true,
  active: true,
});
export const FoundProperty = z.extend(
  z.pick(PropertyRow, { id: true, neighborhood: true, city: true, type: true, status: true }),
  { property: z.string() },
);
export const FoundProposal = z.pick(ProposalRow, { id: true, tenant: true, property: true, status: true });
export const FoundInvoice = z.pick(InvoiceRow, {
  id: true,
  tenant: true,
  property: true,
  due_date: true,
  amount: true,
  status: true,
});

const few = <T extends z.ZodMiniType>(row: T) =>
  z.object({
    data: z.array(row),
    /** The list has further matches. */
    more: z.boolean(),
  });

export const search = endpoints('search', {
  find: {
    method: 'GET',
    path: '/search',
    access: 'login',
    summary:
      'Clientes, imóveis, contratos e faturas em aberto que as palavras encontram, até cinco de cada; de cada tipo só com a permissão da sua lista',
    query: z.object({
      query: searchText,
      /** The record of this number; an invoice in any state. */
      id: searchId,
      /** Restricts the kinds. */
      kind: z.catch(z.optional(FoundKind), undefined),
    }),
    response: z.object({
      clients: few(FoundClient),
      properties: few(FoundProperty),
      proposals: few(FoundProposal),
      invoices: few(FoundInvoice),
    }),
  },
});
