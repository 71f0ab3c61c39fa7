import * as z from 'zod/mini';
import { BoletoSearch } from '../bank/boletos.search.ts';
import { endpoints } from '../base/endpoint.ts';
import { blank, givenDate, optionalProse, recordId } from '../base/fields.ts';
import { ConsentChange } from '../collection/messages.ts';
import { NoteSearch } from '../fiscal/fiscal.search.ts';
import { RehearsalSearch } from '../fiscal/fiscal-rehearsal.search.ts';
import { LeaseTax } from '../lease/proposals.ts';
import { LateSearch } from '../money/finance.search.ts';
import { InvoiceSearch } from '../money/invoices.search.ts';
import { PaymentMethod } from '../money/invoices.ts';
import { TransferSearch } from '../money/transfers.search.ts';
import { ClientSearch } from '../registry/clients.search.ts';
import { LeadSearch } from '../registry/leads.search.ts';
import { LeadMove } from '../registry/leads.ts';
import { PropertySearch } from '../registry/properties.search.ts';
import { BULK_ACCESS, type BulkAction } from './bulk.access.ts';
import { BULK_LIMITS, BulkRun } from './bulk.ts';

const TOO_MANY = 'Escolha até 1.000 registros, ou todos de um filtro';
const named = z.optional(z.array(recordId()).check(z.maxLength(BULK_LIMITS.named, TOO_MANY)));

/** Selection of records by id, or everything a filter finds except some. */
const choice = <Filter extends z.ZodMiniType>(filter: Filter) => ({
  ids: named,
  filter: z.optional(filter),
  except: named,
});

const payDay = blank(givenDate('Informe a data do pagamento'));
const Everything = z.object({});

const preview = <A extends BulkAction, Body extends z.ZodMiniType>(action: A, summary: string, body: Body) =>
  ({
    method: 'POST',
    path: `/bulk/${action}`,
    access: BULK_ACCESS[action].act as (typeof BULK_ACCESS)[A]['act'],
    summary: `Conferir antes de ${summary}: diz o que aconteceria a cada registro, e nada muda`,
    body,
    response: BulkRun,
    status: 201,
  }) as const;

/** One endpoint for each action; each stores a preview, to be carried out or discarded. */
export const bulkActions = endpoints('bulk', {
  'invoice-pay': preview(
    'invoice-pay',
    'marcar faturas como pagas',
    z.object({ ...choice(InvoiceSearch), pay_day: payDay, payment_method: PaymentMethod }),
  ),
  'invoice-boleto': preview('invoice-boleto', 'gerar boletos', z.object(choice(InvoiceSearch))),
  'late-settle': preview('late-settle', 'dar baixa em atrasadas', z.object(choice(LateSearch))),
  'boleto-settle': preview(
    'boleto-settle',
    'dar baixa em boletos',
    z.object({ ...choice(BoletoSearch), pay_day: payDay }),
  ),
  'boleto-cancel': preview('boleto-cancel', 'cancelar boletos', z.object(choice(BoletoSearch))),
  'transfer-conclude': preview(
    'transfer-conclude',
    'marcar repasses como efetuados',
    z.object({ ...choice(TransferSearch), pay_day: payDay }),
  ),
  'contact-read': preview('contact-read', 'marcar mensagens como lidas', z.object(choice(Everything))),
  'lead-move': preview('lead-move', 'mudar leads de etapa', z.object({ ...choice(LeadSearch), ...LeadMove.shape })),
  'ticket-close': preview('ticket-close', 'fechar tickets', z.object(choice(Everything))),
  'property-status': preview(
    'property-status',
    'mudar a situação de imóveis',
    z.object({
      ...choice(PropertySearch),
      status: z.enum(['AVAILABLE', 'UNAVAILABLE'], 'Informe a situação'),
      reason: optionalProse(500),
    }),
  ),
  'client-consent': preview(
    'client-consent',
    'anotar que pessoas autorizaram um canal de mensagens',
    z.object({ ...choice(ClientSearch), ...ConsentChange.shape }),
  ),
  'lease-tax': preview(
    'lease-tax',
    'mudar se o IBS e a CBS de contratos são por fora ou incluídos',
    z.object({
      ...{ ...choice(RehearsalSearch), lease_tax: LeaseTax },
      /** Template of the addendum, generated for each contract and kept among its documents; absent: none is. */
      template_id: z.optional(recordId('Escolha o modelo')),
    }),
  ),
  'note-issue': preview('note-issue', 'emitir notas no sistema nacional', z.object(choice(NoteSearch))),
});
