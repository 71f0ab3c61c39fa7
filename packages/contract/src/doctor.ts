import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { instant } from './fields.ts';

/** Result of one check of the installation. `advice`: works and should be improved; `wrong`: must be fixed. */
export const Finding = z.object({
  state: z.enum(['fine', 'advice', 'wrong']),
  /** One sentence, which says what to do unless all is fine. */
  text: z.string(),
});
export type Finding = z.output<typeof Finding>;

export const doctor = endpoints('doctor', {
  show: {
    method: 'GET',
    path: '/doctor',
    access: '*',
    summary: 'Estado da instalação, conferido agora: banco, disco, backups, certificado; o mesmo que `npm run doctor`',
    response: z.object({ at: instant, findings: z.array(Finding) }),
  },
});
