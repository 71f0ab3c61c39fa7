import { Button } from '@mantine/core';
import { IMPORT_ACCESS, type ImportKind } from '@morada/contract/imports.search';
import { IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { may } from '#web/lib/session.ts';
import { lazyWindow } from '#web/ui/lazy-window.tsx';

const ImportWindow = lazyWindow(() =>
  import('#web/features/imports/import-window.tsx').then(({ ImportWindow }) => ImportWindow),
);

/** Brings in many at once, for whoever may register one; nothing for the rest. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const [opened, setOpened] = useState(false);
  if (!may(IMPORT_ACCESS[kind])) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconTableImport size={15} />} onClick={() => setOpened(true)}>
        Importar planilha
      </Button>
      {opened && (
        <Suspense>
          <ImportWindow kind={kind} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
