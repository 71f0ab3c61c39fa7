import { slug } from '@morada/domain/property/property';

const keyOf = (city: string, state: string) => `${state} ${slug(city)}`;

let codes: Promise<ReadonlyMap<string, string>> | undefined;

/** Loaded when first needed: the list of 5,571 municipalities takes some megabytes. */
async function load(): Promise<ReadonlyMap<string, string>> {
  const { carregarMunicipios } = await import('municipios-brasil');
  const municipalities = (await carregarMunicipios()).listar();
  return new Map(municipalities.map(({ nome, uf, codigoReceitaFederal }) => [keyOf(nome, uf), codigoReceitaFederal]));
}

/**
 * Lookup of the Receita's code (SIAFI, 4 digits) by city and UF, whatever their accents and capitals; empty text for a
 * city that does not exist.
 */
export async function municipalityCodes() {
  codes ??= load();
  const known = await codes;
  return (city: string | null, state: string | null) => known.get(keyOf(city ?? '', state ?? '')) ?? '';
}
