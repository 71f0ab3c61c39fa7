import type { Answer } from '@morada/contract/base/endpoint';
import type { doctor } from '@morada/contract/desk/doctor';
import type { Context } from '#api/context.ts';

/** State of the installation that serves this call. */
export async function showDoctor({ doctor: examine }: Context): Promise<Answer<typeof doctor.show>> {
  return { findings: await examine(), at: new Date().toISOString() };
}
