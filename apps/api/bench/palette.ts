import { search } from '@morada/contract/desk/search';
import { formatDocument } from '@morada/domain/base/documents';
import { formatPhone } from '@morada/domain/base/phone';
import type { Pool } from 'pg';
import { systemContext } from '#api/context.ts';
import { find } from '#api/modules/desk/search/search.service.ts';
import { fillContracts, fillRegister, RARE } from './register.ts';
import { SIZE } from './search.ts';
import { newDatabase, type Place, startServer } from './server.ts';
import { measureShapes, middleOf, type Shapes } from './shapes.ts';

/** Words typed into the quick search: clients, properties, contracts and invoices at once. */
export async function measurePalette(place: Place, seconds: number) {
  const { connection, db, pool, deps } = await newDatabase(place, 'bench_palette');
  await fillRegister(pool, SIZE);
  await fillContracts(pool, { contracts: SIZE.properties, clients: SIZE.clients });
  const server = await startServer(connection);
  const measure = measureShapes({ connection, pool, server, seconds });
  await measure('a paleta', '/search', await shapes(pool), (recorded, words) =>
    find(systemContext({ ...deps, db: recorded }), search.find.query.parse(words)),
  );
  await server.stop();
  await db.destroy();
}

async function shapes(pool: Pool): Promise<Shapes> {
  const one = await middleOf<{ id: number; email: string; phone: string; cpf_cnpj: string }>(pool, 'client');
  const invoice = await middleOf<{ id: number }>(pool, 'invoice');
  return {
    'duas letras, de muitos nomes': { query: 'ma' },
    'duas letras, de nenhum nome': { query: 'ex' },
    'duas letras, de todo endereço': { query: 'ju' },
    'três letras, de todo e-mail': { query: 'com' },
    'um nome comum': { query: 'maria' },
    'nome e sobrenome': { query: 'maria souza' },
    'três palavras': { query: 'souza maria silva' },
    'uma palavra rara': { query: RARE.client },
    'CPF inteiro, com máscara': { query: formatDocument(one.cpf_cnpj) },
    'CPF em parte, com máscara': { query: formatDocument(one.cpf_cnpj).slice(0, 7) },
    'telefone inteiro, com máscara': { query: formatPhone(one.phone) },
    'telefone em parte, com máscara': { query: formatPhone(one.phone).slice(0, 9) },
    'e-mail': { query: one.email },
    'a palavra de toda rua': { query: 'rua' },
    'rua e número': { query: 'halfeld santos 20' },
    'a rua de um só': { query: RARE.street },
    'um número': { query: String(one.id), id: String(one.id) },
    'número com o que é: fatura': { id: String(invoice.id), kind: 'invoices' },
    'nada que exista': { query: 'xyzwq' },
    'duas palavras que não se encontram': { query: 'maria zoroastro' },
  };
}
