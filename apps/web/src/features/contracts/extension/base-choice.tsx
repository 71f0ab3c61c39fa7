import { formatShortMonth } from '@morada/domain/base/calendar';
import { formatPercent } from '@morada/domain/base/money';
import {
  PRICE_INDICES,
  type PriceIndex,
  READJUSTMENT_BASES,
  type ReadjustmentBase,
} from '@morada/domain/lease/readjustment';
import type { ReactNode } from 'react';
import { Figure, Money } from '#web/ui/display/figures.tsx';
import { PercentField } from '#web/ui/form/fields.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import classes from './base-choice.module.css';
import type { ExtensionDraft, Preview } from './extension-draft.ts';

type Index = Preview['indices'][number];

type BaseChoiceProps = {
  form: Form<ExtensionDraft>;
  indices: Index[];
  /** The contract's own. */
  own: PriceIndex;
  base: ExtensionDraft['base'];
  onChoose: (base: ReadjustmentBase) => void;
};

/** Base of the readjustment: the indices, each with its result. */
export function BaseChoice({ form, indices, own, base, onChoose }: BaseChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend>Índice do reajuste</legend>
      {indices.map((one) => (
        <Option
          key={one.index}
          chosen={base === one.index}
          disabled={one.percent === null}
          onChoose={() => onChoose(one.index)}
          name={
            <>
              {PRICE_INDICES[one.index]}
              {one.index === own && <span className={classes.own}> do contrato</span>}
            </>
          }
        >
          <span className={classes.months}>{monthsOf(one)}</span>
          <Figure>{one.percent === null ? '' : formatPercent(one.percent)}</Figure>
          <span className={classes.rent}>{one.new_price !== null && <Money value={one.new_price} />}</span>
        </Option>
      ))}
      <Option chosen={base === 'MANUAL'} onChoose={() => onChoose('MANUAL')} name={READJUSTMENT_BASES.MANUAL}>
        <span className={classes.months}>o que as partes combinaram</span>
      </Option>
      {base === 'MANUAL' && (
        <div className={classes.percent}>
          <PercentField form={form} name="percent" label="Percentual" required signed />
        </div>
      )}
    </fieldset>
  );
}

const monthsOf = ({ from, to, percent }: Index) =>
  percent === null ? 'sem todos os meses' : `${formatShortMonth(from)} a ${formatShortMonth(to)}`;

type OptionProps = {
  name: ReactNode;
  chosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Option({ name, chosen, disabled, onChoose, children }: OptionProps) {
  return (
    <label className={classes.option} data-chosen={chosen || undefined}>
      <input type="radio" name="base" checked={chosen} disabled={disabled} onChange={onChoose} />
      <span className={classes.name}>{name}</span>
      {children}
    </label>
  );
}
