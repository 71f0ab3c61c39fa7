import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { calendarDate, instant } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

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
  clock: {
    method: 'GET',
    path: '/doctor/clock',
    access: '*',
    summary:
      'Se a data de hoje está muito adiante do último dia trabalhado, e o trabalho automático espera por uma pessoa',
    response: z.object({ jump: z.nullable(z.object({ worked: calendarDate(), today: calendarDate() })) }),
  },
  confirmClock: {
    method: 'POST',
    path: '/doctor/clock',
    access: '*',
    summary: 'Confirmar que a data de hoje está certa: o trabalho automático dos dias que passaram é feito',
    changes: 'everything',
    body: z.object({ today: calendarDate('Informe a data') }),
  },
});

export const doctorProblems = problems({
  CLOCK_OTHER: [409, 'A data do servidor já é outra. Confira de novo.'],
});
