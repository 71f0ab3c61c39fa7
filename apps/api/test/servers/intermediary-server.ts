import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { permitInternal } from '#api/outside/internal-addresses.ts';

type Fault = { codigo: string; mensagem: string; correcao: string | null };
type CityNote = {
  body: Record<string, unknown>;
  status: 'processando_autorizacao' | 'autorizado' | 'erro_autorizacao' | 'cancelado';
  number: number | null;
  faults: Fault[];
};

/** Fields that the intermediary requires before it asks the city. */
const REQUIRED = [
  ...['data_emissao', 'prestador.cnpj', 'prestador.inscricao_municipal', 'prestador.codigo_municipio'],
  ...['servico.valor_servicos', 'servico.item_lista_servico', 'servico.discriminacao', 'servico.codigo_municipio'],
];

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce((found: unknown, part) => (found as Record<string, unknown> | undefined)?.[part], body);

/**
 * Focus NFe on this machine, in the shape of its public description: basic authentication by token, notes by a name of
 * the client's that are accepted first and answered by the city later, and cancellations that are answered at once.
 */
export async function startIntermediary(token = 'token-do-focus') {
  const notes = new Map<string, CityNote>();
  const calls: string[] = [];
  let last = 23_300;
  const city = {
    /** Whether the city has answered what it was given. */
    answers: true,
    /** What the city refuses, by the document of whom the note is for. */
    refuses: new Map<string, Fault>(),
    /** Whether its term of cancellation is over. */
    tooLate: false,
    /** Calls that made a second note of one name. */
    twice: 0,
  };
  const failing = { left: 0, on: /^/, as: 'DOWN' as 'DOWN' | 'LOST' | 'HANGS' };
  permitInternal();

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method ?? '';
    const body = await text(request);
    const tell = (status: number, told: object) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(told));
    const refuse = (status: number, codigo: string, mensagem: string) => tell(status, { codigo, mensagem });
    calls.push(`${method} ${url.pathname}`);
    if (request.headers.authorization !== `Basic ${Buffer.from(`${token}:`).toString('base64')}`)
      return void response.writeHead(401).end('HTTP Basic: Access denied.\n');
    const fails = failing.left > 0 && failing.on.test(method);
    if (fails) failing.left -= 1;
    if (fails && failing.as === 'DOWN') return void response.writeHead(503).end('<h1>Service Unavailable</h1>');
    if (fails && failing.as === 'HANGS') return;
    const name = decodeURIComponent(/^\/v2\/nfse\/([^/]+)$/.exec(url.pathname)?.[1] ?? '');
    if (method === 'POST' && url.pathname === '/v2/nfse') return post(url.searchParams.get('ref') ?? '');
    const note = notes.get(name);
    if (!note) return void refuse(404, 'nao_encontrado', 'Nota fiscal não encontrada');
    if (method === 'GET') return void tell(200, shown(name, note));
    if (method === 'DELETE') return cancel(note);
    return void refuse(404, 'nao_encontrado', 'Endereço não encontrado');

    function post(ref: string) {
      const given = JSON.parse(body) as Record<string, unknown>;
      const lacks = REQUIRED.find((path) => ['', null, undefined].includes(at(given, path) as string));
      if (ref === '') return void refuse(400, 'requisicao_invalida', 'Parâmetro "ref" não informado');
      if (lacks) return void refuse(400, 'requisicao_invalida', `Parâmetro "${lacks}" não informado`);
      const before = notes.get(ref);
      if (before?.status === 'processando_autorizacao')
        return void refuse(422, 'em_processamento', 'Nota fiscal em processamento');
      if (before?.status === 'autorizado') return void refuse(422, 'nfe_autorizada', 'Nota fiscal já autorizada');
      if (before?.status === 'cancelado') return void refuse(422, 'nfe_cancelada', 'Nota fiscal já cancelada');
      if (before?.number) city.twice += 1;
      const note: CityNote = { body: given, status: 'processando_autorizacao', number: null, faults: [] };
      notes.set(ref, note);
      if (fails && failing.as === 'LOST') return void response.destroy();
      return void tell(202, { cnpj_prestador: at(given, 'prestador.cnpj'), ref, status: note.status });
    }

    function cancel(note: CityNote) {
      if (note.status === 'cancelado') return void refuse(400, 'nfe_cancelada', 'Nota Fiscal já cancelada');
      if (note.status !== 'autorizado')
        return void refuse(400, 'nfe_nao_autorizada', 'Nota fiscal não autorizada não pode ser cancelada');
      const { justificativa } = JSON.parse(body) as { justificativa?: string };
      if (!justificativa || justificativa.length < 15 || justificativa.length > 255)
        return void refuse(400, 'requisicao_invalida', 'Parâmetro "justificativa" não informado');
      if (city.tooLate) {
        const mensagem = 'nota que você está tentando cancelar está fora do prazo permitido para cancelamento';
        return void tell(422, {
          status: 'erro_cancelamento',
          erros: [{ codigo: 'E523', mensagem, correcao: null }],
        });
      }
      note.status = 'cancelado';
      if (fails && failing.as === 'LOST') return void response.destroy();
      return void tell(200, { status: 'cancelado' });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** What the intermediary tells of a note, which the city has answered by now. */
  function shown(ref: string, note: CityNote) {
    const { body } = note;
    if (note.status === 'processando_autorizacao' && city.answers) {
      const document = String(at(body, 'tomador.cnpj') ?? at(body, 'tomador.cpf'));
      const fault = city.refuses.get(document);
      note.faults = fault ? [fault] : [];
      note.status = fault ? 'erro_autorizacao' : 'autorizado';
      if (!fault) {
        last += 1;
        note.number = last;
      }
    }
    const told = { cnpj_prestador: at(body, 'prestador.cnpj'), ref, numero_rps: '224', serie_rps: '1' };
    if (note.status === 'processando_autorizacao') return { ...told, status: note.status };
    if (note.status === 'erro_autorizacao') return { ...told, status: note.status, erros: note.faults };
    const page = `https://nota.prefeitura.example/nota?num=${note.number}`;
    return {
      ...{ ...told, status: note.status, numero: String(note.number), codigo_verificacao: `V${note.number}-M2Y` },
      ...{ data_emissao: '2026-11-27T10:00:00-03:00', url: page, url_danfse: `${page}&pdf` },
      caminho_xml_nota_fiscal: `/arquivos/${ref}-nfse.xml`,
    };
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ token, notes, calls, city },
    /** Fails the next calls of some methods: 503, an answer that is lost after the order was carried out, or none at all. */
    fail(left: number, as: (typeof failing)['as'], on = /^/) {
      Object.assign(failing, { left, as, on });
    },
    recover() {
      failing.left = 0;
      Object.assign(city, { answers: true, tooLate: false });
      city.refuses.clear();
      calls.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type IntermediaryServer = Awaited<ReturnType<typeof startIntermediary>>;
