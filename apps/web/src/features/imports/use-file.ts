import { IMPORT_UPLOAD, type StagedImport } from '@morada/contract/imports';
import type { ImportKind } from '@morada/contract/imports.search';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#web/lib/toast.ts';
import { useImportActions } from './import-queries.ts';

type State =
  | { status: 'idle' }
  | { status: 'sending'; name: string; part: number }
  | { status: 'refused'; message: string };

export type Sending = ReturnType<typeof useFile>;

/** One file on its way to the server, which reads it; `onStaged` with what it found. */
export function useFile(kind: ImportKind, onStaged: (file: File, staged: StagedImport) => void) {
  const { stage } = useImportActions();
  const [state, setState] = useState<State>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(file: File, sheet = 0) {
    if (file.size > IMPORT_UPLOAD.maxBytes)
      return refuse('O arquivo passa de 10 MB. Divida a planilha em partes e importe uma de cada vez.');
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (part: number) => setState({ status: 'sending', name: file.name, part });
    onProgress(0);
    try {
      const staged = await stage({ kind, file, sheet }, { onProgress, signal: controller.signal });
      setState({ status: 'idle' });
      onStaged(file, staged);
    } catch (error) {
      if (!controller.signal.aborted) refuse(messageOf(error));
    }
  }

  const refuse = (message: string) => setState({ status: 'refused', message });

  function cancel() {
    running.current?.abort();
    setState({ status: 'idle' });
  }

  return { state, choose, refuse, cancel };
}
