import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { instant } from '../base/fields.ts';

/** Result of one check of the installation. `advice`: works and should be improved; `wrong`: must be fixed. */
export const Finding = z.object({
  state: z.enum(['fine', 'advice', 'wrong']),
  /** One sentence, which says what to do unless all is fine. */
  text: z.string(),
});
export type Finding = z.output<typeof Finding>;

/** A disk of the server, by one of the folders on it, in bytes. */
export const DiskState = z.object({ place: z.string(), free: z.number(), total: z.number(), ...Finding.shape });
export type DiskState = z.output<typeof DiskState>;

export const doctor = endpoints('doctor', {
  show: {
    method: 'GET',
    path: '/doctor',
    access: '*',
    summary: 'Estado da instalação, conferido agora: banco, disco, backups, certificado; o mesmo que `npm run doctor`',
    response: z.object({ at: instant, findings: z.array(Finding) }),
  },
  disks: {
    method: 'GET',
    path: '/doctor/disks',
    access: '*',
    summary: 'Discos do servidor que estão enchendo; nenhum enquanto há espaço',
    response: z.object({ disks: z.array(DiskState) }),
  },
});
