import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { clearable, optionalText, partOfWhole, serviceAddress, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';
import { FISCAL_READERS } from './fiscal.search.ts';

/** Addresses of the intermediary; each has its own token. */
export const INTERMEDIARY_ADDRESSES = {
  PRODUCTION: 'https://api.focusnfe.com.br',
  RESTRICTED: 'https://homologacao.focusnfe.com.br',
} as const;

/** How the notes of the agency's fees leave through Focus NFe. No call answers the token. */
export const NoteIntermediary = z.object({
  base_url: z.string(),
  /** Of the city's own list; null: it asks for none. */
  administration_city_code: z.nullable(z.string()),
  brokerage_city_code: z.nullable(z.string()),
  /** Null: the city works it out. */
  iss_rate: z.nullable(partOfWhole('')),
});
export type NoteIntermediary = z.output<typeof NoteIntermediary>;

const ISS_RATE = 'De 0,01 a 10%';

/** An absent token stays as it is, at the same address. */
export const IntermediaryChange = z.object({
  base_url: serviceAddress(`Informe o endereço com https://: ${INTERMEDIARY_ADDRESSES.PRODUCTION}`),
  token: z.optional(text('Informe o token', 200)),
  administration_city_code: optionalText(20),
  brokerage_city_code: optionalText(20),
  iss_rate: clearable(partOfWhole(ISS_RATE).check(z.refine((rate) => rate >= 1 && rate <= 1_000, ISS_RATE))),
});

export const intermediary = endpoints('fiscal', {
  show: {
    method: 'GET',
    path: '/fiscal/intermediary',
    access: FISCAL_READERS,
    summary: 'Como as notas das taxas são emitidas: pelo sistema nacional, ou pelo Focus NFe na prefeitura',
    response: z.object({ kept: z.nullable(NoteIntermediary) }),
  },
  save: {
    method: 'PUT',
    path: '/fiscal/intermediary',
    access: '*',
    summary: 'Emitir as notas das taxas pelo Focus NFe; o token fica como está quando não vem',
    body: IntermediaryChange,
    secrets: ['token'],
    response: NoteIntermediary,
  },
  remove: {
    method: 'DELETE',
    path: '/fiscal/intermediary',
    access: '*',
    summary: 'Voltar a emitir as notas das taxas pelo sistema nacional',
  },
});

export const intermediaryProblems = problems({
  INTERMEDIARY_NOT_FOUND: [404, 'As notas já saem pelo sistema nacional'],
  INTERMEDIARY_NO_SEAL: [
    409,
    'Esta instalação não tem a chave dos segredos (SECRETS_KEY): sem ela o token ficaria legível no banco de dados',
  ],
  INTERMEDIARY_TOKEN_MISSING: [422, 'Informe o token deste endereço', 'token'],
  INTERMEDIARY_INTERNAL: [
    422,
    'Este endereço leva à rede interna desta instalação. Informe o endereço do serviço.',
    'base_url',
  ],
  INTERMEDIARY_UNDER_WAY: [409, 'Há notas a caminho pelo endereço de agora: espere a resposta da prefeitura'],
});
