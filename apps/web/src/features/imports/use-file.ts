import { IMPORT_UPLOAD, type StagedImport } from '@morada/contract/desk/imports';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import type { UploadOptions } from '#web/lib/api/upload.ts';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useStageImport } from './import-queries.ts';

export type Sending = ReturnType<typeof useFile>;

/** One file on its way to the server, which reads it; `onStaged` with what it found. */
export function useFile(kind: ImportKind, onStaged: (file: File, staged: StagedImport) => void) {
  const { mutateAsync } = useStageImport();
  const stage = (file: File, sheet: number, options: UploadOptions) =>
    mutateAsync({ params: { kind, sheet }, file, name: file.name, ...options });
  const sending = useOneFile({
    maxBytes: IMPORT_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 10 MB. Divida a planilha em partes e importe uma de cada vez.',
    send: (file, options) => stage(file, 0, options),
    onSent: onStaged,
  });
  return {
    ...sending,
    /** The same file again, by another of its sheets. */
    chooseSheet: (file: File, sheet: number) => sending.choose(file, (again, options) => stage(again, sheet, options)),
  };
}
