import { createPrivateKey, X509Certificate } from 'node:crypto';
import { paperPdf } from '#api/pdf/paper.ts';
import { composeSigned, type Evidence, type Mark, pagePicture, pageSizes, sealPdf } from '#api/pdf/signing/signing.ts';
import { certificateAuthority } from '#test/signing/certificate.ts';

const PAGES = 300;
const SIGNERS = 12;
const REPEATS = 12;
const AT = new Date('2026-11-29T17:40:00Z');
const AGENCY = { name: 'Morada Imóveis Ltda.', cnpj: '11222333000181', creci: 'MG-1234' };

/** Composes and seals a paper of 300 pages with the initials of twelve signers on each, again and again. */
export async function measureSigning() {
  const paper = await longPaper();
  const valid = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2126-01-01T00:00:00Z') };
  const { cert, key } = certificateAuthority({ ...valid, name: 'AC DE TESTE', rsa: true });
  const sealer = { privateKey: createPrivateKey(key), certificate: new X509Certificate(cert), chain: [] };
  const sizes = await timed(() => pageSizes(paper));
  console.log(
    `\nassinaturas: ${sizes.made.length} páginas, ${megabytes(paper.length)} MB, examinadas em ${sizes.seconds} s`,
  );
  const marks = sizes.made.flatMap((_, page) => marksOf(page + 1, sizes.made.length));
  for (let turn = 1; turn <= REPEATS; turn += 1) {
    const composed = await timed(() => composeSigned({ paper, marks, evidence: EVIDENCE }));
    const sealed = await timed(() => sealPdf(composed.made, sealer, { reason: 'Assinado', name: AGENCY.name, at: AT }));
    const file = { sha256: `${turn}`, read: async () => sealed.made };
    const picture = await timed(() => pagePicture(file, turn * 7, 900));
    const { rss, external } = process.memoryUsage();
    console.log(
      `${turn}: ${marks.length} marcas compostas em ${composed.seconds} s, seladas em ${sealed.seconds} s, ${megabytes(sealed.made.length)} MB, ` +
        `página desenhada em ${picture.seconds} s; memória ${megabytes(rss)} MB, fora do heap ${megabytes(external)} MB`,
    );
  }
}

async function longPaper(): Promise<Buffer> {
  const parts: Buffer[] = [];
  const blocks = Array.from({ length: PAGES * 14 }, (_, at) => ({
    text: `Cláusula ${at + 1}. ${'O locatário conservará o imóvel como o recebeu. '.repeat(5)}`,
  }));
  const stream = paperPdf({
    agency: AGENCY,
    title: 'Contrato',
    subtitle: 'De trezentas páginas',
    day: '2026-11-29',
    blocks,
  });
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Initials of each signer along the foot, and on the last page their signatures. */
function marksOf(page: number, last: number): Mark[] {
  return Array.from({ length: SIGNERS }, (_, at) => {
    const column = { page, x: 600 + at * 390 };
    if (page < last) return { ...column, y: 7_700, width: 300, height: 120, text: `S${at + 1}` };
    return {
      ...column,
      y: 6_000,
      width: 380,
      height: 130,
      drawing: DRAWING,
      caption: `Assinado por Signatário ${at + 1}`,
    };
  });
}

const DRAWING = `M 10 100 ${Array.from({ length: 300 }, (_, at) => `L ${10 + at * 1.9} ${100 + 80 * Math.sin(at / 7)}`).join(' ')}`;

const EVIDENCE: Evidence = {
  title: 'Contrato de locação nº 12',
  kind: 'Contrato de locação',
  sha256: '0f'.repeat(32),
  check: { code: 'K7QM-2XTB-9RFD', url: 'https://morada.example/conferir/K7QM-2XTB-9RFD' },
  level: 'ADVANCED',
  agency: AGENCY,
  signers: Array.from({ length: SIGNERS }, (_, at) => ({
    name: `Signatário ${at + 1} da Conceição`,
    role: 'Locatário',
    cpf: '***.982.247-**',
    channel: 'SMS',
    target: '(32) *****-1234',
    signed_at: AT,
    address: '203.0.113.7',
    device: 'Chrome no Android',
    consent: { version: 1, text: 'Li o documento inteiro e concordo em assiná-lo eletronicamente.' },
  })),
  events: Array.from({ length: SIGNERS * 5 }, (_, at) => ({ at: AT, words: `Acontecimento ${at + 1}` })),
  at: AT,
};

/** `seconds`, with those of the processor, which a busy machine does not stretch. */
async function timed<Made>(work: () => Promise<Made>) {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const made = await work();
  const { user, system } = process.cpuUsage(before);
  const [clock, processor] = [(performance.now() - start) / 1_000, (user + system) / 1_000_000];
  return { made, seconds: `${clock.toFixed(1)} (${processor.toFixed(1)} de processador)` };
}

const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
