import type { UploadedFile } from '@morada/contract/base/endpoint';
import { noteProblems } from '@morada/contract/fiscal/fiscal-notes';
import { isCalendarDate } from '@morada/domain/base/calendar';
import { readNoteKey } from '@morada/domain/fiscal/note-key';
import type { NfseNote } from '@morada/domain/nfse/note';
import { readNote } from '#api/outside/nfse/note.ts';
import { noteSigner } from '#api/outside/nfse/signature.ts';

/** Declared types may hold entities that grow without end, and a note has none. */
const DECLARATION = /<!(DOCTYPE|ENTITY)/i;

type Uploaded = {
  note: NfseNote;
  xml: string;
  /** Null where its signature is none that is read here. */
  signed_by: string | null;
};

/** The note of an uploaded file, whose text is kept. @throws NOTE_XML_UNREADABLE, NOTE_XML_ALTERED */
export function readUploadedNote({ bytes }: Pick<UploadedFile, 'bytes'>): Uploaded {
  const xml = decoded(bytes);
  const note = xml === undefined || DECLARATION.test(xml) ? undefined : noteIn(xml);
  if (xml === undefined || !note || !isWhole(note)) throw noteProblems.NOTE_XML_UNREADABLE();
  const signer = noteSigner(xml);
  if (signer === 'ALTERED') throw noteProblems.NOTE_XML_ALTERED();
  return { note, xml, signed_by: signer.name };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function noteIn(xml: string): NfseNote | undefined {
  try {
    return readNote(xml);
  } catch {
    return undefined;
  }
}

/** What a paper and a payment need of it. The key has its check digit and names the issuer. */
function isWhole({ key, number, issuer, processed_at, dps }: NfseNote): boolean {
  const named = readNoteKey(key);
  const hasDays = [processed_at, dps.competence].every((text) => isCalendarDate(text.slice(0, 10)));
  return hasDays && named?.document === issuer.document && named.number === number;
}
