import type { ImportKind } from '@morada/contract/imports.search';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#web/ui/loaded.tsx';
import { RecordModal } from '#web/ui/windows.tsx';
import { runsQuery } from './import-queries.ts';

/** From the choice of a file to what became of it. */
export function ImportWindow({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const runs = useQuery(runsQuery(kind));
  return (
    <RecordModal title="Importar planilha" width={960} onClose={onClose}>
      <Loaded query={runs} what="as importações">
        {(found) => <p>{found.length === 0 ? 'Nenhuma importação ainda.' : found[0]?.file_name}</p>}
      </Loaded>
    </RecordModal>
  );
}
