import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { form, jpeg } from '#test/pictures.ts';
import { type Agency, openAgency, until } from './agency.ts';
import { Book } from './book.ts';
import { checkRound, type Fault } from './fault.ts';
import { unnamedFiles } from './invariants.ts';
import { paper } from './writers.ts';

/** kill -9 during uploads: one is half received, the others are being decoded, stored or inserted. */
export const killUpload: Fault = {
  says: 'kill -9 durante o envio de arquivos',
  rounds: 10,
  long: 100,
  async run({ rounds, port }) {
    const agency = await openAgency({ port });
    try {
      const book = new Book();
      await mkdir(agency.files, { recursive: true });
      const { id } = await agency.make.invoice();
      const paid = await agency.call('PATCH', `/invoice/${id}/down`, { paid_amount: 1_500 });
      const transfer = (paid.body as { transfers: { id: number }[] }).transfers[0]?.id ?? 0;
      const { id: property } = await agency.make.property();
      const picture = await jpeg(1600, 1200);
      const healing: number[] = [];
      const broken: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const half = beginUpload(agency, transfer);
        const papers = Array.from({ length: 4 }, async () => {
          const bytes = paper(100_000, 2_000_000);
          const file = form(bytes, 'comprovante.pdf', { type: 'application/pdf' });
          const kept = await book.send(`transfer/${transfer}/add-document`, () =>
            agency.call('PUT', `/transfer/${transfer}/file`, file),
          );
          if (kept) book.documents.set((kept.body as { id: number }).id, bytes.length);
        });
        const photograph = book.send(`property/${property}/add-image`, () =>
          agency.call('PUT', `/property/${property}/images`, form(picture)),
        );
        // The first rounds kill early, the later ones late.
        await pause(randomInt(0, 200 + (round % 4) * 400));
        process.kill(agency.server().pid() ?? 0, 'SIGKILL');
        await Promise.all([...papers, photograph]);
        half();
        healing.push(
          await until('o servidor voltar', () =>
            agency.call('GET', '/health').then(
              ({ status }) => status === 200,
              () => false,
            ),
          ),
        );
        const { rows } = await agency.pool.query<{ id: number }>('select id from property_image');
        for (const { id } of rows) await book.send('retirada', () => agency.call('DELETE', `/property/${id}/images`));
        broken.push(...(await checkRound(agency, book, round)));
      }
      const { acknowledged, unanswered } = book;
      return { rounds, acknowledged, unanswered, healing, notes: [await unnamedFiles(agency)], broken };
    } finally {
      await agency.close();
    }
  },
};

/** Sends half of a file, and never the rest. Returns the function that closes the connection. */
function beginUpload({ url, token }: Agency, transfer: number) {
  const sent = request(`${url}/api/transfer/${transfer}/file`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=meio',
      'content-length': 1_000_000,
    },
  });
  // The connection is expected to break under the kill.
  sent.on('error', () => {});
  sent.on('response', (answer) => answer.resume());
  const head =
    '--meio\r\ncontent-disposition: form-data; name="file"; filename="meio.pdf"\r\ncontent-type: application/pdf\r\n\r\n';
  sent.write(Buffer.concat([Buffer.from(head), paper(400_000, 500_000)]));
  return () => sent.destroy();
}
