import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cpf } from '#test/factories.ts';
import { form, jpeg } from '#test/pictures.ts';
import { type Agency, until } from './agency.ts';
import { Book } from './book.ts';

/** Nobody clicks again faster than this at a button that just failed. */
const SECOND_THOUGHT = 50;
const HEALED = 120_000;

/** One deed a turn. */
type Writer = { turn: () => Promise<void> };

export type Staff = { book: Book; writers: Writer[] };

/** Twenty people at work: eight receive and pay out, four issue, four upload, three register, one imports. */
export async function hireStaff(agency: Agency): Promise<Staff> {
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

/** Receives an invoice, pays its owner, takes both back. */
function cashier({ call }: Agency, book: Book, id: number): Writer {
  let seen: Invoice | undefined;
  return {
    async turn() {
      seen ??= (await book.look('fatura', () => call('GET', `/invoice/${id}`)))?.body as Invoice | undefined;
      if (!seen) return;
      const { status, amount, transfers } = seen;
      const [transfer] = transfers;
      // What is known of the record ends with the request: whatever comes of it is looked at anew.
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

/** Issues a later month's invoice of a contract, and deletes it again. */
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
        book.deeds.set(`invoice/${issued}/issue`, { acknowledged: 1, unanswered: 0 });
      } else {
        const id = issued;
        if (!(await book.send(`invoice/${id}/delete`, () => call('DELETE', `/financial/invoice/${id}/delete`)))) return;
        issued = undefined;
      }
      isKnown = true;
    },
  };
}

/** A paper of a random size, none like the other. */
export const paper = (least = 20_000, most = 400_000) =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(randomInt(least, most)), Buffer.from('\n%%EOF\n')]);

/** Hangs bank receipts on a transfer. */
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

/** Puts a photograph up, and takes it down. What nobody answered for may be up as well: whoever finds one takes it down first. */
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

/** Registers people; whoever gets no answer sends the form again, with the key it had. */
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

/** Brings a sheet of people in, all the way. */
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
      // From here on the server owes these people, whatever happens to it.
      for (const number of names) book.people.set(`Inquilino de prova ${number}`, true);
      // A sheet at a time, as long as somebody answers.
      for (let status = 'RUNNING'; status === 'RUNNING'; await pause(SECOND_THOUGHT)) {
        const shown = await call('GET', `/import/${id}`).catch(() => undefined);
        if (shown?.status !== 200) return;
        status = (shown.body as { status: string }).status;
      }
    },
  };
}

/** Everybody works; after so many confirmed deeds the blow falls, and they go on until they can work again. Milliseconds. */
export async function strikeUnder(
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
      if (book.acknowledged === known) await pause(SECOND_THOUGHT);
    }
  });
  try {
    await until('os escritores trabalharem', () => book.acknowledged - atStart >= before);
    await strike();
    const atStrike = book.acknowledged + writers.length;
    // As many as there are writers may have been under way when it fell.
    return await until('os escritores voltarem a trabalhar', () => book.acknowledged > atStrike, HEALED);
  } finally {
    stopped = true;
    await Promise.all(atWork);
  }
}
