import type { CalendarDate } from '../base/calendar.ts';
import { isCnpj, isCpf } from '../base/documents.ts';
import type { DpsEnvironment } from '../fiscal/taxpayer.ts';
import type { DpsFacts, DpsPlace } from './dps.ts';
import type { NfseRefusal } from './refusals.ts';
import { latinLines } from './xml.ts';

// A note of a city outside the national issuer, as Focus NFe takes it (`POST /v2/nfse`).

/** Where trials of the intermediary are. */
const TRIALS = /^https?:\/\/homologacao\./i;

/** The intermediary has an address for each environment, and a token for each. */
export const intermediaryEnvironment = (address: string): DpsEnvironment =>
  TRIALS.test(address) ? 'RESTRICTED' : 'PRODUCTION';

/** Special regimes that the form names beside the flag of Simples. */
const REGIMES = { MEI: '5', SIMPLES: '6' } as const;

const decimal = (hundredths: number): number => hundredths / 100;

/** What leaves, with its moment of issue (`2026-12-25T12:00:00-03:00`). @param ufOf UF of a municipality, by the IBGE. */
export function cityNote(facts: DpsFacts, at: string, ufOf: (city: string) => string) {
  const { issuer, taker, service, amount, iss, federal, ibs_cbs } = facts;
  const { regime } = issuer;
  const { pis_cofins } = federal;
  return {
    data_emissao: at,
    natureza_operacao: '1',
    optante_simples_nacional: regime !== 'REGULAR',
    ...((regime === 'SIMPLES' || regime === 'MEI') && { regime_especial_tributacao: REGIMES[regime] }),
    prestador: {
      cnpj: issuer.document,
      inscricao_municipal: issuer.municipal_registration ?? '',
      codigo_municipio: facts.city_code,
    },
    tomador: {
      [taker.document.length > 11 ? 'cnpj' : 'cpf']: taker.document,
      razao_social: taker.name.slice(0, 115),
      ...(taker.email !== null && taker.email.length <= 80 && { email: taker.email }),
      ...(taker.place && { endereco: addressOf(taker.place, ufOf) }),
    },
    servico: {
      valor_servicos: decimal(amount),
      ...(iss.rate !== null && { aliquota: decimal(iss.rate) }),
      iss_retido: false,
      // The national code is the item of LC 116/2003 with two figures more.
      item_lista_servico: service.code.slice(0, 4),
      ...(service.municipal_code !== null && { codigo_tributario_municipio: service.municipal_code }),
      discriminacao: latinLines(service.description, 2_000),
      codigo_municipio: service.city_code,
      ...(pis_cofins && { valor_pis: decimal(pis_cofins.pis), valor_cofins: decimal(pis_cofins.cofins) }),
      codigo_nbs: service.nbs,
      ...(ibs_cbs && {
        codigo_indicador_operacao: ibs_cbs.operation,
        ibs_cbs_situacao_tributaria: ibs_cbs.cst,
        ibs_cbs_classificacao_tributaria: ibs_cbs.class_code,
      }),
    },
  };
}

const addressOf = (place: DpsPlace, ufOf: (city: string) => string) => ({
  logradouro: place.street.slice(0, 125),
  numero: place.number.slice(0, 10),
  ...(place.complement !== null && { complemento: place.complement.slice(0, 60) }),
  bairro: place.neighborhood.slice(0, 60),
  codigo_municipio: place.city_code,
  uf: ufOf(place.city_code),
  cep: place.cep,
});

const TAKER = /tomador/i;
const ADDRESS = /endere[cç]o|logradouro|bairro|cep\b|munic[ií]pio/i;

/**
 * A refusal of the intermediary or of the city, in its own words. They name fields of the taker or, in the rest, what
 * the agency's settings say.
 */
export function cityRefusal(code: string, words: string, mend: string): NfseRefusal {
  const field = /"([\w.]+)"/.exec(words)?.[1] ?? null;
  const told = field ?? words;
  const sentence =
    [words, mend]
      .map((part) => (part.endsWith('.') ? part.slice(0, -1) : part))
      .filter((part) => part !== '')
      .join('. ') || `A prefeitura recusou a nota (${code})`;
  return { code, sentence, field, ...partyOf(told) };
}

const partyOf = (told: string): Pick<NfseRefusal, 'party' | 'place'> =>
  TAKER.test(told)
    ? { party: 'TAKER', place: ADDRESS.test(told) ? 'ADDRESS' : 'REGISTER' }
    : { party: 'ISSUER', place: 'TAXES' };

/** What the intermediary would refuse before it asks the city: the fields that it requires. */
export const lackingOfCity = (facts: DpsFacts, today: CalendarDate): NfseRefusal[] =>
  [...lacking(facts, today)].map(([field, words]) => ({
    ...{ code: 'MORADA', sentence: words, field },
    ...partyOf(field),
  }));

function* lacking(
  { issuer, taker, city_code, competence }: DpsFacts,
  today: CalendarDate,
): Generator<[string, string]> {
  if (!isCnpj(issuer.document)) yield ['prestador.cnpj', 'Falta o CNPJ da imobiliária, ou ele não é válido'];
  if (!issuer.municipal_registration)
    yield ['prestador.inscricao_municipal', 'Falta a inscrição municipal da imobiliária'];
  if (city_code === '') yield ['prestador.codigo_municipio', 'Falta a cidade da imobiliária, ou ela não existe'];
  if (competence > today) yield ['data_emissao', 'O pagamento é de um dia que ainda não chegou'];
  const { document, place } = taker;
  if (!isCpf(document) && !isCnpj(document)) yield ['tomador.cpf', 'O CPF ou CNPJ do tomador não é válido'];
  if (place === null && isCnpj(document))
    yield ['tomador.endereco', 'O tomador é uma empresa, e a nota pede o endereço dela'];
}
