import { ClientSearch } from '@morada/contract/clients.search';
import { PropertySearch } from '@morada/contract/properties.search';
import { formatDocument } from '@morada/domain/documents';
import { formatPhone } from '@morada/domain/phone';
import type { Pool } from 'pg';
import type { Db } from '#api/context.ts';
import { countClients, findClients } from '#api/modules/clients/clients.queries.ts';
import { countProperties, findProperties } from '#api/modules/properties/properties.queries.ts';
import { type Figures, load } from './load.ts';
import { fillRegister, RARE } from './register.ts';
import { newDatabase, type Place, startServer } from './server.ts';
import { record } from './statements.ts';

const SIZE = { clients: 100_000, properties: 50_000 };
const TIMES = 200;

type Search = Record<string, string>;
type Shapes = Record<string, Search>;

/** One search after another, as one person waits for them: each answers its page and how many there are. */
export async function measureSearch(place: Place, seconds: number) {
  const { connection, db, pool } = await newDatabase(place, 'bench_search');
  await fillRegister(pool, SIZE);
  const server = await startServer(connection);

  const measure = async (title: string, path: string, shapes: Shapes, deed: (db: Db, search: Search) => object) => {
    console.log(`\n| ${title} | encontra | HTTP p50 ms | p99 ms | driver p50 ms | p99 ms |`);
    console.log('|---|---|---|---|---|---|');
    for (const [name, search] of Object.entries(shapes)) {
      const said = await record(connection, async (recorded) => deed(recorded, { page: '1', ...search }));
      const call = () => server.call('GET', `${path}?${new URLSearchParams({ page: '1', ...search })}`);
      const alone = () => Promise.all(said.map(({ sql, parameters }) => pool.query(sql, [...parameters])));
      const { total } = JSON.parse(await call());
      await load(1, 1, call, TIMES / 10);
      print(name, total, await load(1, seconds, call, TIMES), await load(1, seconds, alone, TIMES));
    }
  };

  await measure(
    `${SIZE.clients.toLocaleString('pt-BR')} clientes`,
    '/user',
    await clientShapes(pool),
    async (recorded, search) => {
      const parsed = ClientSearch.parse(search);
      return Promise.all([findClients(recorded, parsed), countClients(recorded, parsed)]);
    },
  );
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

async function middleOf<Row>(pool: Pool, table: 'client' | 'property'): Promise<Row> {
  const { rows } = await pool.query(
    `select * from ${table} where id = (select percentile_disc(0.3) within group (order by id) from ${table})`,
  );
  return rows[0];
}

const print = (name: string, total: number, product: Figures, alone: Figures) =>
  console.log(
    `| ${[name, total.toLocaleString('pt-BR'), ...[product.p50, product.p99, alone.p50, alone.p99].map((ms) => ms.toFixed(1))].join(' | ')} |`,
  );
