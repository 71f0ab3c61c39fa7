import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { SignatureRow } from './signature-row.ts';
import { SIGNATURE_READERS } from './signatures.search.ts';

/** A module of its own: *Hoje* reads it without the other calls. */
export const signatureTasks = endpoints('signatures', {
  list: {
    method: 'GET',
    path: '/signature/tasks',
    access: SIGNATURE_READERS,
    summary:
      'Assinaturas de hoje: quem falta assinar, o que foi recusado ou venceu, e arquivos que não puderam ser fechados',
    response: z.object({
      total: z.int(),
      /** Files that could not be closed, and agreements that were signed but did not come into force, each with the problem. */
      stuck: z.array(z.object({ ...SignatureRow.shape, problem: z.string() })),
      /** Refused or expired within the last days. */
      ended: z.array(SignatureRow),
      /** Out, by their last day. */
      out: z.array(SignatureRow),
    }),
  },
});
