import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashOf, newToken } from '#api/base/secrets/secrets.ts';
import { workbookParts, zipOf } from '#test/workbooks.ts';
import { type Agency, openAgency, until } from './agency.ts';
import { type Fault, progress } from './fault.ts';
import type { Order, Sending } from './flood-sender.ts';

const SENDER = fileURLToPath(new URL('flood-sender.ts', import.meta.url));

/** Uploads of each kind of caller, all at the same time, and the bytes of each. */
const UPLOADS = 240;
const BYTES = 4_000_000;
/** Seconds for which the waves of each kind go on. */
const SECONDS = 10;
/** Addresses that a visitor fills with blanks, signs and digits. */
const HOSTILE = ['-', '+', ' ', '0', '.', ',', '-+'].map((one) => encodeURIComponent(one.repeat(2_500)));
/** Bounds: memory of the server in megabytes, and milliseconds of a person's call beside the flood. */
const MOST_MEGABYTES = 500;
const P99_MS = 300;
/** What the unit of one agency of many may take (`MemoryMax` in deploy/). */
const UNIT_MEGABYTES = 1_200;
/** Lines of the sheet that is imported beside a flood: the most that an import takes. */
const IMPORTED = 50_000;

/** Visitors, a client and a person of the staff send far more than they may, while another person works. */
export const flood: Fault = {
  says: 'envios em massa de visitantes, clientes e equipe',
  rounds: 1,
  long: 5,
  async run({ rounds, port }) {
    const agency = await openAgency({ port });
    try {
      const broken: string[] = [];
      const notes: string[] = [];
      // The first calls of a server read its code and plans: they say nothing of a flood.
      for (let call = 0; call < 50; call += 1) await agency.call('GET', '/invoice?page=1');
      for (let round = 1; round <= rounds; round += 1) {
        const kinds = {
          visitantes: await visitors(agency, round),
          clientes: await client(agency),
          equipe: await staff(agency),
          'sem sessão': nobody,
        };
        for (const [kind, targets] of Object.entries(kinds)) {
          const { statuses, p99 } = await besideAPerson(agency, uploads(agency, targets));
          const peak = await megabytes(agency, 'VmHWM');
          notes.push(`${kind}: ${statuses}, p99 ${p99.toFixed(0)} ms, pico ${peak.toFixed(0)} MB`);
          if (p99 > P99_MS) broken.push(`${kind}: p99 ${p99.toFixed(0)} ms`);
          if (peak > MOST_MEGABYTES) broken.push(`${kind}: pico ${peak.toFixed(0)} MB`);
        }
        const works = await besideWork(agency, round, async () =>
          besideAPerson(agency, uploads(agency, await visitors(agency, 100 + round))),
        );
        const most = await megabytes(agency, 'VmHWM');
        notes.push(`visitantes, ${works}: pico ${most.toFixed(0)} MB`);
        if (most > UNIT_MEGABYTES) broken.push(`com importação e PDF: pico ${most.toFixed(0)} MB`);
        const { statuses, p99 } = await besideAPerson(
          agency,
          HOSTILE.map((text) => search(agency, text)),
        );
        notes.push(`buscas: ${statuses}, p99 ${p99.toFixed(0)} ms`);
        if (p99 > P99_MS) broken.push(`buscas: p99 ${p99.toFixed(0)} ms`);
        if (agency.ended() !== undefined) broken.push(`o servidor desistiu, código ${agency.ended()}`);
        progress.emit('round', round, UPLOADS * 3, broken.length);
      }
      // The allocator gives memory back once the flood is over.
      await pause(10_000);
      notes.push(`depois ${(await megabytes(agency, 'VmRSS')).toFixed(0)} MB`);
      return { rounds, notes, broken };
    } finally {
      await agency.close();
    }
  },
};

/** Where the upload of a number goes, and the part of the form that holds its file. */
type Target = Pick<Sending, 'method' | 'headers' | 'part'> & { path: string };
type Targets = (number: number) => Target;

/** All uploads at once; every third one is abandoned half way. */
const uploads = ({ url }: Agency, targets: Targets): Sending[] =>
  Array.from({ length: UPLOADS }, (_, number) => {
    const { path, ...target } = targets(number);
    return { ...target, url: `${url}${path}`, isAbandoned: number % 3 === 0 };
  });

/** Sends a flood from another process. Returns each status, 0 without an answer. */
async function send(sendings: Sending[]): Promise<number[]> {
  const sender = fork(SENDER, { stdio: 'inherit' });
  sender.send({ bytes: BYTES, sendings } satisfies Order);
  const [statuses] = await once(sender, 'message');
  return statuses as number[];
}

