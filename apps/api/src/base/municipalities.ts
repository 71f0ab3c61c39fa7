import { slug } from '@morada/domain/property/property';

const keyOf = (city: string, state: string) => `${state} ${slug(city)}`;

/** Codes of a municipality: the Receita's (SIAFI, 4 digits) and that of the IBGE (7 digits). */
type Codes = { receita: string; ibge: string };

const UNKNOWN: Codes = { receita: '', ibge: '' };

let codes: Promise<ReadonlyMap<string, Codes>> | undefined;

/** Loaded when first needed: the list of 5,571 municipalities takes some megabytes. */
async function load(): Promise<ReadonlyMap<string, Codes>> {
  const { carregarMunicipios } = await import('municipios-brasil');
  const municipalities = (await carregarMunicipios()).listar();
  return new Map(
    municipalities.map(({ nome, uf, codigoIbge, codigoReceitaFederal }) => [
      keyOf(nome, uf),
      { receita: codigoReceitaFederal, ibge: String(codigoIbge) },
    ]),
  );
}

/** Lookup of the codes by city and UF, whatever their accents and capitals; empty texts for a city that does not exist. */
export async function municipalityCodes() {
  codes ??= load();
  const known = await codes;
  return (city: string | null, state: string | null): Codes => known.get(keyOf(city ?? '', state ?? '')) ?? UNKNOWN;
}

let names: Promise<ReadonlyMap<string, string>> | undefined;

async function loadNames(): Promise<ReadonlyMap<string, string>> {
  const { carregarMunicipios } = await import('municipios-brasil');
  const municipalities = (await carregarMunicipios()).listar();
  return new Map(municipalities.map(({ nome, uf, codigoIbge }) => [String(codigoIbge), `${nome}/${uf}`]));
}

/** Lookup of `Juiz de Fora/MG` by the code of the IBGE; the code itself where there is no such city. */
export async function municipalityNames() {
  names ??= loadNames();
  const known = await names;
  return (code: string): string => known.get(code) ?? code;
}
