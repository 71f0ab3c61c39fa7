import { certificateProblems } from '@morada/contract/fiscal/fiscal-certificates';
import { READERS } from '#api/files/reader-limits.ts';
import { threadReader } from '#api/files/thread-reader.ts';
import type { ReadCertificate, WorkerInput, WorkerOutput } from './pkcs12.worker.ts';

const WORKER = new URL('./pkcs12.worker.ts', import.meta.url);

const parse = threadReader<WorkerInput, WorkerOutput>(WORKER, READERS.certificate, () =>
  certificateProblems.CERTIFICATE_UNREADABLE(),
);

/**
 * Opens the file of a certificate in memory.
 * @throws CERTIFICATE_PASSWORD, CERTIFICATE_KEYLESS or CERTIFICATE_UNREADABLE; READERS_BUSY when too many files wait.
 */
export async function readPkcs12(bytes: Uint8Array, password: string): Promise<ReadCertificate> {
  const said = await parse({ bytes, password });
  if ('read' in said) return said.read;
  throw certificateProblems[`CERTIFICATE_${said.refused}`]();
}