/** Runs the flood while a person reads a list again and again. */
async function besideAPerson(agency: Agency, sendings: Sending[]) {
  const times: number[] = [];
  let isOver = false;
  const person = (async () => {
    while (!isOver) {
      const { took } = await agency.call('GET', '/invoice?page=1');
      times.push(took);
      await pause(20);
    }
  })();
  const found: number[] = [];
  // One wave after another: of a single one a person would make too few calls for a hundredth to mean anything.
  for (const until = performance.now() + SECONDS * 1_000; performance.now() < until; )
    found.push(...(await send(sendings)));
  isOver = true;
  await person;
  const counts = Map.groupBy(found, (status) => status);
  const statuses = [...counts].map(([status, all]) => `${all.length} × ${status}`).join(' ');
  times.sort((one, other) => one - other);
  return { statuses, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/** Runs a flood while the largest sheet is read and imported, and papers are made. Says what of both came to an end. */
async function besideWork(agency: Agency, round: number, flooding: () => Promise<unknown>): Promise<string> {
  let isOver = false;
  let imports = 0;
  let papers = 0;
  const sheet = await largeSheet(round);
  const importing = (async () => {
    do {
      const file = new FormData();
      file.append('file', new File([new Uint8Array(sheet)], 'pessoas.xlsx'));
      const staged = await agency.call('POST', '/import/people/file/0', file);
      const { id, mapping } = staged.body as { id: number; mapping: object };
      await agency.call('PUT', `/import/${id}/mapping`, { mapping });
      await agency.call('POST', `/import/${id}/run`);
      await until('a importação terminar', async () => {
        const { body } = await agency.call('GET', `/import/${id}`);
        return (body as { status: string }).status !== 'RUNNING';
      });
      imports += 1;
    } while (!isOver);
  })();
  const { id } = await agency.make.invoice();
  await agency.call('PATCH', `/invoice/${id}/down`, { paid_amount: 1500 });
  const printing = (async () => {
    while (!isOver) {
      const { body } = await agency.call('GET', `/financial/${id}/receipt/client`);
      const paper = await fetch(new URL((body as { url: string }).url, agency.url));
      await paper.arrayBuffer();
      if (paper.ok) papers += 1;
    }
  })();
  await flooding();
  isOver = true;
  await Promise.all([importing, printing]);
  return `${imports} importações de ${IMPORTED} linhas e ${papers} PDFs`;
}

/** A workbook of people, with names and documents as cells of their own. */
function largeSheet(round: number): Promise<Buffer> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const line = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`;
  const lines = Array.from({ length: IMPORTED }, (_, number) =>
    line(`P${round}-${number}`, `Pessoa ${number} da Silva Prado`, 'Inquilino', `p${round}.${number}@exemplo.com.br`),
  );
  return zipOf(workbookParts([line('Código', 'Nome', 'Tipo', 'E-mail'), ...lines].join('')));
}

/** Links of offers, each sent from an address of its own. */
async function visitors(agency: Agency, round: number): Promise<Targets> {
  const links: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    const answer = await fetch(`${agency.url}/anuncie`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': `198.51.${round}.${number}` },
      body: new URLSearchParams({ ...OFFER, email: `p${round}-${number}@exemplo.com.br`, number: String(number + 1) }),
    });
    links.push(new URL(answer.headers.get('location') ?? '', agency.url).pathname);
  }
  return (number) => ({
    ...{ method: 'POST', path: `${links[number % links.length]}/fotos`, part: 'fotos' },
    headers: { 'x-forwarded-for': `203.0.${round}.${number}` },
  });
}

async function client(agency: Agency): Promise<Targets> {
  const { id } = await agency.make.client();
  const token = newToken();
  await agency.db
    .insertInto('client_session')
    .values({ token_hash: hashOf(token), client_id: id })
    .execute();
  return (number) => ({
    ...{ method: 'POST', path: '/cliente/manutencoes/nova', part: 'photos' },
    headers: { cookie: `cliente=${token}`, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `192.0.2.${number}` },
  });
}

async function staff(agency: Agency): Promise<Targets> {
  const { id } = await agency.make.property();
  return () => ({
    ...{ method: 'PUT', path: `/api/property/${id}/images`, part: 'file' },
    headers: { authorization: `Bearer ${agency.token}` },
  });
}

/** Bodies that are refused for who sends them, before anything reads them. */
const nobody: Targets = (number) => ({
  ...{ method: 'PUT', path: '/api/property/1/images', part: 'file' },
  headers: { 'x-forwarded-for': `203.1.0.${number}` },
});

const search = ({ url }: Agency, text: string): Sending => ({
  ...{ method: 'GET', url: `${url}/imoveis?de=${text}x`, headers: {} },
});

const OFFER = {
  ...{ type: 'RENT', location: 'HOUSE', price: '1850', cep: '36025-000', street: 'Rua São Mateus' },
  ...{ neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG', description: 'Casa de esquina.' },
  ...{ name: 'Otávio Lima', phone: '(32) 98841-2076', consent: 'sim' },
};

/** A line of the server's status in megabytes: `VmHWM` is its peak, `VmRSS` what it holds. */
async function megabytes(agency: Agency, line: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${agency.server().pid()}/status`, 'utf8');
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
}
