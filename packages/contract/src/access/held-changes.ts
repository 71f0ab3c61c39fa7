import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { idParams, instant, prose } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

export const HeldChange = z.object({
  id: z.int(),
  /** The change in words, as `dar a Ana Prado o grupo Administradores`. */
  what: z.string(),
  by: z.string(),
  asked_at: instant,
  /** Moment from which it holds without a second person, as there was none; null: it waits for one. */
  not_before: z.nullable(instant),
  /** Why the caller may not confirm it. */
  refusal: z.nullable(z.enum(['ASKER', 'SUBJECT', 'TIED'])),
});
export type HeldChange = z.output<typeof HeldChange>;

const CHANGES = ['groups', 'users'] as const;

/** Changes of who moves money, and of the safeguards, that wait for a second person. */
export const heldChanges = endpoints('payouts', {
  list: {
    method: 'GET',
    path: '/held-changes',
    access: '*',
    summary: 'Mudanças de quem move dinheiro, e das proteções, que esperam a confirmação de outro administrador',
    response: z.array(HeldChange),
  },
  confirm: {
    method: 'POST',
    path: '/held-changes/:id/confirm',
    access: '*',
    summary: 'Confirmar uma mudança que outra pessoa pediu: passa a valer',
    changes: CHANGES,
    params: idParams,
  },
  reject: {
    method: 'POST',
    path: '/held-changes/:id/reject',
    access: '*',
    summary: 'Recusar, ou desistir de, uma mudança que espera',
    changes: CHANGES,
    params: idParams,
    body: z.object({ note: prose('Informe o motivo', 300) }),
  },
});

export const heldChangeProblems = problems({
  CHANGE_WAITS: [409, 'Registrado, e ainda não vale: outro administrador precisa confirmar em Hoje.'],
  CHANGE_ASKED: [409, 'Já há um pedido sobre isto à espera, em Hoje. Decida sobre ele antes.'],
  CHANGE_NOT_FOUND: [404, 'Não encontramos este pedido.'],
  CHANGE_DECIDED: [409, 'Este pedido já foi decidido.'],
  CHANGE_OWN: [409, 'Quem pediu a mudança não a confirma: outro administrador confirma.'],
  CHANGE_ABOUT: [409, 'A mudança é no seu próprio acesso: outro administrador a confirma.'],
  CHANGE_TIED: [
    409,
    'Quem pede e quem confirma precisam ser pessoas que não mexeram há pouco no acesso uma da outra. Peça a outro administrador.',
  ],
});
