import { STATES } from '@morada/contract/base/fields';
import type { CepAddress } from '@morada/contract/registry/places';
import * as z from 'zod/mini';
import { DAY, Recent } from './recent.ts';
import type { Ask } from './service.ts';
import { tidy } from './tidy.ts';

const ViaCep = z.union([
  z.object({ erro: z.union([z.literal(true), z.literal('true')]) }),
  z.object({
    logradouro: z.string(),
    bairro: z.string(),
    localidade: z.string().check(z.minLength(1)),
    uf: z.enum(STATES),
  }),
]);

/** Caches only hits: a new CEP must not stay unknown for a day. */
export function cepLookup(ask: Ask) {
  const recent = new Recent<CepAddress>({ room: 5_000, lasts: DAY });
  return async (cep: string): Promise<CepAddress | undefined> => {
    const known = recent.get(cep);
    if (known) return known;
    const answer = await ask({ path: `${cep}/json/`, answer: ViaCep, missing: [400, 404] });
    if (!answer || 'erro' in answer) return undefined;
    const { logradouro, bairro, localidade, uf } = answer;
    const found = {
      cep,
      street: tidy(logradouro),
      neighborhood: tidy(bairro),
      city: tidy(localidade),
      state: uf,
    };
    recent.set(cep, found);
    return found;
  };
}
