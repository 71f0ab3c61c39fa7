import type { ImportMapping, StagedImport } from '@morada/contract/desk/imports';
import { IMPORT_FIELDS, type ImportField } from '@morada/contract/desk/imports.fields';
import { useId } from 'react';
import type { Sending } from '#web/features/imports/use-file.ts';
import { count } from '#web/lib/count.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Select } from '#web/ui/input/select.tsx';
import classes from './map-step.module.css';

type MapStepProps = {
  staged: StagedImport;
  mapping: ImportMapping;
  /** Fields with several columns of their title, none of them chosen yet. */
  doubtful: readonly string[];
  /** `chosen` is the field whose column was chosen. */
  onMapping: (mapping: ImportMapping, chosen: string) => void;
  /** How the reading of another sheet goes. */
  reading: Sending['state'];
  onSheet: (sheet: number) => void;
};

/** Which column of the file serves which field of ours. */
export function MapStep({ staged, mapping, doubtful, reading, onMapping, onSheet }: MapStepProps) {
  const { kind, columns, sheets, sheet, file_name, hidden_lines } = staged;
  const choose = (name: string, place: number | undefined) => {
    onMapping(mapped(mapping, name, place), name);
  };
  return (
    <>
      <div className={classes.head}>
        <p className={classes.file} title={file_name}>
          {file_name}
        </p>
        {sheets.length > 1 && (
          <Select
            label="Aba da planilha"
            data={sheets.map((label, place) => ({ value: String(place), label }))}
            value={String(sheet)}
            allowDeselect={false}
            disabled={reading.status === 'sending'}
            error={reading.status === 'refused' && reading.message}
            onChange={(next) => next !== null && onSheet(Number(next))}
          />
        )}
      </div>
      {hidden_lines > 0 && (
        <Callout tone="known">
          {hidden_lines === 1
            ? '1 linha está oculta ou filtrada na planilha. Ela também é importada.'
            : `${count(hidden_lines)} linhas estão ocultas ou filtradas na planilha. Elas também são importadas.`}
        </Callout>
      )}
      <div className={classes.titles} aria-hidden="true">
        <span>Campo do cadastro</span>
        <span>Coluna da planilha</span>
        <span>Primeiros valores</span>
      </div>
      <ul className={classes.fields} aria-label="Campos">
        {IMPORT_FIELDS[kind].map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            columns={columns}
            place={mapping[field.name]}
            lacks={lacks(field, mapping, doubtful)}
            onPlace={(place) => choose(field.name, place)}
          />
        ))}
      </ul>
    </>
  );
}

function mapped(mapping: ImportMapping, name: string, place: number | undefined): ImportMapping {
  const { [name]: _, ...others } = mapping;
  return place === undefined ? others : { ...others, [name]: place };
}

/** Whether neither a required field nor its alternative has a column. */
export const isMissing = ({ name, required, or = name }: ImportField, mapping: ImportMapping) =>
  required === true && !(name in mapping || or in mapping);

/** Why a column is still to be chosen for a field. */
function lacks(field: ImportField, mapping: ImportMapping, doubtful: readonly string[]): string | undefined {
  if (doubtful.includes(field.name)) return 'Há mais de uma coluna com este título: escolha qual.';
  return isMissing(field, mapping) ? 'Escolha a coluna: este campo é obrigatório.' : undefined;
}

type FieldRowProps = {
  field: ImportField;
  columns: StagedImport['columns'];
  place: number | undefined;
  lacks: string | undefined;
  onPlace: (place: number | undefined) => void;
};

function FieldRow({ field: { label, required, hint }, columns, place, lacks, onPlace }: FieldRowProps) {
  const id = useId();
  const samples = place === undefined ? [] : (columns[place]?.samples ?? []);
  return (
    <li className={classes.field}>
      <div className={classes.name}>
        <label htmlFor={id}>
          {label}
          {required && (
            <span aria-hidden="true" className={classes.star}>
              {' *'}
            </span>
          )}
        </label>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      <Select
        id={id}
        data={columns.map(({ title }, index) => ({ value: String(index), label: title }))}
        value={place === undefined ? null : String(place)}
        placeholder="Nenhuma"
        searchable
        clearable
        aria-required={required || undefined}
        clearButtonProps={{ 'aria-label': `Tirar a coluna de ${label}` }}
        nothingFoundMessage="Nenhuma coluna com este título"
        error={lacks}
        onChange={(next) => onPlace(next === null ? undefined : Number(next))}
      />
      <p className={classes.samples} title={samples.join(' · ')}>
        {samples.join(' · ')}
      </p>
    </li>
  );
}
