import { isDocument } from '@morada/domain/base/documents';
import type { Random } from './random.ts';

const FIRST = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Eduarda',
  'Fábio',
  'Gabriela',
  'Heitor',
  'Inês',
  'Joana',
  'Kaique',
  'Lívia',
  'Marcelo',
  'Natália',
  'Otávio',
  'Paulo',
  'Renata',
  'Sônia',
  'Tadeu',
  'Vera',
  'Wagner',
  'Célio',
  'Rita',
  'Nair',
  'Lúcia',
  'Sérgio',
] as const;
const LAST = [
  'Araújo',
  'Ribeiro',
  'Mendonça',
  'Lopes',
  'Nogueira',
  'Costa',
  'Vasconcelos',
  'Batista',
  'Moreira',
  'Torres',
  'Antunes',
  'Figueira',
  'Prado',
  'Guimarães',
  'Teles',
  'Moura',
  'Fontes',
  'Coutinho',
  'Braga',
  'Salles',
  'Dias',
  'Machado',
] as const;
const STREETS = [
  'Rua São Mateus',
  'Av. Barão do Rio Branco',
  'Rua Halfeld',
  'Av. Itamar Franco',
  'Rua Santa Rita',
  'Rua Marechal Deodoro',
  'Rua Dom Viçoso',
  'Rua Oscar Vidal',
  'Rua Padre Café',
  'Alameda dos Ipês',
  'Av. Getúlio Vargas',
  'Rua das Acácias',
  'Travessa da Liberdade',
  'Rua Batista de Oliveira',
] as const;
/** Neighbourhoods of Juiz de Fora, each with the latitude and longitude of its middle. */
export const QUARTER_PLACES: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  'São Mateus': [-21.7755, -43.3525],
  Centro: [-21.7612, -43.3496],
  'Bom Pastor': [-21.7795, -43.3478],
  Cascatinha: [-21.7868, -43.3668],
  'Alto dos Passos': [-21.7765, -43.3462],
  'Santa Helena': [-21.7598, -43.3585],
  Granbery: [-21.7688, -43.3452],
  'Manoel Honório': [-21.7467, -43.3418],
};
const QUARTERS = Object.keys(QUARTER_PLACES) as [string, ...string[]];

/** Tries the hundred check digits, to reuse the domain's validation. */
function withDigits(base: string): string {
  for (let digits = 0; digits < 100; digits += 1) {
    const document = base + String(digits).padStart(2, '0');
    if (isDocument(document)) return document;
  }
  throw new RangeError(`no check digits for ${base}`);
}

export function person(random: Random, number: number) {
  const company = random.chance(0.12);
  const last = random.pick(LAST);
  const name = company ? `${last} & ${random.pick(LAST)} Ltda.` : `${random.pick(FIRST)} ${last} ${random.pick(LAST)}`;
  const mailbox = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/\.$/, '');
  return {
    name,
    cpf_cnpj: company
      ? withDigits(`${10_000_000 + number * 7_919}0001`)
      : withDigits(String(200_000_000 + number * 7_654_321).slice(0, 9)),
    person_type: company ? ('JURIDICA' as const) : ('FISICA' as const),
    email: random.chance(0.9) ? `${mailbox}${number}@exemplo.invalid` : undefined,
    // No real mailbox or phone: a demonstration may run where messages are really sent.
    phone: `32900${String(random.between(0, 999_999)).padStart(6, '0')}`,
    ...address(random),
  };
}

export const address = (random: Random) => ({
  street: random.pick(STREETS),
  number: String(random.between(10, 3_300)),
  neighborhood: random.pick(QUARTERS),
  city: 'Juiz de Fora',
  state: 'MG' as const,
  cep: `360${random.between(10_000, 99_999)}`,
});
