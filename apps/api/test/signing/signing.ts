import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { paperPdf } from '#api/pdf/paper.ts';
import { cpf } from '../factories.ts';
import type { startApp } from '../harness.ts';
import { form } from '../pictures.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CLAUSE = 'As partes aceitam assinar este documento por meio eletrônico.';

const AGENCY = { name: 'Imobiliária Serra' };

/** A paper of some pages that says a word of its own. */
export const paperOf = (word: string, paragraphs = 40, clause = CLAUSE) =>
  buffer(
    Readable.from(
      paperPdf({
        agency: AGENCY,
        title: 'Contrato de administração',
        subtitle: word,
        day: '2026-03-10',
        blocks: Array.from({ length: paragraphs }, (_, index) => ({
          text: `${index + 1}. ${index === 0 ? clause : 'O que fica combinado nesta cláusula vale para as partes e para quem lhes suceder, pelo prazo do contrato.'}`,
        })),
      }),
    ),
  );

type App = Awaited<ReturnType<typeof startApp>>;
export type Person = {
  name: string;
  cpf?: string;
  email?: string | null;
  phone?: string | null;
  channel?: 'EMAIL' | 'SMS' | 'WHATSAPP';
  turn?: number;
  role?: string;
};

/** Papers that staff send out by calls, and people who sign them in browsers. */
export function signingOf({ app, db, as, property }: Pick<App, 'app' | 'db' | 'as' | 'property'>) {
  const staff = as('*');
  let addresses = 0;
  const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`;
  let people = 700_000;
  const newCpf = () => cpf(++people);
  let model: ReturnType<typeof uploaded> | undefined;

  /** A browser that keeps its cookies by their path, as browsers do. */
  function browser() {
    const jar = new Map<string, { path: string; value: string }>();
    const cookiesFor = (url: string) =>
      [...jar.values()]
        .flatMap(({ path, value }) =>
          url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`) || path === '/' ? value : [],
        )
        .join('; ');
    const noted = (answer: { headers: Record<string, unknown> }) => {
      for (const one of [answer.headers['set-cookie']].flat().filter(Boolean)) {
        const [value = '', ...rest] = String(one).split(/;\s*/);
        const path = rest.find((part) => part.startsWith('Path='))?.slice(5) ?? '/';
        jar.set(`${path} ${value.split('=', 1)[0]}`, { path, value });
      }
    };
    const get = (url: string) =>
      app.inject({ url, remoteAddress: newAddress(), headers: { cookie: cookiesFor(url), 'user-agent': 'Telefone' } });
    const post = async (url: string, fields: Record<string, string> = {}) => {
      const answer = await app.inject({
        ...{ method: 'POST', url, remoteAddress: newAddress() },
        headers: { ...FORM, cookie: cookiesFor(url), 'user-agent': 'Telefone' },
        payload: new URLSearchParams(fields).toString(),
      });
      noted(answer);
      return answer;
    };
    const follow = (answer: { headers: Record<string, unknown> }) =>
      get(String(answer.headers.location).split('#', 1)[0] ?? '');
    return { get, post, follow };
  }
  type Browser = ReturnType<typeof browser>;

  const show = async (id: number) => (await staff.get(`/signature/${id}`)).json();

  /** A draft of staff, by the call that takes a PDF. */
  async function uploaded() {
    const { id: subject_id } = await property();
    const file = form(await paperOf('Rua das Flores'), 'contrato.pdf', { type: 'application/pdf' });
    const about = {
      kind: 'OTHER',
      subject: 'PROPERTY',
      subject_id: String(subject_id),
      title: 'Administração da Rua A',
    };
    for (const [name, value] of Object.entries(about)) file.append(name, value);
    const made = await staff.post('/signature/upload', file);
    return db.selectFrom('signature_envelope').selectAll().where('id', '=', made.json().id).executeTakeFirstOrThrow();
  }

  /** A paper that is out, with the path of each signer in the order given. */
  async function out(given: readonly Person[], terms: { in_order?: boolean; deadline?: string } = {}) {
    model ??= uploaded();
    // A draft like the one that was uploaded: examining a file takes most of the time.
    const { id: _, created_at: __, updated_at: ___, ...copied } = await model;
    const { id: property_id } = await property();
    const { id, version } = await db
      .insertInto('signature_envelope')
      .values({ ...copied, property_id, pages: JSON.stringify(copied.pages) })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
    const signers = given.map(({ cpf: document = newCpf(), ...person }, index) => ({
      ...{ role: 'OWNER', email: `pessoa${index}@exemplo.com.br`, phone: null, channel: 'EMAIL', turn: index + 1 },
      ...person,
      cpf: document,
    }));
    const saved = await staff.patch(`/signature/${id}`, { ...terms, signers }, { 'if-match': `"${version}"` });
    const sent = await staff.post(`/signature/${id}/send`, undefined, { 'if-match': `"${saved.json().version}"` });
    if (sent.statusCode !== 200) throw new Error(`${saved.body} ${sent.body}`);
    const detail = sent.json();
    const documents = new Map(signers.map(({ name, cpf: document }) => [name, document]));
    return {
      id: id as number,
      people: detail.people.map((one: { id: number; name: string; link: { url: string } | null }) => ({
        id: one.id,
        cpf: documents.get(one.name) ?? '',
        path: one.link ? new URL(one.link.url).pathname : '',
      })) as { id: number; cpf: string; path: string }[],
    };
  }

  const enter = (phone: Browser, { path, cpf: document }: { path: string; cpf: string }) =>
    phone.post(`${path}/entrar`, { cpf: document });
  const read = (phone: Browser, path: string) => phone.post(`${path}/lido`, { lido: 'sim', como: 'rolagem' });

  /** Code of the last mail. */
  async function lastCode() {
    const { body } = await db
      .selectFrom('outgoing_mail')
      .select('body')
      .where('subject', '=', 'Código para assinar')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return /\b\d{6}\b/.exec(body)?.[0] ?? '';
  }
  async function askCode(phone: Browser, path: string, canal = 'EMAIL') {
    await phone.post(`${path}/codigo`, { canal });
    return lastCode();
  }

  const typed = (codigo: string, nome = 'Ana Prado') => ({ modo: 'digitar', codigo, nome, consent: 'sim' });
  const drawn = (codigo: string, desenho = 'M10 100L120 40L200 160L320 60') => ({
    modo: 'desenhar',
    codigo,
    desenho,
    consent: 'sim',
  });

  /** All that one person does, from the link to the signature. */
  async function signAll(phone: Browser, person: { path: string; cpf: string }) {
    await enter(phone, person);
    await read(phone, person.path);
    return phone.post(`${person.path}/assinar`, typed(await askCode(phone, person.path)));
  }

  return { staff, browser, out, show, enter, read, askCode, lastCode, typed, drawn, signAll, newCpf, newAddress };
}
