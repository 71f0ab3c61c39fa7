import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { instant } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/**
 * State of the demonstration data. NONE: absent. FILLING: being added. FAILED: adding failed and was rolled back. IN:
 * present.
 */
export const DemonstrationStatus = z.enum(['NONE', 'FILLING', 'FAILED', 'IN']);

export const Demonstration = z.object({
  status: DemonstrationStatus,
  /** Progress while it is being added. */
  done: z.int(),
  total: z.int(),
  /** The database is empty, so it can be added; false for users who may not. */
  possible: z.boolean(),
  /** User who added it, and when. */
  by: z.nullable(z.string()),
  since: z.nullable(instant),
});
export type Demonstration = z.output<typeof Demonstration>;

/** Kinds of records in the order in which they are listed. */
export const DEMONSTRATION_KINDS = [
  'client',
  'property',
  'property_image',
  'proposal',
  'stored_file',
  'invoice',
  'boleto',
  'transfer',
  'movimentation',
  'schedule',
  'ticket',
  'contact_message',
  'lead',
  'post',
  'system_notification',
] as const;

/** Effect of a removal. */
export const DemonstrationRemoval = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(DEMONSTRATION_KINDS),
      /** Records that are deleted. */
      goes: z.int(),
      /** Those added later that depend on the demonstration. */
      later: z.int(),
      /** Records added later that do not depend on it and stay. */
      stays: z.int(),
    }),
  ),
  /** Repeated in the removal: records added in between require a new preview. */
  later: z.int(),
});
export type DemonstrationRemoval = z.output<typeof DemonstrationRemoval>;

/** Calls beyond the specification: demonstration data, added and removed as a whole. */
export const demonstration = endpoints('demonstration', {
  show: {
    method: 'GET',
    path: '/demonstration',
    access: 'login',
    summary: 'Se os dados que se veem são de demonstração',
    response: Demonstration,
  },
  fill: {
    method: 'POST',
    path: '/demonstration',
    access: '*',
    summary: 'Colocar dados de demonstração numa imobiliária vazia; é feito em segundo plano',
    changes: 'everything',
    response: Demonstration,
    status: 201,
  },
  removal: {
    method: 'GET',
    path: '/demonstration/removal',
    access: '*',
    summary: 'O que sai e o que fica se a demonstração for removida',
    response: DemonstrationRemoval,
  },
  remove: {
    method: 'DELETE',
    path: '/demonstration',
    access: '*',
    summary: 'Remover os dados de demonstração; pede a senha outra vez',
    changes: 'everything',
    /** Number of later records that the preview listed for deletion. */
    query: z.object({ later: z.coerce.number('Informe quantos registros saem').check(z.int(), z.gte(0)) }),
  },
});

export const demonstrationProblems = problems({
  AGENCY_NOT_EMPTY: [409, 'A imobiliária já tem cadastros: a demonstração só entra onde ainda não há nenhum.'],
  DEMONSTRATION_THERE: [409, 'Os dados de demonstração já foram colocados.'],
  DEMONSTRATION_ABSENT: [409, 'Não há dados de demonstração.'],
  DEMONSTRATION_FILLING: [409, 'Os dados de demonstração ainda estão entrando. Espere um instante.'],
  DEMONSTRATION_CHANGED: [409, 'Algo foi incluído depois da conferência. Confira de novo o que sai.'],
});
