import { BANK_FILE_UPLOAD } from '@morada/contract/bank/bank-files';
import { useState } from 'react';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useReadBankFile } from './bank-file-queries.ts';
import type { Rest } from './lines/difference.ts';

/** One file of a bank on its way to the server, which reads it; `onRead` with its number. */
export function useSending(onRead: (id: number) => void) {
  const send = useReadBankFile();
  return useOneFile({
    maxBytes: BANK_FILE_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 10 MB. Baixe do banco um período menor.',
    send,
    onSent: (_, { id }) => onRead(id),
  });
}

/** Divergent lines that the user chose to settle as the bank reports them. */
export function useAccepted() {
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set());
  const accept = (lines: readonly number[], yes: boolean) =>
    setAccepted((now) => new Set(yes ? [...now, ...lines] : [...now].filter((line) => !lines.includes(line))));
  return { accepted, accept };
}

/** Choices for differences, by line; a line without one takes the proposed choice. */
export function useRests() {
  const [rests, setRests] = useState<ReadonlyMap<number, Rest>>(new Map());
  const choose = (line: number, rest: Rest) => setRests((now) => new Map(now).set(line, rest));
  return { rests, choose };
}
