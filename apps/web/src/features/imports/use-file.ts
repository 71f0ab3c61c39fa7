import { IMPORT_UPLOAD, type StagedImport } from '@morada/contract/imports';
import type { ImportKind } from '@morada/contract/imports.search';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useImportActions } from './import-queries.ts';

export type Sending = ReturnType<typeof useFile>;

/** One file on its way to the server, which reads it; `onStaged` with what it found. */
export function useFile(kind: ImportKind, onStaged: (file: File, staged: StagedImport) => void) {
  const { stage } = useImportActions();
  const sending = useOneFile({
    maxBytes: IMPORT_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 10 MB. Divida a planilha em partes e importe uma de cada vez.',
    send: (file, options) => stage({ kind, file, sheet: 0 }, options),
    onSent: onStaged,
  });
  return {
    ...sending,
    /** The same file again, by another of its sheets. */
    chooseSheet: (file: File, sheet: number) =>
      sending.choose(file, (again, options) => stage({ kind, file: again, sheet }, options)),
  };
}
