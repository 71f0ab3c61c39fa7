import { STAFF_PATHS } from '../routes.ts';
import type { Call } from './camera.ts';

export type Screen = { path: string; address: string };

type Rows = { id: number }[];
const first = (rows: Rows) => rows[0]?.id;

const TEMPLATE = {
  name: 'Locação residencial',
  body: '<h2>Contrato de locação residencial</h2><p>As partes ajustam a locação do imóvel abaixo, regida pela Lei nº 8.245/1991.</p>',
};

/** A record of the demonstration agency for each address that names one. */
const RECORDS: Record<string, (call: Call) => Promise<number | undefined>> = {
  '/blog/$id': async (call) => first(await call<Rows>('GET', '/feed')),
  '/clients/info/$id': async (call) => first((await call<{ data: Rows }>('GET', '/user?page=1')).data),
  '/contracts/info/$id': async (call) => first(await call<Rows>('GET', '/proposal')),
  '/fiscal/reform/$id': async (call) => first((await call<{ data: Rows }>('GET', '/fiscal/reform')).data),
  '/properties/info/$id': async (call) => first((await call<{ data: Rows }>('GET', '/property')).data),
  // The demonstration has no template, so one is created.
  '/settings/contracts/$id': async (call) =>
    first(await call<Rows>('GET', '/contract/templates')) ??
    (await call<{ id: number }>('POST', '/contract/template', TEMPLATE)).id,
  '/support/$id': async (call) => first((await call<{ opened: Rows }>('GET', '/chat')).opened),
};

/** Every page of the staff. */
export async function screens(call: Call): Promise<Screen[]> {
  const found: Screen[] = [];
  for (const path of STAFF_PATHS) {
    if (!path.includes('$')) {
      found.push({ path, address: path });
      continue;
    }
    const record = RECORDS[path];
    if (!record) throw new Error(`${path}: falta em e2e/shots/screens.ts de onde vem o seu registro`);
    const id = await record(call);
    if (id === undefined) throw new Error(`${path}: a imobiliária de demonstração não tem nenhum`);
    found.push({ path, address: path.replace('$id', String(id)) });
  }
  return found;
}
