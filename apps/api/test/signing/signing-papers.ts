import { createPrivateKey, X509Certificate } from 'node:crypto';
import PDFDocument from 'pdfkit';
import type { Evidence, Sealer } from '#api/pdf/signing/signing.ts';
import { certificateAuthority, issueCertificate } from './certificate.ts';

/** How the pages of a sample stand: their boxes and turn, as a scanner or another program may leave them. */
export type SamplePage = { crop?: readonly number[]; medium?: readonly number[]; turn?: number; text?: string };

/** A PDF with the given pages, each with its text at the top left of its medium; A4 unless boxes are given. */
export async function samplePaper(
  pages: readonly SamplePage[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, compress: true, ...options });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const end = new Promise((resolve) => pdf.on('end', resolve));
  for (const { crop, medium, turn, text } of pages) {
    const page = pdf.addPage({ size: 'A4', margin: 40 }).page as unknown as { dictionary: { data: object } };
    if (text !== undefined) pdf.fontSize(10).text(text, 40, 40);
    Object.assign(page.dictionary.data, {
      ...(medium && { MediaBox: [...medium] }),
      ...(crop && { CropBox: [...crop] }),
      ...(turn !== undefined && { Rotate: turn }),
    });
  }
  pdf.end();
  await end;
  return Buffer.concat(parts);
}

/** A certificate of an agency, with the authority that issued it. */
export function sampleSealer(): Sealer & { authority: string } {
  const valid = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2126-01-01T00:00:00Z') };
  const authority = certificateAuthority({ ...valid, name: 'AC DE TESTE' });
  const { cert, key } = issueCertificate(authority, { ...valid, name: 'IMOBILIARIA MORADA LTDA', rsa: true });
  return {
    privateKey: createPrivateKey(key),
    certificate: new X509Certificate(cert),
    chain: [new X509Certificate(authority.cert)],
    authority: authority.cert,
  };
}

export const SEAL = {
  reason: 'Documento assinado eletronicamente',
  name: 'Imobiliária São João',
  at: new Date('2026-11-29T17:40:00Z'),
};

/** Evidence of `count` signers. */
export const sampleEvidence = (count: number, more: Partial<Evidence> = {}): Evidence => ({
  title: 'Contrato de locação nº 12',
  kind: 'Contrato de locação',
  sha256: '0f'.repeat(32),
  check: { code: 'K7QM-2XTB-9RFD', url: 'https://imobiliaria.example/conferir/K7QM-2XTB-9RFD' },
  level: 'ADVANCED',
  agency: { name: 'Imobiliária São João', cnpj: '11222333000181' },
  signers: Array.from({ length: count }, (_, at) => ({
    name: `Signatária ${at + 1} da Conceição`,
    role: 'Locatária',
    cpf: '***.982.247-**',
    channel: 'SMS',
    target: '(32) *****-1234',
    signed_at: new Date('2026-11-29T17:32:05Z'),
    address: '2001:db8::1',
    device: 'Chrome no Android',
    consent: { version: 1, text: 'Li o documento inteiro e concordo em assiná-lo eletronicamente.' },
  })),
  events: Array.from({ length: count }, (_, at) => ({
    at: new Date('2026-11-29T17:32:05Z'),
    words: `Signatária ${at + 1} da Conceição assinou`,
  })),
  at: new Date('2026-11-29T17:40:00Z'),
  ...more,
});
