import { Button } from '@mantine/core';
import { IMPORT_ACCESS, type ImportKind } from '@morada/contract/desk/imports.search';
import { IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';

export const ImportWindow = lazyWindow(
  () => import('#web/features/imports/import-window.tsx'),
  ({ ImportWindow }) => ImportWindow,
);

/** The import of many records at once, for those who may register one. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ImportOpener kind={kind} onOpen={() => setOpened(true)} />
      {opened && <ImportWindow kind={kind} onClose={() => setOpened(false)} />}
    </>
  );
}

/** Button only; the caller renders the window. */
export function ImportOpener({ kind, onOpen }: { kind: ImportKind; onOpen: () => void }) {
  if (!may(IMPORT_ACCESS[kind])) return null;
  return (
    <Button variant="default" leftSection={<IconTableImport size={15} />} onClick={onOpen}>
      Importar planilha
    </Button>
  );
}
