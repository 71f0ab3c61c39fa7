import { Button } from '@mantine/core';
import { searchId } from '@morada/contract/base/fields';
import { signatures } from '@morada/contract/desk/signatures';
import { SIGNATURE_READERS, SignatureSearch } from '@morada/contract/desk/signatures.search';
import { proposals } from '@morada/contract/lease/proposals';
import {
  ENVELOPE_WORDS,
  SIGNATURE_KINDS,
  SIGNATURE_SUBJECTS,
  type SignatureSubject,
} from '@morada/domain/signature/kinds';
import { IconPlus, IconSignature } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type SignatureFilters, signaturesQuery } from '#web/features/signatures/signature-queries.ts';
import { SignatureTable } from '#web/features/signatures/signature-table.tsx';
import { listOf, withoutPlaces } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { ToolBar } from '#web/ui/list/tool-bar.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { RecordFromUrl } from '#web/ui/overlay/record-from-url.tsx';
import { PageHead } from '#web/ui/page/page.tsx';

const SignatureWindow = lazyWindow(
  () => import('#web/features/signatures/signature-window.tsx'),
  ({ SignatureWindow }) => SignatureWindow,
);
const NewSignatureWindow = lazyWindow(
  () => import('#web/features/signatures/new/new-signature-window.tsx'),
  ({ NewSignatureWindow }) => NewSignatureWindow,
);
const SettingsWindow = lazyWindow(
  () => import('#web/features/signatures/settings-window.tsx'),
  ({ SettingsWindow }) => SettingsWindow,
);

const SUBJECTS = Object.keys(SIGNATURE_SUBJECTS) as [SignatureSubject, ...SignatureSubject[]];

/** `start` and `of`: the record whose paper is about to be chosen. */
const Search = z.extend(SignatureSearch, {
  open: searchId,
  start: z.catch(z.optional(z.enum(SUBJECTS)), undefined),
  of: searchId,
});

const STATES = { OPEN: 'Em andamento', ALL: 'Todas', ...ENVELOPE_WORDS };

const LIST = listOf(Search, {
  query: 'search',
  state: { label: 'Situação', words: STATES, usual: 'OPEN', off: 'ALL' },
  kind: { label: 'Tipo', words: SIGNATURE_KINDS },
  contract: { label: 'Contrato' },
  agreement: { label: 'Acordo' },
  application: { label: 'Ficha' },
  property: { label: 'Imóvel' },
  open: 'place',
  start: 'place',
  of: 'place',
});

export const Route = createFileRoute('/_app/contracts/signatures')({
  staticData: {
    menu: { entry: 'Contratos', label: 'Assinaturas', tab: 3, icon: IconSignature },
    access: SIGNATURE_READERS,
    list: LIST,
  },
  validateSearch: Search,
  loaderDeps: ({ search }) => withoutPlaces(LIST, search),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(signaturesQuery(deps)),
  component: SignaturesPage,
});

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

function SignaturesPage() {
  const { start, of } = Route.useSearch();
  const list = useListPage(LIST, signaturesQuery);
  const { filters } = list;
  const [setting, setSetting] = useState(false);
  const closed = { start: undefined, of: undefined };
  return (
    <>
      <PageHead
        title="Assinaturas"
        below="Documentos assinados pelo celular, com as provas no próprio arquivo"
        primary={
          may(signatures.create.access) &&
          may(proposals.list.access) && (
            <Button leftSection={<IconPlus size={15} />} onClick={() => list.go({ start: 'CONTRACT' })}>
              Novo documento
            </Button>
          )
        }
        actions={
          may(signatures.saveSettings.access) && (
            <Button variant="default" onClick={() => setSetting(true)}>
              Configurar
            </Button>
          )
        }
      />
      <ToolBar
        search={{
          label: 'Documento, pessoa ou número',
          value: filters.query,
          onSearch: (query) => list.filter({ query }),
        }}
        texts={{
          contract: filters.contract && `contrato ${filters.contract}`,
          agreement: filters.agreement && `acordo ${filters.agreement}`,
          application: filters.application && `ficha ${filters.application}`,
          property: filters.property && `imóvel ${filters.property}`,
        }}
        filters={
          <>
            <Select
              label="Situação"
              data={optionsOf(STATES)}
              value={filters.state ?? 'OPEN'}
              comboboxProps={{ withinPortal: false }}
              onChange={(state) => list.filter({ state: (state as SignatureFilters['state']) ?? undefined })}
            />
            <Select
              label="Tipo"
              data={optionsOf(SIGNATURE_KINDS)}
              value={filters.kind ?? null}
              clearable
              comboboxProps={{ withinPortal: false }}
              onChange={(kind) => list.filter({ kind: (kind as SignatureFilters['kind']) ?? undefined })}
            />
          </>
        }
      />
      <SignatureTable list={list} />
      <RecordFromUrl<number>>
        {(id) => <SignatureWindow id={id} onClose={list.close} onOpen={(other) => list.show(other)} />}
      </RecordFromUrl>
      {start && (of !== undefined || start === 'CONTRACT') && may(signatures.create.access) && (
        <NewSignatureWindow
          subject={start}
          id={of}
          onClose={() => list.go(closed)}
          onCreated={(id) => list.go({ ...closed, open: id })}
        />
      )}
      {setting && <SettingsWindow onClose={() => setSetting(false)} />}
    </>
  );
}
