import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cpf } from '#test/factories.ts';
import { form, jpeg } from '#test/pictures.ts';
import { type Agency, until } from './agency.ts';
import { Book } from './book.ts';

/** Pause after a failed request, shorter than any person's. */
const RETRY_PAUSE_MS = 50;
const RECOVERY_MS = 120_000;

/** One action in each turn. */
type Writer = { turn: () => Promise<void> };

export type Staff = { book: Book; writers: Writer[] };

/** Twenty writers: eight settle and pay out, four issue, four upload, three register, one imports. */
export async function startWriters(agency: Agency): Promise<Staff> {
  const book = new Book();
  const { make } = agency;
  const landlord = await make.owner();
  const home = () => make.property({ owners: [landlord] });
  const writers: Writer[] = [];
  for (let number = 0; number < 8; number += 1) {
    const { id } = await make.invoice({ property_id: (await home()).id });
    writers.push(cashier(agency, book, id));
  }
  for (let number = 0; number < 4; number += 1) {
    const { id } = await make.contract({ property_id: (await home()).id });
    writers.push(issuer(agency, book, id));
  }
  for (let number = 0; number < 3; number += 1) {
    const { id, amount } = await make.invoice({ property_id: (await home()).id });
    const paid = await agency.call('PATCH', `/invoice/${id}/down`, { paid_amount: amount / 100 });
    const transfer = (paid.body as Invoice).transfers[0]?.id ?? 0;
    writers.push(filer(agency, book, transfer));
  }
  writers.push(photographer(agency, book, (await home()).id, await jpeg(320, 240)));
  for (let number = 0; number < 3; number += 1) writers.push(registrar(agency, book));
  writers.push(importer(agency, book));
  return { book, writers };
}

type Invoice = { id: number; status: string; amount: number; transfers: { id: number; status: string }[] };

/** Settles an invoice, pays its owner, and undoes both. */
function cashier({ call }: Agency, book: Book, id: number): Writer {
  let seen: Invoice | undefined;
  return {
    async turn() {
      seen ??= (await book.look('fatura', () => call('GET', `/invoice/${id}`)))?.body as Invoice | undefined;
      if (!seen) return;
      const { status, amount, transfers } = seen;
      const [transfer] = transfers;
      // Forgets the record's state before the request, so that it is read again if the answer is lost.
      seen = undefined;
      if (status === 'PENDING') {
        const body = { paid_amount: amount };
        seen = (await book.send(`invoice/${id}/pay`, () => call('PATCH', `/invoice/${id}/down`, body)))
          ?.body as Invoice;
      } else if (transfer?.status === 'DONE')
        await book.send(`transfer/${transfer.id}/undo`, () => call('DELETE', `/transfer/${transfer.id}/refund`));
      else if (transfer && randomInt(2) === 0)
        await book.send(`transfer/${transfer.id}/conclude`, () =>
          call('PATCH', `/transfer/${transfer.id}`, { status: 'DONE' }),
        );
      else await book.send(`invoice/${id}/refund`, () => call('DELETE', `/invoice/${id}/refund`));
    },
  };
}

/** Issues a later month of a contract, and deletes it again. */
function issuer({ call }: Agency, book: Book, contract: number): Writer {
  const reference = '2026-05';
  let isKnown = false;
  let issued: number | undefined;
  return {
    async turn() {
      if (!isKnown) {
        const shown = await book.look('faturas do contrato', () => call('GET', `/invoice/${contract}/proposal`));
        if (!shown) return;
        issued = (shown.body as (Invoice & { reference: string })[]).find((one) => one.reference === reference)?.id;
      }
      isKnown = false;
      if (issued === undefined) {
        const body = { proposal_id: contract, reference };
        const answer = await book.send('emissão', () => call('POST', '/financial/invoice', body));
        if (!answer) return;
        issued = (answer.body as Invoice).id;
        book.actions.set(`invoice/${issued}/issue`, { acknowledged: 1, unanswered: 0 });
      } else {
        const id = issued;
        if (!(await book.send(`invoice/${id}/delete`, () => call('DELETE', `/financial/invoice/${id}/delete`)))) return;
        issued = undefined;
      }
      isKnown = true;
    },
  };
}

/** A unique document of random size. */
export const paper = (least = 20_000, most = 400_000) =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(randomInt(least, most)), Buffer.from('\n%%EOF\n')]);

