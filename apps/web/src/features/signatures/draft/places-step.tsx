import { ActionIcon, Button } from '@mantine/core';
import type { SignatureDetail } from '@morada/contract/desk/signatures';
import { MOST_FIELDS } from '@morada/domain/signature/envelope';
import { FIELD_KINDS, type FieldKind, SIGNER_ROLES } from '@morada/domain/signature/words';
import { IconTrash, IconWand } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  type Box,
  FIELD_SIZES,
  initialsOnPages,
  type PageSize,
  POSITIONS,
  type Position,
  placedAt,
  positionOf,
  proposedPlaces,
  within,
} from '#web/features/signatures/places/field-places.ts';
import { PageFields } from '#web/features/signatures/places/page-fields.tsx';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { AnyNumberInput } from '#web/ui/input/number-inputs.tsx';
import { Select } from '#web/ui/input/select.tsx';
import classes from './draft.module.css';
import type { DraftField, DraftForm, DraftSigner } from './draft-values.ts';
import { inkOfLast, usePicture } from './page-pictures.ts';

type PlacesStepProps = { form: DraftForm; envelope: SignatureDetail };

const TENTHS = 10;

/** Where on the paper each signature stands: on the picture of the page, and in a list beside it. */
export function PlacesStep({ form, envelope: { id, pages } }: PlacesStepProps) {
  const cache = useQueryClient();
  const [signers = [], fields = []] = useWatch({ control: form.control, name: ['signers', 'fields'] });
  const sizes = pages.map(({ width, height }) => ({
    width: Math.round(width * TENTHS),
    height: Math.round(height * TENTHS),
  }));
  const [page, setPage] = useState(fields[0]?.page ?? pages.length);
  const [chosen, setChosen] = useState<number>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [proposing, setProposing] = useState(false);
  const picture = usePicture(id, page);
  const set = (next: DraftField[]) =>
    form.setValue('fields', next.slice(0, MOST_FIELDS), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });

  /** Signatures on the paper's own lines, or under its text; initials stay. */
  async function propose(isAsked: boolean) {
    setProposing(true);
    try {
      const inks = await inkOfLast(cache, id, pages.length);
      const named = signers.map(({ name, capacity, role }) => ({ name: name ?? '', capacity: capacity ?? '', role }));
      const { places, missing } = proposedPlaces(named, sizes, inks);
      setMissing(missing.map((at) => nameOfSigner(signers[at])));
      if (places.length > 0) {
        set([...fields.filter(({ kind }) => kind === 'INITIALS'), ...places]);
        setPage(places[0]?.page ?? pages.length);
      }
    } catch (error) {
      // Unasked for, the page says itself that its picture is missing.
      if (isAsked) toast.failure(error);
    }
    setProposing(false);
  }

  // A draft begins without fields: they are proposed once it is asked where people sign.
  const begin = useEffectEvent(() => {
    if (fields.length === 0 && signers.length > 0) propose(false);
  });
  useEffect(() => begin(), []);

  const change = (at: number, box: Partial<DraftField>) =>
    set(fields.map((field, place) => (place === at ? { ...field, ...box } : field)));
  const remove = (at: number) => {
    setChosen(undefined);
    set(fields.toSpliced(at, 1));
  };
  function add(signer: number, kind: FieldKind) {
    const size = sizes[page - 1];
    if (!size) return;
    const box = placedAt(size, { page, x: 0, y: 0, ...FIELD_SIZES[kind] }, 'bottom-middle');
    setChosen(fields.length);
    set([...fields, { ...box, signer, kind }]);
  }
  const addInitials = (signer: number) =>
    set([
      ...fields.filter((field) => field.signer !== signer || field.kind !== 'INITIALS'),
      ...initialsOnPages(signer, signer, sizes),
    ]);

  return (
    <div className={classes.step}>
      {missing.length > 0 && (
        <Callout tone="known">
          A última página não tem linha nem espaço para {missing.join(', ')}. Coloque o campo à mão, ou deixe sem campo:
          a assinatura fica na página de evidências, no fim do arquivo.
        </Callout>
      )}
      <div className={classes.desk}>
        <PageFields
          sizes={sizes}
          page={page}
          onPage={setPage}
          picture={picture}
          fields={fields.map((field, key) => ({ ...field, key, name: nameOf(field, signers) }))}
          chosen={chosen}
          onChoose={setChosen}
          onMove={change}
          onRemove={remove}
        />
        <div className={classes.own}>
          <Button
            variant="default"
            leftSection={<IconWand size={15} />}
            loading={proposing}
            disabled={signers.length === 0}
            onClick={() => propose(true)}
          >
            Propor os lugares
          </Button>
          {signers.map((signer, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a signer is known by the place in the list
            <fieldset key={at} className={classes.of}>
              <legend>{[...new Set([nameOfSigner(signer), SIGNER_ROLES[signer.role]])].join(', ')}</legend>
              {fields.map(
                (field, place) =>
                  field.signer === at && (
                    <FieldRow
                      // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place
                      key={place}
                      field={field}
                      sizes={sizes}
                      isChosen={chosen === place}
                      onChoose={() => {
                        setChosen(place);
                        setPage(field.page);
                      }}
                      onChange={(box) => {
                        change(place, box);
                        if (box.page) setPage(box.page);
                      }}
                      onRemove={() => remove(place)}
                    />
                  ),
              )}
              <div className={classes.buttons}>
                {(['SIGNATURE', 'NAME', 'DATE'] as const).map((kind) => (
                  <Button key={kind} size="xs" variant="subtle" onClick={() => add(at, kind)}>
                    + {FIELD_KINDS[kind]}
                  </Button>
                ))}
                {pages.length > 1 && (
                  <Button size="xs" variant="subtle" onClick={() => addInitials(at)}>
                    + Rubrica nas páginas
                  </Button>
                )}
              </div>
            </fieldset>
          ))}
          <p className={classes.note}>
            Sem campo, a assinatura da pessoa fica só na página de evidências, no fim do arquivo.
          </p>
        </div>
      </div>
    </div>
  );
}

