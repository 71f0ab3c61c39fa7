import { Button } from '@mantine/core';
import { IMPORT_LIMITS, IMPORT_UPLOAD, imports } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS } from '@morada/contract/desk/imports.fields';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { KIND_WORDS } from '#web/features/imports/import-words.ts';
import type { Sending } from '#web/features/imports/use-file.ts';
import { download } from '#web/lib/api/files.ts';
import { count } from '#web/lib/count.ts';
import { toast } from '#web/lib/toast.ts';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import classes from './choose-step.module.css';

/** Media types that browsers report; the extensions are for those that report none for a CSV. */
const ACCEPT = {
  'text/csv': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};
const NOT_A_SHEET = 'Este formato não é lido aqui. Salve a planilha como .xlsx ou CSV e escolha-a de novo.';
const MEGABYTE = 1_000_000;

/** File chooser and drop area, with upload progress. */
export function ChooseStep({ kind, sending }: { kind: ImportKind; sending: Sending }) {
  return (
    <>
      <OneFileArea
        sending={sending}
        label="Planilha"
        icon={IconFileSpreadsheet}
        invites={{ wide: 'Arraste a planilha para cá', phone: 'Escolha a planilha' }}
        reading="Lendo a planilha"
        note={`CSV ou XLSX, até ${IMPORT_UPLOAD.maxBytes / MEGABYTE} MB e ${count(IMPORT_LIMITS.lines)} linhas`}
        accept={ACCEPT}
        otherKind={NOT_A_SHEET}
      />
      <GoodFile kind={kind} />
    </>
  );
}

/** Requirements of the file, with a template to download. */
function GoodFile({ kind }: { kind: ImportKind }) {
  const { one, before } = KIND_WORDS[kind];
  const required = IMPORT_FIELDS[kind].filter((field) => field.required).map(({ label }) => label);
  const example = () => download(imports.example, { params: { kind } }).catch(toast.failure);
  return (
    <section className={classes.good}>
      <div>
        <h3>Como deve ser a planilha</h3>
        <ul className={classes.rules}>
          <li>Títulos na primeira linha, e um {one} em cada linha abaixo dela.</li>
          <li>As colunas podem ter outros nomes e qualquer ordem: na próxima etapa você diz qual é qual.</li>
          <li>Não podem faltar: {new Intl.ListFormat('pt-BR').format(required)}.</li>
          {before && <li>{before}</li>}
        </ul>
      </div>
      <Button variant="default" leftSection={<IconDownload size={15} />} onClick={example}>
        Baixar modelo
      </Button>
    </section>
  );
}