/** Attaches bank receipts to a transfer. */
function filer({ call }: Agency, book: Book, transfer: number): Writer {
  return {
    async turn() {
      const bytes = paper();
      const file = form(bytes, 'comprovante.pdf', { type: 'application/pdf' });
      const answer = await book.send(`transfer/${transfer}/add-document`, () =>
        call('PUT', `/transfer/${transfer}/file`, file),
      );
      if (answer) book.documents.set((answer.body as { id: number }).id, bytes.length);
    },
  };
}

/** Adds a photograph and removes it. After a lost answer it may exist, so the next turn removes any it finds. */
function photographer({ call }: Agency, book: Book, property: number, bytes: Uint8Array): Writer {
  type Shown = { images: { id: number }[] };
  let up: number | undefined;
  let isKnown = false;
  return {
    async turn() {
      if (!isKnown) {
        const shown = await book.look('imóvel', () => call('GET', `/property/${property}/admin`));
        if (!shown) return;
        up = (shown.body as Shown).images[0]?.id;
      }
      isKnown = false;
      if (up !== undefined) {
        const id = up;
        up = undefined;
        await book.send('retirada', () => call('DELETE', `/property/${id}/images`));
        return;
      }
      const answer = await book.send(`property/${property}/add-image`, () =>
        call('PUT', `/property/${property}/images`, form(bytes)),
      );
      up = (answer?.body as { id: number } | undefined)?.id;
      isKnown = up !== undefined;
    },
  };
}

let people = 300_000;

/** Registers people; after a lost answer, repeats the request with the same key. */
function registrar({ call }: Agency, book: Book): Writer {
  let sent: { name: string; body: object; key: string } | undefined;
  return {
    async turn() {
      if (!sent) {
        people += 1;
        const name = `Inquilino de prova ${people}`;
        const body = { name, cpf_cnpj: cpf(people), type: 'TENANT', phone: '32988412076' };
        sent = { name, body, key: randomUUID() };
      }
      const { name, body, key } = sent;
      book.people.set(name, false);
      const answer = await book.send('cadastro', () => call('POST', '/user/manual', body, { 'idempotency-key': key }));
      if (!answer) return;
      book.people.set(name, true);
      sent = undefined;
    },
  };
}

/** Imports a sheet of people, through all steps. */
function importer({ call }: Agency, book: Book): Writer {
  return {
    async turn() {
      const names = Array.from({ length: 5 }, () => ++people);
      const lines = names.map((number) => `P${number};Inquilino de prova ${number};Inquilino;${cpf(number)}`);
      const sheet = Buffer.from(`Código;Nome;Tipo;CPF/CNPJ\n${lines.join('\n')}\n`);
      const file = form(sheet, 'pessoas.csv', { type: 'text/csv' });
      const staged = await book.send('planilha', () => call('POST', '/import/people/file/0', file));
      if (!staged) return;
      const { id, mapping } = staged.body as { id: number; mapping: object };
      if (!(await book.send('colunas', () => call('PUT', `/import/${id}/mapping`, { mapping })))) return;
      for (const number of names) book.people.set(`Inquilino de prova ${number}`, false);
      if (!(await book.send('importação', () => call('POST', `/import/${id}/run`)))) return;
      // From here on these people must exist, whatever happens to the server.
      for (const number of names) book.people.set(`Inquilino de prova ${number}`, true);
      // One sheet at a time, while the server answers.
      for (let status = 'RUNNING'; status === 'RUNNING'; await pause(RETRY_PAUSE_MS)) {
        const shown = await call('GET', `/import/${id}`).catch(() => undefined);
        if (shown?.status !== 200) return;
        status = (shown.body as { status: string }).status;
      }
    },
  };
}

/**
 * Runs all writers; after a number of confirmed actions the fault strikes, and they go on until they succeed again.
 * Returns milliseconds.
 */
export async function strikeUnderLoad(
  { book, writers }: Staff,
  strike: () => Promise<unknown>,
  before = randomInt(20, 60),
) {
  let stopped = false;
  const atStart = book.acknowledged;
  const atWork = writers.map(async ({ turn }) => {
    while (!stopped) {
      const known = book.acknowledged;
      await turn();
      if (book.acknowledged === known) await pause(RETRY_PAUSE_MS);
    }
  });
  try {
    await until('os escritores trabalharem', () => book.acknowledged - atStart >= before);
    await strike();
    const atStrike = book.acknowledged + writers.length;
    // Up to one request of each writer may have been in progress at the fault.
    return await until('os escritores voltarem a trabalhar', () => book.acknowledged > atStrike, RECOVERY_MS);
  } finally {
    stopped = true;
    await Promise.all(atWork);
  }
}