const nameOfSigner = (signer: DraftSigner | undefined) =>
  signer ? signer.name?.trim() || SIGNER_ROLES[signer.role] : 'Ninguém';
const nameOf = ({ signer, kind }: DraftField, signers: readonly DraftSigner[]) =>
  `${nameOfSigner(signers[signer])}, ${FIELD_KINDS[kind].toLowerCase()}`;

const OWN = 'own';
const POSITION_OPTIONS = Object.entries(POSITIONS).map(([value, label]) => ({ value, label }));

type FieldRowProps = {
  field: DraftField;
  sizes: readonly PageSize[];
  isChosen: boolean;
  onChoose: () => void;
  onChange: (box: Partial<DraftField>) => void;
  onRemove: () => void;
};

/** A field as a line: what, on which page, and where. */
function FieldRow({ field, sizes, isChosen, onChoose, onChange, onRemove }: FieldRowProps) {
  const size = sizes[field.page - 1];
  if (!size) return null;
  const position = positionOf(size, field);
  const name = FIELD_KINDS[field.kind];
  const moved = (box: Box) => onChange({ x: box.x, y: box.y, page: box.page });
  return (
    <div className={classes.field} data-chosen={isChosen || undefined}>
      <Button size="xs" variant="subtle" color="gray" justify="flex-start" onClick={onChoose}>
        {name}
      </Button>
      <AnyNumberInput
        size="xs"
        aria-label={`Página: ${name}`}
        settings={{ min: 1, max: sizes.length, allowDecimal: false, allowNegative: false, prefix: 'pág. ' }}
        value={field.page}
        onChange={(page) => {
          const other = page === null ? undefined : sizes[page - 1];
          if (page !== null && other) moved(within(other, { ...field, page }));
        }}
      />
      <div className={classes.place}>
        <Select
          size="xs"
          aria-label={`Lugar: ${name}`}
          data={position ? POSITION_OPTIONS : [{ value: OWN, label: 'Onde foi colocado' }, ...POSITION_OPTIONS]}
          value={position ?? OWN}
          allowDeselect={false}
          onChange={(value) => {
            if (value && value !== OWN) moved(placedAt(size, field, value as Position));
          }}
        />
        <ActionIcon size={28} variant="default" aria-label={`Remover ${name}, página ${field.page}`} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </div>
    </div>
  );
}
