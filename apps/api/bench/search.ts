import { ClientSearch } from '@morada/contract/registry/clients.search';
import { PropertySearch } from '@morada/contract/registry/properties.search';
import { formatDocument } from '@morada/domain/base/documents';
import { formatPhone } from '@morada/domain/base/phone';
import type { Pool } from 'pg';
import type { Db } from '#api/context.ts';
import { countClients, findClients } from '#api/modules/registry/clients/clients.queries.ts';
import { countProperties, findProperties } from '#api/modules/registry/properties/properties.queries.ts';
import { CLIENTS, measureBeside, printHead } from './crowd.ts';
import { load } from './load.ts';
import { scriptOf } from './pgbench.ts';
import { fillRegister, RARE } from './register.ts';
import { newDatabase, type Place, startServer } from './server.ts';
import { measureShapes, middleOf, type Shapes } from './shapes.ts';
import { record } from './statements.ts';

export const SIZE = { clients: 100_000, properties: 50_000 };

/** Searches in sequence, as by one person: each returns its page and the total. */
export async function measureSearch(place: Place, seconds: number) {
  const { connection, db, pool } = await newDatabase(place, 'bench_search');
  await fillRegister(pool, SIZE);
  const server = await startServer(connection);

  const measure = measureShapes({ connection, pool, server, seconds });
  await measure(`${SIZE.clients.toLocaleString('pt-BR')} clientes`, '/user', await clientShapes(pool), searchClients);
  await measure(
    `${SIZE.properties.toLocaleString('pt-BR')} imóveis`,
    '/property',
    await propertyShapes(pool),
    async (recorded, search) => {
      const parsed = PropertySearch.parse(search);
      return Promise.all([findProperties(recorded, parsed), countProperties(recorded, parsed)]);
    },
  );
  await server.stop();
  await db.destroy();
}

async function searchClients(db: Db, search: Record<string, string>) {
  const parsed = { ...ClientSearch.parse(search), seen: 'everything' as const };
  return Promise.all([findClients(db, parsed), countClients(db, parsed)]);
}

/** Searches of clients by fifty users, compared with pgbench running the same statements. */
export async function measureSearchCrowd(place: Place, seconds: number) {
  const { connection, db, pool } = await newDatabase(place, 'bench_search_crowd');
  await fillRegister(pool, SIZE);
  const server = await startServer(connection);
  const one = await middleOf<{ cpf_cnpj: string; phone: string }>(pool, 'client');
  const searches = {
    'nome e sobrenome': { query: 'maria nogueira' },
    'CPF inteiro': { query: formatDocument(one.cpf_cnpj) },
    'telefone em parte': { query: formatPhone(one.phone).slice(0, 9) },
    'sem busca': {},
  };
  printHead('clientes', seconds);
  for (const [name, search] of Object.entries(searches)) {
    const path = `/user?${new URLSearchParams({ page: '1', ...search })}`;
    const call = () => server.call('GET', path);
    await load(CLIENTS, 2, call);
    const said = await record(connection, (recorded) => searchClients(recorded, { page: '1', ...search }));
    await measureBeside(SIZE.clients, name, {
      product: (turn) => load(CLIENTS, turn, call),
      ...{ connection, seconds },
      lines: scriptOf(said).map((line) => `${line};`),
    });
  }
  await server.stop();
  await db.destroy();
}

async function clientShapes(pool: Pool): Promise<Shapes> {
  const one = await middleOf<{ id: number; email: string; phone: string; cpf_cnpj: string }>(pool, 'client');
  return {
    'sem busca': {},
    'duas letras, de muitos nomes': { query: 'ma' },
    'a página 2.000 delas': { query: 'ma', page: '2000' },
    'duas letras, de nenhum nome': { query: 'ex' },
    'três letras, de todo e-mail': { query: 'com' },
    'um nome comum': { query: 'maria' },
    'uma palavra rara': { query: RARE.client },
    'três palavras': { query: 'souza maria silva' },
    'CPF inteiro, com máscara': { query: formatDocument(one.cpf_cnpj) },
    'CPF em parte, com máscara': { query: formatDocument(one.cpf_cnpj).slice(0, 7) },
    'telefone inteiro, com máscara': { query: formatPhone(one.phone) },
    'telefone em parte, com máscara': { query: formatPhone(one.phone).slice(0, 9) },
    'e-mail': { query: one.email },
    'número do cadastro': { id: String(one.id) },
    'só proprietários ativos': { type: 'OWNER', situation: 'ACTIVE' },
    'um nome, só proprietários ativos': { query: 'ana', type: 'OWNER', situation: 'ACTIVE' },
  };
}

async function propertyShapes(pool: Pool): Promise<Shapes> {
  const one = await middleOf<{ id: number; cep: string }>(pool, 'property');
  return {
    'sem busca': {},
    'duas letras, de todos': { query: 'ju' },
    'a palavra de toda rua': { query: 'rua' },
    'rua e número': { query: 'halfeld santos 20' },
    'a rua de um só': { query: RARE.street },
    'CEP, com máscara': { query: one.cep.replace(/(?=...$)/, '-') },
    'número do cadastro': { id: String(one.id) },
    'a cidade, por preço, de venda': { query: 'juiz de fora', transaction: 'SALE', order: 'price:asc' },
    'disponíveis, por preço': { available: 'AVAILABLE', order: 'price:desc' },
  };
}
