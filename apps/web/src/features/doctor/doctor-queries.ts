import { doctor } from '@morada/contract/desk/doctor';
import { query } from '#web/lib/api/query.ts';

/** Each visit of the page checks anew. */
export const doctorQuery = { ...query(doctor.show, {}), staleTime: 0 };
